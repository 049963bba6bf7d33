import type { Activity, WorkoutSummary } from '@boathouse/contract/activities';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { paceSecOf } from '@boathouse/workout/pace';

type Split = WorkoutSummary['splits'][number];

type SplitRow = {
  number: number;
  /** Null for a missing one that can't be derived. */
  split: Split | null;
  /** It is missing: its distance and time are the total minus the others. */
  isDerived: boolean;
};

type Whole = Pick<Activity, 'distance' | 'elapsedTime' | 'workout'>;

/** Below these meters and seconds nothing of an interval remains. */
const leastLeft = 1;

/**
 * Returns the splits by their numbers, with a row for each missing one. If only one is missing and the monitor has sent
 * the total, it is derived from the total.
 */
export function splitRowsOf(whole: Whole, { splits, source }: WorkoutSummary): SplitRow[] {
  const isNumbered = splits.every(
    ({ splitNumber }, index) => splitNumber > (splits[index - 1]?.splitNumber ?? 0),
  );
  if (!isNumbered) return splits.map((split, index) => ({ number: index + 1, split, isDerived: false }));
  const count = splits.at(-1)?.splitNumber ?? 0;
  const isWholePlan = source === 'summary' && parseWorkoutText(whole.workout)?.pieces.length === count;
  const missing = count - splits.length;
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const split = splits.find(({ splitNumber }) => splitNumber === number) ?? null;
    const derived = split === null && missing === 1 && isWholePlan ? restOf(whole, splits, number) : null;
    return { number, split: split ?? derived, isDerived: derived !== null };
  });
}

/** Returns the total minus the others; null for less than nothing. */
function restOf(
  { distance, elapsedTime }: Whole,
  splits: readonly Split[],
  splitNumber: number,
): Split | null {
  const sumOf = (amountOf: (split: Split) => number) => splits.reduce((sum, each) => sum + amountOf(each), 0);
  const tenths = (value: number) => Math.round(value * 10) / 10;
  const distanceM = tenths(distance - sumOf((split) => split.distance));
  const timeSec = tenths(elapsedTime - sumOf((split) => split.time));
  if (distanceM < leastLeft || timeSec < leastLeft) return null;
  return {
    splitNumber,
    distance: distanceM,
    time: timeSec,
    averagePace: paceSecOf(distanceM, timeSec),
    restTime: 0,
    strokeRate: null,
    heartRate: null,
  };
}
