/**
 * Turns the events of a row into sentences, from one reading of it to the next. Pure, so that one module decides what
 * is read out and what is spoken. The first reading reports no earlier events.
 */
import { positionOf } from '@boathouse/row/plan/position';
import type { Work, WorkoutPlan } from '@boathouse/workout-text/plan';
import { mismatchOf } from '@boathouse/row/plan/program';
import { shownMachineOf } from '@boathouse/row/reduce/machine';
import type { RowProgress } from '@boathouse/row/reduce/progress';
import { describePlan } from '@boathouse/workout-text/describe';
import { formatDuration } from '@boathouse/workout/pace';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { formatDistance } from '../../../../lib/format.ts';
import { pieceWords, workWords } from '../cockpit/cockpit-plan.ts';
import type { VoicedRow, CrewRank } from './heard-row.ts';
import type { Sentence } from './sentence.ts';
import { followSplits, type SplitMemory } from './splits-said.ts';
import { followTargets, type TargetMemory } from './targets-said.ts';

/** The state between one reading and the next. */
export type Memory = {
  row: VoicedRow;
  splits: SplitMemory;
  targets: TargetMemory;
  /** Whether the present silence of the erg was announced; 'before' if it began before the first reading. */
  silence: 'none' | 'before' | 'said';
};

/** Returns the sentences for a reading, in order, and the state for the next. `before`: null for the first. */
export function announce(
  before: Memory | null,
  row: VoicedRow,
): { memory: Memory; sentences: readonly Sentence[] } {
  const silence = followSilence(before, row);
  const splits = followSplits(before?.splits ?? null, row);
  const targets = followTargets(before?.targets ?? null, row);
  const last = before?.row ?? null;
  return {
    memory: { row, splits: splits.memory, targets: targets.memory, silence: silence.memory },
    sentences: [
      ...silence.sentences,
      ...splits.sentences,
      ...(last === null || isNewMonitorWorkout(last, row)
        ? startOf(row)
        : [...intervalOf(last, row), ...lastPartOf(last, row)]),
      ...targets.sentences,
      ...(last !== null && !last.isOver && row.isOver ? endOf(row) : []),
    ],
  };
}

function followSilence(
  before: Memory | null,
  { staleWords, isOver }: VoicedRow,
): { memory: Memory['silence']; sentences: Sentence[] } {
  const memory = before?.silence ?? 'none';
  if (isOver) return { memory: 'none', sentences: [] };
  if (staleWords === null) {
    const isBack = memory === 'said';
    return { memory: 'none', sentences: isBack ? [{ topic: 'erg', words: 'The monitor sends again' }] : [] };
  }
  if (before === null) return { memory: 'before', sentences: [] };
  if (memory !== 'none') return { memory, sentences: [] };
  return { memory: 'said', sentences: [{ topic: 'erg', words: staleWords }] };
}

const isNewMonitorWorkout = (last: VoicedRow, { progress }: VoicedRow): boolean =>
  last.progress.phase === 'waiting' || last.progress.pieceNumber !== progress.pieceNumber;

/** After this time, the page or the erg joined a row that had begun. */
const startSec = 5;

function startOf({ progress, plan }: VoicedRow): Sentence[] {
  if (progress.phase !== 'rowing' || progress.intervalNumber > 1 || progress.elapsedSec >= startSec)
    return [];
  const work = workoutWords(progress, plan);
  return [{ topic: 'startAndEnd', words: work === null ? 'Rowing' : `Rowing ${work}` }];
}

/** The plan if the monitor is set to it, otherwise the monitor's setup; null without an end. */
function workoutWords({ setup, workoutType }: RowProgress, plan: WorkoutPlan | null): string | null {
  if (plan !== null && mismatchOf(plan, setup) === null) {
    return plan.pieces.length === 0 ? null : describePlan(plan).replaceAll(' / ', ', ');
  }
  return setup?.work == null || isIntervalWorkout(workoutType) ? null : workWords(setup.work);
}

function intervalOf(last: VoicedRow, { progress, plan }: VoicedRow): Sentence[] {
  const { phase, intervalNumber } = progress;
  if (phase !== 'rowing' || intervalNumber <= last.progress.intervalNumber) return [];
  const position = plan === null ? null : positionOf(plan, progress);
  const words =
    position === null
      ? `Interval ${intervalNumber}`
      : `Interval ${position.index + 1} of ${position.count}: ${pieceWords(position.piece, shownMachineOf(progress))}`;
  return [{ topic: 'splits', words }];
}

const lastDistanceM = 100;
const lastTimeSec = 30;

/** Only for a piece that is more than twice as long, and only when it is crossed: after a gap it would be late. */
function lastPartOf(last: VoicedRow, { progress }: VoicedRow): Sentence[] {
  const { remaining, track, phase, intervalNumber } = progress;
  const whole = track.work.interval?.target ?? null;
  const before = last.progress.intervalNumber === intervalNumber ? last.progress.remaining : null;
  if (phase !== 'rowing' || remaining === null || whole === null || before === null) return [];
  const isCrossed = (unit: 'm' | 's', least: number) => {
    const [total, from, to] = [whole, before, remaining].map((work) => amountOf(work, unit));
    if (total == null || from == null || to == null) return false;
    return total > 2 * least && from > least && to <= least && to > least / 2;
  };
  if (isCrossed('m', lastDistanceM)) return [{ topic: 'lastPart', words: `Last ${lastDistanceM} m` }];
  return isCrossed('s', lastTimeSec) ? [{ topic: 'lastPart', words: `Last ${lastTimeSec} s` }] : [];
}

function amountOf(work: Work, unit: 'm' | 's'): number | null {
  if (work.kind === 'distance') return unit === 'm' ? work.distanceM : null;
  return work.kind === 'time' && unit === 's' ? work.durationSec : null;
}

function endOf({ progress, plan, getRank }: VoicedRow): Sentence[] {
  const { result } = progress;
  if (result === null) return [];
  const time = formatDuration(result.elapsedSec);
  const distance = formatDistance(result.distanceM);
  const hasEnd = workoutWords(progress, plan) !== null;
  const isShort = hasEnd && (result.source === 'byHand' || progress.track.summary.isTerminated);
  if (isShort) return [{ topic: 'startAndEnd', words: `Stopped at ${distance}, ${time}` }];
  const kind = kindOf(progress, plan);
  const words = kind === 'distance' ? time : kind === 'time' ? distance : `${distance} in ${time}`;
  return [{ topic: 'startAndEnd', words: `Finished ${words}${rankWords(getRank())}` }];
}

/** The unit of the workout; null if its pieces differ, or it has no end. */
function kindOf({ setup, workoutType }: RowProgress, plan: WorkoutPlan | null): Work['kind'] | null {
  const isFollowed = plan !== null && mismatchOf(plan, setup) === null;
  if (!isFollowed) return isIntervalWorkout(workoutType) ? null : (setup?.work?.kind ?? null);
  const [kind, ...others] = new Set(plan.pieces.map((piece) => piece.kind));
  return others.length > 0 ? null : (kind ?? null);
}

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const counts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function rankWords(own: CrewRank | null): string {
  if (own === null || own.count < 2) return '';
  const ordinal = ordinals[own.rank - 1] ?? `place ${own.rank}`;
  return `, ${ordinal} of ${counts[own.count - 1] ?? own.count}`;
}
