import type { WorkoutSummary } from '@boathouse/contract/activities';
import type { PieceTarget } from '@boathouse/workout-text/plan';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { formatPace } from '@boathouse/workout/pace';

type Count = { strokes: number; kept: number };

/**
 * Describes for each target of the workout in how many strokes it was kept: 'Rate 18 to 20 kept in 240 of 250 strokes'.
 */
export function targetsKept(workout: string, summary: Pick<WorkoutSummary, 'targets'> | null): string[] {
  const { strokeRate = null, pace = null } = summary?.targets ?? {};
  const targets = parseWorkoutText(workout)?.pieces.map(({ target }) => target ?? {}) ?? [];
  return [
    ...(strokeRate === null ? [] : [`${rateWords(targets)} kept in ${strokesOf(strokeRate)}`]),
    ...(pace === null ? [] : [`${paceWords(targets)} kept in ${strokesOf(pace)}`]),
  ];
}

const strokesOf = ({ strokes, kept }: Count): string => `${kept} of ${strokes} strokes`;

function rateWords(targets: readonly PieceTarget[]): string {
  const bands = targets.flatMap(({ strokeRate }) => strokeRate ?? []);
  const [first] = bands;
  const isOne = first && bands.every(({ min, max }) => min === first.min && max === first.max);
  if (!isOne) return 'Target rate';
  if (first.min === 0) return `Rate up to ${first.max}`;
  return first.min === first.max ? `Rate ${first.max}` : `Rate ${first.min} to ${first.max}`;
}

function paceWords(targets: readonly PieceTarget[]): string {
  const paces = new Set(targets.flatMap(({ paceSec }) => paceSec ?? []));
  const [first] = paces;
  return paces.size === 1 && first !== undefined ? `Pace ${formatPace(first)}` : 'Target pace';
}
