import type { ActivitySource, Machine } from '@boathouse/contract/activities';
import type { SheetResult } from '@boathouse/contract/activities/entries';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { paceSecOf } from '@boathouse/workout/pace';
import { isPartialResult, powerOn, replacesEntered } from '../activities/index.ts';
import type { Completed } from '../statistics/index.ts';

/** Figures that a user reads off a monitor: meters, seconds, strokes and beats a minute. */
export type Figures = {
  distance: number;
  elapsedTime: number;
  strokeRate: number | null;
  heartRate: number | null;
};

/** A completed activity of a workout item. */
export type OfItem = Figures &
  Completed & {
    id: string;
    isLeft: boolean;
    isPartial: boolean;
    source: ActivitySource;
    workout: string;
    plan: WorkoutPlan | null;
  };

/** Derives from the figures: the pace, for a single piece the power, and whether the plan is longer. */
export function derivedOf(
  machine: Machine,
  plan: WorkoutPlan | null,
  { distance, elapsedTime }: Figures,
): { averagePace: number | null; averagePower: number | null; isPartial: boolean } {
  const averagePace = paceSecOf(distance, elapsedTime);
  // The power of the mean pace is not the mean power of intervals.
  const isSingle = (plan?.pieces.length ?? 1) <= 1;
  return {
    averagePace,
    averagePower: isSingle ? powerOn(machine, averagePace) : null,
    // No one types in calories: the user who enters the result of such a plan confirms that it was rowed.
    isPartial: isPartialResult(plan, { distance, elapsedTime, totalCalories: Infinity, summary: null }),
  };
}

export function sheetResultOf({ id, userId: _userId, ...row }: OfItem): SheetResult {
  const { machine, distance, elapsedTime, strokeRate, heartRate, isPartial } = row;
  return { activity: id, machine, distance, elapsedTime, strokeRate, heartRate, isPartial };
}

/**
 * An athlete's results of one item: the entered result, and the result of the athlete's own monitor, a complete one
 * first.
 */
type Pair = { entered: OfItem | null; own: OfItem | null };

/** Returns the results by athlete. */
export function pairsOf(results: readonly OfItem[]): Map<string, Pair> {
  const pairs = new Map<string, Pair>();
  for (const result of results) {
    if (result.source === 'simulated') continue;
    const pair = pairs.get(result.userId) ?? { entered: null, own: null };
    pairs.set(result.userId, pair);
    if (result.source === 'entered') pair.entered = result;
    else if (pair.own === null || !replacesEntered(pair.own)) pair.own = result;
  }
  return pairs;
}

/** Whether storing the result would change nothing. */
export function isSame(stored: OfItem, machine: Machine, given: Figures): boolean {
  return (
    stored.machine === machine &&
    stored.distance === given.distance &&
    stored.elapsedTime === given.elapsedTime &&
    stored.strokeRate === given.strokeRate &&
    stored.heartRate === given.heartRate
  );
}
