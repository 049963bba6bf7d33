import { liveLimits } from '@boathouse/contract/limits';
import type { LiveRoom } from './live-room.ts';

/**
 * Whole seconds without a sample, once stale; 'unknown' without any sample, 'loading' before the server has sent its
 * samples; null while samples arrive.
 */
export type Silence = number | 'unknown' | 'loading' | null;

/** The newest values of a room's athletes. */
export type LiveLanes = Pick<LiveRoom, 'getLane' | 'hasLanes'>;

/** Returns the age of a row's newest values in ms, once they are old; otherwise 0. */
export function ageMsOf(room: LiveLanes, id: string, nowMs: number): number {
  const lane = room.getLane(id);
  const ageMs = lane === undefined ? 0 : nowMs - lane.freshAtMs;
  return ageMs > liveLimits.oldMs ? ageMs : 0;
}

/** Returns how long a row has been silent, at a time of the monotonic clock. */
export function silenceOf(room: LiveLanes, id: string, nowMs: number): Silence {
  const lane = room.getLane(id);
  if (lane === undefined) return room.hasLanes() ? 'unknown' : 'loading';
  const silentMs = nowMs - lane.freshAtMs;
  return silentMs > liveLimits.staleMs ? Math.floor(silentMs / 1_000) : null;
}
