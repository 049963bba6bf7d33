import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { decidingFigures, RankedPieceSchema } from '../statistics.ts';

/** A workout that an athlete has rowed: its text, in the form that the workout texts are written in. */
const RowedWorkoutSchema = z.object({
  workout: z.string(),
  /** Null if personal bests have no such piece. */
  piece: z.nullable(RankedPieceSchema),
  /** Its complete results, at most `limits.rowedWorkoutCountMax`. */
  count: z.int(),
});
export type RowedWorkout = z.infer<typeof RowedWorkoutSchema>;

/** Meters, seconds, and seconds per 500 m. */
const TrendResultSchema = z.object({
  activity: IdSchema,
  createdAt: TimeSchema,
  /** The athlete's calendar day. */
  day: z.iso.date(),
  distance: z.number(),
  elapsedTime: z.number(),
  pace: z.number(),
});
export type TrendResult = z.infer<typeof TrendResultSchema>;

/** The results of one workout that are compared with each other, oldest first. */
const TrendSchema = z.object({ decides: z.enum(decidingFigures), results: z.array(TrendResultSchema) });
export type Trend = z.infer<typeof TrendSchema>;

/** The results of one workout over time; only the athlete can read them. */
export const trends = {
  workouts: endpoint({
    method: 'GET',
    path: '/users/:id/workouts',
    summary: `Workouts of which the caller has whole results, the most frequent first; ${limits.rowedWorkoutsMax} at most, of the newest ${limits.trendResultsMax} results and the ranked pieces`,
    auth: 'user',
    cost: 'list',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: z.array(RowedWorkoutSchema),
  }),
  ofWorkout: endpoint({
    method: 'GET',
    path: '/users/:id/workout-trend',
    summary: `The caller's results of one workout, which are those that a standing compares; the newest ${limits.trendResultsMax}`,
    auth: 'user',
    cost: 'list',
    caller: ['params.id'],
    params: IdParamsSchema,
    query: z.strictObject({ workout: z.string().check(z.minLength(1), z.maxLength(limits.workoutItemMax)) }),
    response: TrendSchema,
  }),
};
