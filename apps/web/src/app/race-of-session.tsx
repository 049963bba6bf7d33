import { liveEvents } from '@boathouse/contract/live';
import { useEffect, useState } from 'react';
import { useMatch } from 'react-router';
import * as z from 'zod/mini';
import { useRooms } from '../features/rowing/room/index.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';

const RaceStart = lazyPart({
  name: 'The start of the race',
  load: async () => (await loadChunk(() => import('../features/racing/races/live/race-start.tsx'))).RaceStart,
});

/**
 * The start of a race, shown over the page of the session of its run. Its code loads with the room's first event of a
 * race, so a page of another session never loads it.
 */
export function RaceOfSession() {
  const sessionId = useMatch('/sessions/:sessionID')?.params.sessionID;
  const { onEvent } = useRooms();
  const [heard, setHeard] = useState<{ in: string; message: unknown } | null>(null);
  useEffect(
    () => onEvent(liveEvents.raceChanged, z.unknown(), (message, room) => setHeard({ in: room, message })),
    [onEvent],
  );
  if (sessionId === undefined || heard?.in !== sessionId) return null;
  return <RaceStart sessionId={sessionId} message={heard.message} />;
}
