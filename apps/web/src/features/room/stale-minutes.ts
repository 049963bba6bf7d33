import type { ListedActivity } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { useMemo } from 'react';
import { useAtNow } from '../../lib/use-now.ts';
import type { LiveRoom } from './live-room.ts';
import { useRooms } from './room-provider.tsx';

/**
 * Returns how long an activity in progress has been silent, in whole minutes, once it is stale; null before. It is silent
 * by the server's time of its last values, and by this page's own: a page with a wrong clock still sees who is rowing. The
 * server's clock is asked first, then that of the device.
 */
function staleMinutesNow(room: LiveRoom, clock: ServerNow, { _id, heardAt }: ListedActivity): number | null {
  const lane = room.getLane(_id);
  const heardAgoMs = (clock.nowMs() ?? Date.now()) - Date.parse(heardAt);
  const silentMs = lane === undefined ? heardAgoMs : Math.min(heardAgoMs, performance.now() - lane.freshAtMs);
  return silentMs > limits.staleActivityMs ? Math.floor(silentMs / 60_000) : null;
}

type ServerNow = { nowMs: () => number | null };

/**
 * Returns `staleMinutesNow` as a function whose identity changes, and with it the component renders, only when the minutes
 * of one of `activities` change.
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
