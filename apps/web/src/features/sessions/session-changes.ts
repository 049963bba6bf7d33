import { liveEvents, SessionChangedSchema } from '@boathouse/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRooms } from '../room/index.ts';
import { sessionById } from './api.ts';
import { dropSession, mergeSession } from './cached-sessions.ts';

/** Shows a session as its host has just changed it; a deleted one is fetched again, which says that it is not there. */
export function useSessionChanges(sessionId: string): void {
  const client = useQueryClient();
  const { onEvent } = useRooms();
  useEffect(
    () =>
      onEvent(liveEvents.sessionChanged, SessionChangedSchema, ({ room, session }) => {
        if (room !== sessionId) return;
        const { queryKey } = sessionById(sessionId);
        if (session) {
          client.setQueryData(queryKey, session);
          mergeSession(client, session);
        } else {
          dropSession(client, sessionId);
          void client.invalidateQueries({ queryKey });
        }
      }),
    [client, onEvent, sessionId],
  );
}
