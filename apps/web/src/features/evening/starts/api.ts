import { limits } from '@boathouse/contract/limits';
import { liveEvents, SessionStartSchema } from '@boathouse/contract/live';
import { starts, type Start } from '@boathouse/contract/sessions/starts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';
import { useRooms, type LiveRoom } from '../../rowing/room/index.ts';

export function startsOfSession(sessionId: string) {
  return queryOptions({
    queryKey: ['starts', 'session', sessionId],
    ...apiQuery(starts.ofSession, { params: { id: sessionId } }),
    refetchInterval: limits.sessionPollMs,
  });
}

const noStarts: Start[] = [];

/**
 * Returns the session's starts: from the room's events, and read again whenever events may have been missed, also
 * before the page entered the room.
 */
export function useStarts(sessionId: string, room: LiveRoom): Start[] {
  const client = useQueryClient();
  const { onEvent, clockOf } = useRooms();
  const { data = noStarts, refetch } = useQuery(startsOfSession(sessionId));
  useEffect(() => {
    const stops = [
      onEvent(liveEvents.sessionStart, SessionStartSchema, (message) => {
        if (message.room !== sessionId) return;
        const { queryKey } = startsOfSession(sessionId);
        // A response on its way may be older than the event.
        void client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, message.starts);
        clockOf(sessionId).measure();
      }),
      room.onChange(() => void refetch()),
      room.onceIn(() => void refetch()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, onEvent, clockOf, room, sessionId, refetch]);
  return data;
}

/** Cancels the future start of an item. Shows a failure as a toast. */
export function useCancelStart(sessionId: string, item: number) {
  const client = useQueryClient();
  const action = `start ${sessionId} ${item}`;
  return useMutation({
    mutationFn: () => callApi(starts.cancel, { params: { id: sessionId, item: String(item) } }),
    onSuccess: (given) => {
      closeErrors(action);
      client.setQueryData(startsOfSession(sessionId).queryKey, given);
    },
    onError: (error) => showErrorToast(`Error canceling the start. ${messageOf(error)}`, { action }),
  });
}
