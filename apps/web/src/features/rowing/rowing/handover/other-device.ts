import { ergOf, type MemberState } from '@boathouse/contract/live';

/** A page that reconnects, or changes its network, is disconnected for less time. */
const heardWithinMs = 30_000;

/**
 * The state of the device that has the row: with its erg, without, or the whole seconds since it was last connected.
 */
export type OtherDevice = 'withErg' | 'withoutErg' | number;

type Signs = {
  /** The state of the athlete's pages in the room; this page itself is not rowing. */
  state: MemberState | undefined;
  workoutItemIndex: number | null;
  /** Age of the newest sample; null before the first. */
  sampleAgoMs: number | null;
  /** Time since the server last received values of the activity, by its clock; null while unknown. */
  heardAgoMs: number | null;
  /** How long this page has been in the room; null while it is not. */
  watchedMs: number | null;
};

/**
 * Returns the other device's state from these signs. A page that has just joined the room assumes that the device is
 * connected.
 */
export function otherDeviceOf(signs: Signs): OtherDevice {
  const { state, workoutItemIndex, sampleAgoMs, heardAgoMs, watchedMs } = signs;
  if (state !== undefined && state.item === workoutItemIndex) {
    return ergOf(state) === 'none' ? 'withoutErg' : 'withErg';
  }
  if (watchedMs === null) return 'withErg';
  const quietMs = Math.min(watchedMs, sampleAgoMs ?? Number.POSITIVE_INFINITY);
  const agoMs = Math.max(quietMs, heardAgoMs ?? 0);
  const isSending = quietMs <= heardWithinMs || (heardAgoMs !== null && heardAgoMs <= heardWithinMs);
  return isSending ? 'withErg' : Math.floor(agoMs / 1000);
}
