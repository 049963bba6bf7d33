import * as z from 'zod/mini';
import { ListedActivitySchema } from '../activities.ts';
import { monitorBounds } from '../limits.ts';
import { figure } from '../strokes/figures.ts';

/**
 * The kind of a rowed workout: one distance, one time, one number of calories, several pieces, or none, as in Just Row.
 * The monitor's workout type decides it, otherwise the plan.
 */
export const workoutKinds = ['distance', 'time', 'calories', 'intervals', 'open'] as const;
export type WorkoutKind = (typeof workoutKinds)[number];
const WorkoutKindSchema = z.enum(workoutKinds);

/** A completed activity in a history or a feed. Servers of an earlier version omit these fields. */
export const PastActivitySchema = z.extend(ListedActivitySchema, {
  /** Null if neither the monitor nor the text shows it. */
  kind: z.optional(z.nullable(WorkoutKindSchema)),
  /** The average paces of its splits or intervals, in their order. */
  splitPaces: z.optional(z.array(z.nullable(figure(monitorBounds.paceSecMax)))),
});
export type PastActivity = z.infer<typeof PastActivitySchema>;
