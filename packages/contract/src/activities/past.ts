import * as z from 'zod/mini';
import { ListedActivitySchema } from '../activities.ts';
import { monitorBounds } from '../limits.ts';
import { figure } from '../strokes/figures.ts';

/**
 * The kind of a rowed workout: one distance, one time or one number of calories, several pieces, or none that was
 * set, as in Just Row. The monitor's workout type decides, else the plan.
 */
export const workoutKinds = ['distance', 'time', 'calories', 'intervals', 'open'] as const;
export type WorkoutKind = (typeof workoutKinds)[number];
const WorkoutKindSchema = z.enum(workoutKinds);

/** A completed activity in a history or a feed. Servers of an earlier version omit what it adds. */
export const PastActivitySchema = z.extend(ListedActivitySchema, {
  /** Null where neither the monitor nor the text says it. */
  kind: z.optional(z.nullable(WorkoutKindSchema)),
  /** The average paces of its splits or intervals, in their order. */
  splitPaces: z.optional(z.array(z.nullable(figure(monitorBounds.paceSecMax)))),
});
export type PastActivity = z.infer<typeof PastActivitySchema>;
