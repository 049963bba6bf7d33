import { shownMachineOf } from '@boathouse/row/reduce/machine';
import { positionOf } from '@boathouse/row/plan/position';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import type { RowProgress } from '@boathouse/row/reduce/progress';
import { finishedSplits, type RowSplit } from '@boathouse/row/reduce/splits';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { formatDistance } from '../../../../lib/format.ts';
import { wholeSeconds } from '../cockpit/figures.ts';
import { formatIntensity, type IntensityUnit } from '../cockpit/intensity-unit.ts';
import type { VoicedRow } from './heard-row.ts';
import type { Sentence } from './sentence.ts';

/** The monitor sends a split in two records. The second record has the rate, and can be lost. */
const secondRecordWithinMs = 2_000;

/** The splits that were announced. */
export type SplitMemory = {
  workoutNumber: number;
  /** Number of the newest split announced or skipped; `Infinity` after the end. */
  said: number;
  /** When the next one began to wait for its rate. */
  sinceMs: number | null;
};

/** Returns the sentence for a finished split or interval, and the next state. `before`: null for the first reading. */
export function followSplits(
  before: SplitMemory | null,
  { atMs, progress, plan, unit, isOver }: VoicedRow,
): { memory: SplitMemory; sentences: Sentence[] } {
  const { pieceNumber: workoutNumber } = progress;
  const splits = finishedSplits(progress);
  const newest = splits.at(-1);
  const passed = { workoutNumber, said: isOver ? Infinity : (newest?.splitNumber ?? 0), sinceMs: null };
  if (before?.workoutNumber !== workoutNumber || newest === undefined || newest.splitNumber <= before.said) {
    return { memory: passed, sentences: [] };
  }
  const isInterval = isIntervalWorkout(progress.workoutType);
  // The announcement of the end contains more than the last split of a single piece.
  const isEnding = isOver || progress.phase === 'ending';
  if (isEnding && !isInterval) return { memory: passed, sentences: [] };
  const sinceMs = before.sinceMs ?? atMs;
  const isWhole = newest.averageStrokeRateSpm !== null || atMs - sinceMs >= secondRecordWithinMs || isOver;
  if (!isWhole) return { memory: { ...before, sinceMs }, sentences: [] };
  const what = isInterval
    ? `Interval ${newest.splitNumber}: ${formatDistance(newest.distanceM)}`
    : upToWords(splits, progress);
  const figures = [what, intensityWords(newest, unit, progress), rateWords(newest)].filter(
    (part) => part !== null,
  );
  const rest = isInterval && progress.phase === 'resting' ? `. ${restWords(progress, plan)}` : '';
  return { memory: passed, sentences: [{ topic: 'splits', words: figures.join(', ') + rest }] };
}

/** The length of the piece up to its newest split: '300 m', '10:00'. */
function upToWords(splits: readonly RowSplit[], { setup }: RowProgress): string {
  const number = splits.at(-1)?.splitNumber ?? 0;
  if (splits.length < number) return `Split ${number}`;
  let distanceM = 0;
  let timeSec = 0;
  for (const split of splits) {
    distanceM += split.distanceM;
    timeSec += split.timeSec;
  }
  return setup?.work?.kind === 'time' ? wholeSeconds(Math.round(timeSec)) : formatDistance(distanceM);
}

const unitWords: Record<IntensityUnit, string> = { pace: '', watts: ' W', calories: ' cal/h' };

function intensityWords(
  { averagePaceSec }: RowSplit,
  unit: IntensityUnit,
  progress: RowProgress,
): string | null {
  const value = formatIntensity(unit, shownMachineOf(progress), averagePaceSec);
  return value === null ? null : value + unitWords[unit];
}

const rateWords = ({ averageStrokeRateSpm }: RowSplit): string | null =>
  averageStrokeRateSpm === null ? null : `rate ${averageStrokeRateSpm}`;

/** An undefined or unplanned rest has no length. */
function restWords(progress: RowProgress, plan: WorkoutPlan | null): string {
  const restSec = plan === null ? null : positionOf(plan, progress)?.piece.restSec;
  return restSec == null || restSec === 0 ? 'Rest' : `Rest ${wholeSeconds(restSec)}`;
}
