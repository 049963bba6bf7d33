/** Gives the relative targets of a plan ('2k+10', '70% 2k watts') the figures of one athlete, from their own bests. */
import type { PieceTarget, PlannedPiece, RelativeTarget, WorkoutPlan } from '@boathouse/pm5/plan';
import { paceSecOf, powerWOf } from '@boathouse/workout/pace';
import type { ErgMachine } from '@boathouse/pm5/machine';
import { parseWorkoutText } from './parse.ts';

/** An athlete's best over a distance on a RowErg; meters and seconds. */
export type Best = { distanceM: number; timeSec: number };

/** The distances whose bests a plan's targets need, each once. */
export function bestsNeeded(plan: WorkoutPlan | null): number[] {
  const distances = plan?.pieces.flatMap(({ target }) => target?.relative?.ofDistanceM ?? []) ?? [];
  return [...new Set(distances)];
}

/**
 * Returns the plan with the athlete's own figures. A pace or power that the text itself gives stays, and a target whose
 * best is unknown stays relative.
 */
export function withBests(plan: WorkoutPlan, bests: readonly Best[]): WorkoutPlan {
  if (bests.length === 0) return plan;
  return { ...plan, pieces: plan.pieces.map((piece) => pieceWithBest(piece, bests)) };
}

function pieceWithBest(piece: PlannedPiece, bests: readonly Best[]): PlannedPiece {
  const { target } = piece;
  if (target?.relative === undefined) return piece;
  const own = ownTarget(target.relative, bests);
  if (own === null || hasBoth(target, own)) return piece;
  return { ...piece, target: { ...target, ...own } };
}

const hasBoth = (one: PieceTarget, other: PieceTarget) =>
  (one.paceSec !== undefined && other.paceSec !== undefined) ||
  (one.powerW !== undefined && other.powerW !== undefined);

type OwnTarget = Pick<PieceTarget, 'paceSec' | 'powerW'> & { relative: RelativeTarget };

/**
 * Returns the figure of a relative target for an athlete, with the best that it is based on; null without that best.
 */
export function ownTarget(relative: RelativeTarget, bests: readonly Best[]): OwnTarget | null {
  const best = bests.find(({ distanceM }) => distanceM === relative.ofDistanceM);
  const bestPaceSec = best === undefined ? null : paceSecOf(best.distanceM, best.timeSec);
  if (best === undefined || bestPaceSec === null) return null;
  const from = { ...relative, bestSec: best.timeSec };
  if ('offsetSec' in relative) {
    // The monitor's own resolution of a pace.
    const paceSec = Math.round((bestPaceSec + relative.offsetSec) * 10) / 10;
    return paceSec > 0 ? { paceSec, relative: from } : null;
  }
  const powerW = powerWOf(bestPaceSec);
  return powerW === null ? null : { powerW: Math.round(powerW * relative.powerShare), relative: from };
}

/** The machine of a row: a PM5's machine, or an erg of another maker. */
type AnyMachine = ErgMachine | 'otherrower';

/** The text of a workout, and the bests that the athlete had when it began. */
export type OwnWorkout = { workout: string; bests?: readonly Best[] | undefined };

/**
 * Reads the plan of a row with its athlete's own figures; null for a text without a plan. Bests of a RowErg say nothing
 * about another machine.
 */
export function ownPlanOf({ workout, bests = [] }: OwnWorkout, machine: AnyMachine): WorkoutPlan | null {
  const plan = parseWorkoutText(workout);
  return plan === null || !isOfBests(machine) ? plan : withBests(plan, bests);
}

/** Whether the figures of RowErgs hold on a machine. */
function isOfBests(machine: AnyMachine): boolean {
  return machine === 'rower' || machine === 'dynamic' || machine === 'slides';
}
