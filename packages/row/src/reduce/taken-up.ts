/*
 * An interval workout whose start this page missed, completely or in part. A monitor sends the meters of the earlier
 * intervals, but neither their number nor their time. The plan and the server's totals have them.
 */
import { isSameWork, type WorkoutPlan } from '@boathouse/pm5/plan';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { beforeAll, elapsedBefore, withTotals } from './interval.ts';
import {
  withStrokes,
  withWork,
  type IntervalTrack,
  type RowProgress,
  type RowStroke,
  type Totals,
} from './state.ts';
import { toHundredths } from './records.ts';

/** The monitor's total is in whole meters, the server's in tenths. */
const sameM = 1.5;
const sameSec = 1;
/** At the end of an interval, both have the same meters. */
const exactM = 0.05;

/** Whether the interval is this piece, by its programmed length, which a monitor does not send in a rest. */
function isPiece(interval: IntervalTrack, piece: WorkoutPlan['pieces'][number] | undefined): boolean {
  if (piece === undefined) return false;
  if (interval.target !== null) return isSameWork(interval.target, piece);
  if (!interval.isEnded) return false;
  if (piece.kind === 'distance') return Math.abs(interval.distanceM - piece.distanceM) <= sameM;
  return piece.kind === 'time' && Math.abs(interval.elapsedSec - piece.durationSec) <= sameSec;
}

/** Returns the sum of the first pieces, if each has a length of that kind. */
function sumOf(pieces: WorkoutPlan['pieces'], kind: 'distance' | 'time'): number | null {
  let sum = 0;
  for (const piece of pieces) {
    if (piece.kind !== kind) return null;
    sum += piece.kind === 'distance' ? piece.distanceM : piece.durationSec;
  }
  return sum;
}

/** Returns how many intervals of the plan have ended before the current one; null if that is uncertain. */
function countBefore(interval: IntervalTrack, totals: Totals, { pieces }: WorkoutPlan): number | null {
  const inIntervalM = totals.distanceM - interval.startTotalM;
  const isBefore = (count: number): boolean => {
    const finished = pieces.slice(0, count);
    const meters = sumOf(finished, 'distance');
    if (meters !== null) return Math.abs(meters - interval.startTotalM) <= sameM;
    const seconds = sumOf(finished, 'time');
    // In time intervals, the totals show their interval.
    if (seconds === null || inIntervalM < -sameM) return false;
    const sinceSec = totals.elapsedSec - seconds;
    if (inIntervalM <= sameM) return Math.abs(sinceSec) <= sameSec;
    return sinceSec > 0 && sinceSec <= interval.elapsedSec + sameSec;
  };
  const counts = pieces.flatMap((piece, count) =>
    count > 0 && isPiece(interval, piece) && isBefore(count) ? [count] : [],
  );
  return counts.length === 1 ? (counts[0] ?? null) : null;
}

/** Returns the time of the intervals before the current one, from the server's totals. */
function timeBefore(interval: IntervalTrack, totals: Totals): { elapsedSec: number; isExact: boolean } {
  const { elapsedSec, distanceM, startTotalM, isEnded } = interval;
  const inIntervalM = totals.distanceM - startTotalM;
  // Below the start, the athlete has rowed intervals since that the server does not have.
  if (inIntervalM <= exactM) return { elapsedSec: totals.elapsedSec, isExact: inIntervalM >= -exactM };
  const share = Math.min(1, inIntervalM / distanceM);
  const isAtEnd = isEnded && Math.abs(inIntervalM - distanceM) <= exactM;
  const sec = totals.elapsedSec - share * elapsedSec;
  return { elapsedSec: toHundredths(Math.max(0, sec)), isExact: isAtEnd };
}

/**
 * Returns the progress of a row that is taken up in the middle of intervals: the plan gives the number of the current
 * one, and the server's totals give the time of the earlier ones. Unchanged if these are known, or if the totals
 * include more.
 */
export function withTakenUp(progress: RowProgress, totals: Totals, plan: WorkoutPlan | null): RowProgress {
  const { workoutType } = progress;
  const { work, strokes } = progress.track;
  const { interval } = work;
  if (interval === null || progress.result !== null || !isIntervalWorkout(workoutType)) return progress;
  const own = elapsedBefore(work, workoutType);
  const isMore = totals.distanceM > interval.startTotalM + interval.distanceM + sameM;
  if (own.isExact || isMore || interval.startTotalM === 0) return progress;
  const known = work.uncertainFrom === null ? interval.number - 1 : null;
  const count = known ?? (plan && countBefore(interval, totals, plan));
  const seconds = count === null || plan === null ? null : sumOf(plan.pieces.slice(0, count), 'time');
  const isTimed = seconds !== null && isPiece(interval, plan?.pieces[count ?? 0]);
  const told = isTimed ? { elapsedSec: seconds, isExact: true } : timeBefore(interval, totals);
  const before =
    told.isExact || told.elapsedSec > own.elapsedSec ? told : { elapsedSec: own.elapsedSec, isExact: false };
  const number = count === null ? interval.number : count + 1;
  const moved = (stroke: RowStroke): RowStroke =>
    stroke.pieceNumber === progress.pieceNumber && stroke.interval === interval.number
      ? {
          ...stroke,
          interval: number,
          elapsedTime: toHundredths(stroke.elapsedTime + before.elapsedSec - own.elapsedSec),
        }
      : stroke;
  const counted = withWork(progress, {
    interval: { ...interval, number },
    intervalTimes: { [beforeAll]: before },
    uncertainFrom: count === null ? number : null,
  });
  const numbered = withStrokes(counted, { openStroke: strokes.openStroke && moved(strokes.openStroke) });
  return withTotals({ ...numbered, closedStrokes: progress.closedStrokes.map(moved) });
}

/** Returns a progress without the server's totals, because its row belongs to another workout of the monitor. */
export function withoutTakenUp(progress: RowProgress): RowProgress {
  const { [beforeAll]: before, ...intervalTimes } = progress.track.work.intervalTimes;
  if (before === undefined) return progress;
  return withTotals({ ...withWork(progress, { intervalTimes }), elapsedSec: 0 });
}
