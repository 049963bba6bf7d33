/* Which workout of the monitor a record is from, by the monitor's setup. */
import { isSameWork } from '@boathouse/pm5/plan';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { programmedOf, type EndOfWorkoutSummary, type GeneralStatus } from './records.ts';
import type { IntervalTrack, RowProgress } from './state.ts';

/**
 * The unit of a single piece's length, by the monitor's number; undefined for intervals, and in the monitor's menus.
 */
const lengthOfSingle: readonly (string | undefined)[] = [
  'none',
  'none',
  'distance',
  'distance',
  'time',
  'time',
  undefined,
  undefined,
  undefined,
  undefined,
  'calories',
  'wattMinutes',
];

/**
 * Whether the monitor is set to another workout than the current one: to intervals instead of a single piece, or to a
 * single piece of another length. An erg of another maker has no setup.
 */
export function isOtherWorkout({ workoutType, track }: RowProgress, record: GeneralStatus): boolean {
  if (isIntervalWorkout(record.workoutType) !== isIntervalWorkout(workoutType)) return true;
  const before = workoutType === null ? undefined : lengthOfSingle[workoutType];
  const now = lengthOfSingle[record.workoutType];
  if (track.rower !== null || before === undefined || now === undefined) return false;
  const begun = track.work.interval?.target ?? null;
  const programmed = programmedOf(record);
  return before !== now || (begun !== null && programmed !== null && !isSameWork(begun, programmed));
}

/** Meters and seconds between the last values of a workout and its end, if nothing was missed between them. */
const nearM = 15;
const nearSec = 3;

/**
 * Whether the end belongs to another workout that this page did not receive. The monitor may show the end of the
 * workout under way with its menu behind it, or at 0.
 */
export function isUnheardEnd(progress: RowProgress, interval: IntervalTrack, record: GeneralStatus): boolean {
  const isNear =
    Math.abs(record.distanceM - interval.distanceM) <= nearM &&
    Math.abs(record.elapsedSec - interval.elapsedSec) <= nearSec;
  const isOfWorkout = record.distanceM > 0 && record.workoutType < menuType;
  return isOfWorkout && !isNear && isOtherWorkout(progress, record);
}

/** The monitor's number in its menus, and above any that the definition names. */
const menuType = 13;

/** Whether a summary stays within the programmed length of a single piece. */
export function isWithinLength(
  { workoutType, track }: RowProgress,
  { distanceM, timeElapsedSec }: EndOfWorkoutSummary,
): boolean {
  const target = isIntervalWorkout(workoutType) ? null : (track.work.interval?.target ?? null);
  if (target?.kind === 'distance') return distanceM <= target.distanceM + 1;
  return target?.kind !== 'time' || timeElapsedSec <= target.durationSec + 1;
}
