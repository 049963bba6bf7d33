import { IdSchema } from '@boathouse/contract/ids';
import { limits } from '@boathouse/contract/limits';
import { workoutKeyOf } from '@boathouse/workout-text/parse';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { createDeviceChoice } from '../../../../lib/device-choices/device-choice.ts';

/** Paces of a steady ghost, in seconds per 500 m. */
export const ghostPaces = { fastestSec: 30, slowestSec: 1_800 };

/** The row of a ghost. `best` and `last` are the athlete's own results of the workout; pace is seconds per 500 m. */
const GhostPickSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('best') }),
  z.object({ kind: z.literal('last') }),
  z.object({ kind: z.literal('plan') }),
  z.object({
    kind: z.literal('pace'),
    paceSec: z.number().check(z.minimum(ghostPaces.fastestSec), z.maximum(ghostPaces.slowestSec)),
  }),
  z.object({ kind: z.literal('result'), activityId: IdSchema }),
]);
export type GhostPick = z.infer<typeof GhostPickSchema>;

/** The ghosts of one workout of one user: on a shared device, the next user has none of them. */
const GhostChoiceSchema = z.object({
  userId: IdSchema,
  workoutKey: z.string(),
  picks: z.array(GhostPickSchema).check(z.maxLength(limits.ghostsMax)),
});
const ChoicesSchema = z.array(GhostChoiceSchema);
type GhostChoice = z.infer<typeof GhostChoiceSchema>;

/** Workouts whose ghosts a device stores; the oldest choice is dropped first. */
const keptWorkoutsMax = 20;

function parse(stored: string | null): GhostChoice[] {
  try {
    const parsed = ChoicesSchema.safeParse(JSON.parse(stored ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

const choices = createDeviceChoice<GhostChoice[]>('ghosts', parse, JSON.stringify);

const none: readonly GhostPick[] = [];

function picksIn(kept: readonly GhostChoice[], userId: string, workoutKey: string): readonly GhostPick[] {
  return kept.find((each) => each.userId === userId && each.workoutKey === workoutKey)?.picks ?? none;
}

/** Returns the ghosts that a user has chosen on this device for a workout, by its text. */
export function useGhostPicks(userId: string, workout: string): readonly GhostPick[] {
  // A row shows its ghosts with each record, and reading the text takes longer than the rest.
  const workoutKey = useMemo(() => workoutKeyOf(workout), [workout]);
  return picksIn(choices.use(), userId, workoutKey);
}

/** Whether ghosts can row a plan: strokes have no calories, which such a plan counts. */
export function canHaveGhosts(plan: WorkoutPlan | null): boolean {
  return plan?.pieces.every(({ kind }) => kind !== 'calories') ?? true;
}

/** Whether two picks are the same ghost; there is only one steady pace. */
function isSamePick(one: GhostPick, other: GhostPick): boolean {
  if (one.kind === 'result' && other.kind === 'result') return one.activityId === other.activityId;
  return one.kind === other.kind;
}

/** Whether a ghost is among the picked ones. */
export function isPicked(picks: readonly GhostPick[], pick: GhostPick): boolean {
  return picks.some((each) => isSamePick(each, pick));
}

/** Adds a ghost, or replaces the same one. Returns whether it is stored: not above `limits.ghostsMax`. */
export function addGhost(userId: string, workout: string, pick: GhostPick): boolean {
  const picks = [...picksIn(choices.get(), userId, workoutKeyOf(workout))];
  const at = picks.findIndex((each) => isSamePick(each, pick));
  if (at < 0 && picks.length >= limits.ghostsMax) return false;
  picks.splice(at < 0 ? picks.length : at, 1, pick);
  keep(userId, workout, picks);
  return true;
}

export function removeGhost(userId: string, workout: string, pick: GhostPick): void {
  keep(
    userId,
    workout,
    picksIn(choices.get(), userId, workoutKeyOf(workout)).filter((each) => !isSamePick(each, pick)),
  );
}

function keep(userId: string, workout: string, picks: GhostPick[]): void {
  const workoutKey = workoutKeyOf(workout);
  const others = choices.get().filter((each) => each.userId !== userId || each.workoutKey !== workoutKey);
  const kept = picks.length === 0 ? others : [...others, { userId, workoutKey, picks }];
  choices.set(kept.slice(-keptWorkoutsMax));
}
