import { shownMachineOf } from '@boathouse/row/machine';
import { positionOf, type WorkoutPlan } from '@boathouse/row/plan';
import type { RowProgress } from '@boathouse/row/progress';
import { finishedSplits, type RowSplit } from '@boathouse/row/splits';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { formatDistance } from '../../../lib/format.ts';
import { wholeSeconds } from '../cockpit/figures.ts';
import { formatIntensity, type IntensityUnit } from '../cockpit/intensity-unit.ts';
import type { VoicedRow } from './heard-row.ts';
import type { Sentence } from './sentence.ts';

/** The monitor sends a split in two records, of which the second has its rate; the second can be lost. */
const secondRecordWithinMs = 2_000;

/** Which splits have been said. */
export type SplitMemory = {
  workoutNumber: number;
  /** Number of the newest one said, or passed over; `Infinity` after the end. */
  said: number;
  /** Since when the next one has been waiting for its rate. */
  sinceMs: number | null;
};

/** Returns what is to be said of a finished split or interval, and what to remember. `before`: null for the first row heard. */
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
  // The end says more than the last split of a single piece.
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

/** How far the piece has come with its newest split: '300 m', '10:00'. */
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

/** An undefined rest, and one that is not planned, has no length. */
function restWords(progress: RowProgress, plan: WorkoutPlan | null): string {
  const restSec = plan === null ? null : positionOf(plan, progress)?.piece.restSec;
  return restSec == null || restSec === 0 ? 'Rest' : `Rest ${wholeSeconds(restSec)}`;
}
