import { ergOf, type MemberState } from '@boathouse/contract/live';

/** A page that connects again, or whose network changes, is away for less. */
const heardWithinMs = 30_000;

/** What is known of the device that has the row: with its erg, without, or for how many whole seconds it is not heard of. */
export type OtherDevice = 'withErg' | 'withoutErg' | number;

type Signs = {
  /** The state of the athlete's pages in the room, of which this page rows nothing. */
  state: MemberState | undefined;
  workoutItemIndex: number | null;
  /** Age of the newest sample; null before the first. */
  sampleAgoMs: number | null;
  /** Since the server last heard of the activity, by its clock; null while that is not known. */
  heardAgoMs: number | null;
  /** How long this page has been in the room; null while it is not. */
  watchedMs: number | null;
};

/** Returns what the signs say of the other device. A page that has watched for a moment only takes it for alive. */
export function otherDeviceOf(signs: Signs): OtherDevice {
  const { state, workoutItemIndex, sampleAgoMs, heardAgoMs, watchedMs } = signs;
  if (state !== undefined && state.item === workoutItemIndex) {
    return ergOf(state) === 'none' ? 'withoutErg' : 'withErg';
  }
  if (watchedMs === null) return 'withErg';
  const quietMs = Math.min(watchedMs, sampleAgoMs ?? Number.POSITIVE_INFINITY);
  const agoMs = Math.max(quietMs, heardAgoMs ?? 0);
  const isHeard = quietMs <= heardWithinMs || (heardAgoMs !== null && heardAgoMs <= heardWithinMs);
  return isHeard ? 'withErg' : Math.floor(agoMs / 1000);
}
