import type { RowedWorkout, Trend } from '@boathouse/contract/statistics/trends';
import { limits } from '@boathouse/contract/limits';
import { describePlan } from '@boathouse/workout-text/describe';
import type { Database } from '../../../../db/database.ts';
import { badField } from '../../../../http/errors.ts';
import { checkedPlan } from '../../plans/index.ts';
import { comparisonOfText, planOfPiece, rankedPieceOf } from '../rules.ts';
import { countPlans, countRanked, listTrend } from './store.ts';

/** Returns the workouts for which a user has complete results, the most frequent first. */
export async function workoutsOf(db: Database, userId: string): Promise<RowedWorkout[]> {
  const [ranked, plans] = await Promise.all([countRanked(db, userId), countPlans(db, userId)]);
  const workouts = [
    ...ranked.map(({ piece, count }) => ({ workout: describePlan(planOfPiece(piece)), piece, count })),
    ...plans.flatMap(({ shape, count }) => {
      // Whole results of a ranked piece are ranked, and a text with another reading has no trend.
      if (rankedPieceOf(shape) !== null || checkedPlan(shape) === null) return [];
      return [{ workout: describePlan({ pieces: shape }), piece: null, count }];
    }),
  ];
  return workouts.toSorted((one, other) => other.count - one.count).slice(0, limits.rowedWorkoutsMax);
}

/** Returns a user's results of a workout. @throws HttpError 400 for a text that can't be read as pieces */
export async function trendOf(db: Database, userId: string, workout: string): Promise<Trend> {
  const comparison = comparisonOfText(workout);
  if (comparison === null)
    throw badField('workout', 'must be a workout with pieces, such as 4 x 500 m / 2:00 rest');
  return { decides: comparison.decides, results: await listTrend(db, { userId, workout, comparison }) };
}
