import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { TimeZoneSchema } from '../locale.ts';

/** A week (from the user's first day on) and a calendar month repeat; a season has a first and a last day. */
export const goalPeriods = ['week', 'month', 'season'] as const;
export type GoalPeriod = (typeof goalPeriods)[number];

const DaySchema = z.iso.date();
const MetersSchema = z.int().check(z.minimum(1), z.maximum(limits.goalMetersMax));

const SeasonSchema = z
  .strictObject({ period: z.literal('season'), meters: MetersSchema, from: DaySchema, to: DaySchema })
  .check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the first day' }),
    z.refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < limits.goalDaysMax, {
      path: ['to'],
      error: `Must be within ${limits.goalDaysMax} days of the first day`,
    }),
  );
const dayMs = 24 * 3_600_000;

const NewGoalSchema = z.union([
  z.strictObject({ period: z.enum(['week', 'month']), meters: MetersSchema }),
  SeasonSchema,
]);
export type NewGoal = z.infer<typeof NewGoalSchema>;

const GoalSchema = z.object({
  period: z.enum(goalPeriods),
  meters: z.int(),
  /** The first and the last day of the period, both included: the present week or month, or the season. */
  from: DaySchema,
  to: DaySchema,
  /** The meters rowed toward it so far, by the rules of the statistics. */
  rowedMeters: z.number(),
});
export type Goal = z.infer<typeof GoalSchema>;

const ofCaller = {
  auth: 'user',
  caller: ['params.id'],
  params: IdParamsSchema,
  query: z.strictObject({ timeZone: z._default(TimeZoneSchema, 'UTC') }),
  response: z.nullable(GoalSchema),
} as const;

/** A user's goal in meters, which only they can see. */
export const goals = {
  ofUser: endpoint({
    method: 'GET',
    path: '/users/:id/goal',
    summary: "The caller's goal of meters and what they have rowed of it, or null",
    ...ofCaller,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/users/:id/goal',
    summary: "Set the caller's goal of meters, in place of the one before",
    ...ofCaller,
    body: NewGoalSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:id/goal',
    summary: "Remove the caller's goal. Idempotent.",
    ...ofCaller,
  }),
};
