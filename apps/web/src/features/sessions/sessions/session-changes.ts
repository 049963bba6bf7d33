import { liveEvents, SessionChangedSchema } from '@boathouse/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRooms, type LiveRoom } from '../../rowing/room/index.ts';
import { sessionById } from './api.ts';
import { dropSession, mergeSession } from './cached-sessions.ts';
import { spreadOut } from './spread-out.ts';

/**
 * Shows a session as its host has just changed it. Fetches it again when it is deleted, when a change may have been
 * missed and when the viewer may no longer read it: the response then shows that it is missing.
 */
export function useSessionChanges(room: LiveRoom): void {
  const client = useQueryClient();
  const { onEvent } = useRooms();
  useEffect(() => {
    const { queryKey } = sessionById(room.id);
    const fetchAgain = () => void client.invalidateQueries({ queryKey });
    const fetching = spreadOut(fetchAgain);
    const stops = [
      fetching.cancel,
      room.onChange(fetching.soon),
      onEvent(liveEvents.sessionChanged, SessionChangedSchema, ({ room: changed, session }) => {
        if (changed !== room.id) return;
        if (session) {
          client.setQueryData(queryKey, session);
          mergeSession(client, session);
        } else {
          dropSession(client, room.id);
          fetchAgain();
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, onEvent, room]);
}
