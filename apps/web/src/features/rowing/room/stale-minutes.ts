import type { ListedActivity } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { useMemo } from 'react';
import { serverNowMs } from '../../../lib/server/server-now.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import type { LiveRoom } from './live-room.ts';
import { useRooms } from './room-provider.tsx';
import { silentMsOf } from './row-signal.ts';

/**
 * Returns how long an activity in progress has been silent, in whole minutes, once it is stale; null before. Silent by
 * the server's time of its last values, and by this page's own: a page with a wrong clock still sees who is rowing.
 */
function staleMinutesNow(room: LiveRoom, clock: ServerNow, activity: ListedActivity): number | null {
  const now = { serverMs: clock.nowMs() ?? serverNowMs(), monotonicMs: performance.now() };
  const silentMs = silentMsOf(room, activity, now);
  return silentMs > limits.staleActivityMs ? Math.floor(silentMs / 60_000) : null;
}

type ServerNow = { nowMs: () => number | null };

/**
 * Returns `staleMinutesNow` as a function whose identity changes only when the minutes of one of `activities` change,
 * so that the component renders only then.
 */
export function useStaleMinutes(
  room: LiveRoom,
  activities: readonly ListedActivity[],
): (activity: ListedActivity) => number | null {
  const { clockOf } = useRooms();
  const clock = clockOf(room.id);
  const minutes = useAtNow(() =>
    activities
      .flatMap((activity) => (activity.isCompleted ? [] : [staleMinutesNow(room, clock, activity) ?? '']))
      .join(),
  );
  return useMemo(() => readerFor(room, clock, minutes), [room, clock, minutes]);
}

/** A function for each text of the minutes, because memos and effects of callers depend on its identity. */
const readerFor = (room: LiveRoom, clock: ServerNow, _minutes: string) => (activity: ListedActivity) =>
  staleMinutesNow(room, clock, activity);
