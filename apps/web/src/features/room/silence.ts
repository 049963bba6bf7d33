import type { ListedActivity } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { useCallback } from 'react';
import { useMonotonicMs, useNowMs } from '../../lib/use-now.ts';
import type { LiveRoom } from './live-room.ts';

const stepMs = 15_000;

/**
 * Returns how long an activity in progress has been silent, in whole minutes, once it is stale; null before. It is silent
 * by the server's time of its last values, and by this page's own: a page with a wrong clock still sees who is rowing.
 */
export function useStaleMinutes(room: LiveRoom): (activity: ListedActivity) => number | null {
  const nowMs = useNowMs(stepMs);
  const monotonicMs = useMonotonicMs(stepMs);
  return useCallback(
    ({ _id, heardAt }) => {
      const lane = room.getLane(_id);
      const heardAgoMs = nowMs - Date.parse(heardAt);
      const silentMs = lane === undefined ? heardAgoMs : Math.min(heardAgoMs, monotonicMs - lane.freshAtMs);
      return silentMs > limits.staleActivityMs ? Math.floor(silentMs / 60_000) : null;
    },
    [room, nowMs, monotonicMs],
  );
}
