/**
 * Reduces the records of a monitor to one athlete's progress in one activity. Pure, over plain data, so that the state
 * can be stored, reloaded and replayed.
 *
 * After a gap (a reload, a Bluetooth drop, joining in the middle), these values are known:
 * - Distance is always right to a meter: the monitor's own total of finished intervals plus the current interval. Only
 *   joining at the very end of an interval workout with missed intervals can leave the last one out.
 * - Elapsed time is right in a single piece, because the monitor counts through. In an interval workout the time of a
 *   missed interval is known from its split record if that arrives, and from the set duration if all last the same;
 *   otherwise `elapsedSec` lacks it and `elapsedIsExact` is false. The monitor's summary always gives the exact time.
 * - `intervalNumber` is exact in a fixed distance interval workout, elsewhere a lower bound until the next split
 *   record, which has the monitor's own number.
 * - A row that is taken up from another device has both by its plan and the server's totals (`taken-up`).
 * - Strokes and splits of the gap are lost; the monitor does not repeat them.
 */
import type { Work } from '@boathouse/pm5/plan';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import {
  beginMonitorWorkout,
  hasGoneBack,
  moveToNext,
  recordPositionOf,
  stayIn,
  withCalories,
  withTotals,
} from './interval.ts';
import {
  countdownPause,
  rowingInactive,
  stageOf,
  programmedOf,
  TERMINATE,
  toHundredths,
  toTenths,
  type AdditionalStatus1,
  type AdditionalStatus2,
  type AdditionalStrokeData,
  type GeneralStatus,
  type RowerRecord,
  type RowRecord,
  type Stage,
} from './records.ts';
import { withCurveChunk } from './force-curve.ts';
import { onErgOf, readyForErg, standingBy } from './erg-change.ts';
import { isOtherWorkout, isUnheardEnd } from './other-workout.ts';
import { heartAfter, heartRateIn } from './heart-rate.ts';
import {
  dropLateSummary,
  finishFromStatus,
  followAdditionalSummary,
  followAdditionalSummary2,
  followHeldSummary,
  followSummary,
  summaryTimeoutMs,
} from './result.ts';
import { powerWOfRow } from './machine.ts';
import { noteSetup } from './setup.ts';
import { followAdditionalSplit, followSplit } from './splits.ts';
import { rowerAfter } from './rower/counts.ts';
import { afterRest, restLeftSec } from './rower/course.ts';
import { generalStatusOf, readyFor, statusesOf, withRower } from './rower/follow.ts';
import {
  clearMonitorWorkout,
  emptyProgress,
  isRowed,
  withStrokes,
  withSummary,
  withWork,
  type IntervalTrack,
  type Projection,
  type RowPhase,
  type RowProgress,
} from './state.ts';
import {
  closeOverdueStroke,
  closeStroke,
  followEarlyStrokes,
  followStroke,
  limitWait,
  withStrokePower,
  withStrokeStatus,
} from './strokes.ts';

export type { RowRecord } from './records.ts';
export type { RowProgress, RowResult } from './state.ts';
export { takeStrokes } from './strokes.ts';

type Done = { elapsedSec: number; distanceM: number; calories: number | null };

function remainingOf(programmed: Work | null, done: Done): Work | null {
  switch (programmed?.kind) {
    case undefined:
      return null;
    case 'distance':
      return { kind: 'distance', distanceM: Math.max(0, toTenths(programmed.distanceM - done.distanceM)) };
    case 'time':
      return {
        kind: 'time',
        durationSec: Math.max(0, toHundredths(programmed.durationSec - done.elapsedSec)),
      };
    case 'calories':
      return done.calories === null
        ? null
        : { kind: 'calories', calories: Math.max(0, programmed.calories - done.calories) };
  }
}

const nothingDone: Done = { elapsedSec: 0, distanceM: 0, calories: 0 };

/** Before the first stroke: idle shows the programmed workout; the end of an earlier workout is ignored. */
function followWhileWaiting(progress: RowProgress, record: GeneralStatus, stage: Stage): RowProgress {
  const { earlyStrokes } = progress.track.strokes;
  // A stroke that arrives before the state 'rowing' belongs to this workout while the flywheel moves.
  const keepsStrokes = stage === 'work' || (stage === 'idle' && record.distanceM > 0);
  return {
    ...withStrokes(progress, { earlyStrokes: keepsStrokes ? earlyStrokes : [] }),
    phase: 'waiting',
    workoutType: record.workoutType,
    remaining: stage === 'over' ? null : remainingOf(programmedOf(record), nothingDone),
    dragFactor: record.dragFactor > 0 ? record.dragFactor : progress.dragFactor,
  };
}

/** Copies the current values of a record whose interval is known. */
function withMoment(progress: RowProgress, record: GeneralStatus, phase: RowPhase): RowProgress {
  return withInterval({
    ...progress,
    phase,
    dragFactor: record.dragFactor > 0 ? record.dragFactor : progress.dragFactor,
    restTimeSec: phase === 'resting' ? progress.restTimeSec : null,
  });
}

/** Derives the displayed values of the current interval. */
function withInterval(progress: RowProgress): RowProgress {
  const { phase, track } = progress;
  const interval = phase === 'rowing' || phase === 'paused' ? track.work.interval : null;
  return withTotals({
    ...progress,
    remaining: interval === null ? null : remainingOf(interval.target, interval),
    projection: interval?.projection ?? null,
  });
}

function phaseOf(record: GeneralStatus, stage: Stage): RowPhase {
  if (stage === 'rest') return 'resting';
  const isStill = record.rowingState === rowingInactive && record.distanceM > 0;
  return isStill || record.workoutState === countdownPause ? 'paused' : 'rowing';
}

function withLimitedWait(progress: RowProgress, atMs: number): RowProgress {
  return withStrokes(progress, limitWait(progress.track.strokes, atMs));
}

function startMonitorWorkout(
  progress: RowProgress,
  record: GeneralStatus,
  stage: Stage,
  atMs: number,
): RowProgress {
  const begun = beginMonitorWorkout(clearMonitorWorkout(closeStroke(progress, null)), record, stage);
  return followEarlyStrokes(withMoment(begun, record, phaseOf(record, stage)), atMs);
}

function followEnd(
  progress: RowProgress,
  interval: IntervalTrack,
  record: GeneralStatus,
  atMs: number,
): RowProgress {
  const { work, summary } = progress.track;
  if (work.isAbandoned) return progress;
  const isTerminated = record.workoutState === TERMINATE;
  // A few meters from moving the handle are not a result.
  if (isTerminated && !isRowed(progress) && !isRowed({ ...progress, distanceM: record.distanceM })) {
    return followWhileWaiting(clearMonitorWorkout(progress), record, 'over');
  }
  if (isUnheardEnd(progress, interval, record)) {
    return progress.phase === 'ending' ? progress : abandoned(progress, record, 'over');
  }
  const isSameKind = isIntervalWorkout(record.workoutType) === isIntervalWorkout(progress.workoutType);
  const position = isSameKind ? recordPositionOf(interval, record, 'over') : null;
  let moved = work;
  if (position?.where === 'next') moved = moveToNext(work, interval, record, 'over', position.startTotalM);
  if (position?.where === 'same') moved = stayIn(work, interval, record, 'over', position);
  const isFirst = progress.phase !== 'ending';
  const ended = withSummary(withWork(progress, moved), {
    endedAtMs: isFirst ? atMs : summary.endedAtMs,
    isTerminated: isFirst ? isTerminated : summary.isTerminated,
  });
  const hasTotals = !hasGoneBack(interval, record);
  return followHeldSummary(withLimitedWait(withMoment(ended, record, 'ending'), atMs), hasTotals);
}

function followRowing(
  progress: RowProgress,
  interval: IntervalTrack,
  record: GeneralStatus,
  stage: Stage,
  atMs: number,
): RowProgress {
  const position = isOtherWorkout(progress, record)
    ? ({ where: 'newWorkout' } as const)
    : recordPositionOf(interval, record, stage);
  const { work, summary } = progress.track;
  const isEnding = progress.phase === 'ending';
  // A monitor that has terminated a workout never continues it, even if its values would fit.
  const isTerminated = isEnding && summary.isTerminated;
  const isNewMonitorWorkout = isTerminated || work.isAbandoned || position.where === 'newWorkout';
  if (isEnding && !isTerminated && (isNewMonitorWorkout || hasGoneBack(interval, record))) {
    // A completed workout is the result even without a summary.
    return finishFromStatus(progress, 'lastStatus');
  }
  if (isNewMonitorWorkout) return startMonitorWorkout(progress, record, stage, atMs);

  const phase = phaseOf(record, stage);
  if (position.where === 'same') {
    const stayed = withWork(progress, stayIn(work, interval, record, stage, position));
    const moment = withMoment(withSummary(stayed, { endedAtMs: null }), record, phase);
    return phase === 'resting' ? withLimitedWait(moment, atMs) : dropLateSummary(moment);
  }
  const next = withWork(progress, moveToNext(work, interval, record, stage, position.startTotalM));
  const moved = withLimitedWait(withSummary(next, { endedAtMs: null }), atMs);
  return followEarlyStrokes(withMoment(moved, record, phase), atMs);
}

/** Back at 'wait to begin' without an end: the athlete starts over, or the end was in a gap. */
function followIdle(progress: RowProgress, interval: IntervalTrack, record: GeneralStatus): RowProgress {
  if (progress.phase === 'ending') return progress;
  if (progress.distanceM === 0) return followWhileWaiting(clearMonitorWorkout(progress), record, 'idle');
  if (!hasGoneBack(interval, record)) return progress;
  return abandoned(progress, record, 'idle');
}

/** Leaves a workout that the monitor no longer shows. */
function abandoned(progress: RowProgress, record: GeneralStatus, stage: Stage): RowProgress {
  const { workoutType, dragFactor } = progress;
  const left = withWork(closeStroke(progress, null), { isAbandoned: true });
  return { ...followWhileWaiting(left, record, stage), workoutType, dragFactor, projection: null };
}

/**
 * Without the monitor's own summary, which may still replace the result, follows the monitor only to see whether it is
 * still in that workout. After the monitor's end, any rowing belongs to another workout.
 */
function followAfterFinish(progress: RowProgress, record: GeneralStatus, stage: Stage): RowProgress {
  const { result } = progress;
  const { work, summary } = progress.track;
  const { interval } = work;
  if (result === null || result.logEntry !== null || interval === null || work.isAbandoned) return progress;
  if (result.source === 'lastStatus') {
    const isAbandoned = stage === 'work' || stage === 'rest';
    return isAbandoned ? withWork(progress, { isAbandoned }) : progress;
  }
  if (stage === 'idle') return progress;
  const position = recordPositionOf(interval, record, stage);
  const isRowedOn = summary.isTerminated && stage !== 'over';
  if (isOtherWorkout(progress, record) || isRowedOn || position.where === 'newWorkout') {
    return withWork(progress, { isAbandoned: true });
  }
  const isTerminated = summary.isTerminated || record.workoutState === TERMINATE;
  const after =
    position.where === 'same'
      ? stayIn(work, interval, record, stage, position)
      : moveToNext(work, interval, record, stage, position.startTotalM);
  return withSummary(withWork(progress, after), { isTerminated });
}

function followGeneralStatus(progress: RowProgress, record: GeneralStatus, atMs: number): RowProgress {
  const stage = stageOf(record.workoutState);
  if (stage === null) return progress;
  if (progress.phase === 'finished') return followAfterFinish(progress, record, stage);
  const seen = withWork(progress, { workoutState: record.workoutState });
  const { interval } = seen.track.work;
  if (interval === null) {
    const begins = stage === 'rest' || (stage === 'work' && record.workoutState !== countdownPause);
    return begins ? startMonitorWorkout(seen, record, stage, atMs) : followWhileWaiting(seen, record, stage);
  }
  if (stage === 'over') return followEnd(seen, interval, record, atMs);
  if (stage === 'idle') return followIdle(seen, interval, record);
  return followRowing(seen, interval, record, stage, atMs);
}

/** Returns the machine that the row began on: another monitor can be connected in the middle of it. */
function machineTypeAfter(progress: RowProgress, record: AdditionalStatus1): number | null {
  const { ergMachineType: known } = progress;
  const told = record.ergMachineType;
  return isRowed(progress) ? (known ?? told) : (told ?? known);
}

function followStatus1(progress: RowProgress, record: AdditionalStatus1): RowProgress {
  if (progress.phase === 'finished') return progress;
  const beating = {
    ...progress,
    heartRateBpm: heartRateIn(record),
    ergMachineType: machineTypeAfter(progress, record),
  };
  if (progress.phase === 'waiting') return beating;
  const { track } = progress;
  const work = {
    ...track.work,
    monitorAveragePaceSec: record.averagePaceSec ?? track.work.monitorAveragePaceSec,
    monitorAveragePowerW: record.averagePowerW ?? track.work.monitorAveragePowerW,
  };
  const heart = heartAfter(track.heart, record, beating.elapsedSec);
  const strokes = withStrokeStatus(track.strokes, record, { ...beating, interval: work.interval });
  return withTotals({
    ...beating,
    strokeRateSpm: record.strokeRateSpm,
    currentPaceSec: record.currentPaceSec,
    powerW: powerWOfRow(beating, record.currentPaceSec),
    restTimeSec: progress.phase === 'resting' ? record.restTimeSec : null,
    track: { ...track, work, strokes, heart },
  });
}

function followStatus2(progress: RowProgress, record: AdditionalStatus2): RowProgress {
  if (progress.phase === 'finished' || progress.phase === 'waiting') return progress;
  const counted = withCalories(progress.track.work, record.totalCalories);
  const work = { ...counted, monitorAveragePowerW: record.averagePowerW ?? counted.monitorAveragePowerW };
  const followed = {
    ...withWork(progress, work),
    totalCalories: Math.max(progress.totalCalories, work.earlierCalories + work.monitorCalories),
  };
  return work.interval === null ? followed : withInterval(followed);
}

/** A projection belongs to an interval if their clocks differ by at most this. */
const sameMomentSec = 3;

/** Keeps the projection of 0x36, which is valid only for the current interval. */
function followProjection(progress: RowProgress, record: AdditionalStrokeData): RowProgress {
  const { interval } = progress.track.work;
  if (interval === null || interval.isEnded || progress.phase !== 'rowing') return progress;
  if (Math.abs(record.elapsedSec - interval.elapsedSec) > sameMomentSec) return progress;
  const projection = projectionOf(record, interval);
  if (projection === null) return progress;
  return withInterval(withWork(progress, { interval: { ...interval, projection } }));
}

/** Handles 0x36: the power of a stroke, and the projection. */
function followStrokePower(progress: RowProgress, record: AdditionalStrokeData): RowProgress {
  if (progress.phase === 'finished') return progress;
  const { work, strokes } = progress.track;
  return followProjection(withStrokes(progress, withStrokePower(strokes, record, work.interval)), record);
}

/** The monitor sends 0 if it has no projection, and a value behind the present one before it has measured. */
function projectionOf(record: AdditionalStrokeData, interval: IntervalTrack): Projection | null {
  const { projectedWorkTimeSec: elapsedSec, projectedWorkDistanceM: distanceM } = record;
  if (interval.target?.kind === 'time') {
    return distanceM >= interval.distanceM ? { kind: 'distance', distanceM } : null;
  }
  return interval.target !== null && elapsedSec >= interval.elapsedSec ? { kind: 'time', elapsedSec } : null;
}

/** Handles an erg of another maker like a monitor that is set to the plan of the row, or to Just Row. */
function followRower(progress: RowProgress, record: RowerRecord, atMs: number): RowProgress {
  if (progress.phase === 'finished') return progress;
  return rowerAfter(progress.track.rower, record, atMs).reduce<RowProgress>((before, rower) => {
    const followed = statusesOf(rower, record, atMs).reduce<RowProgress>(
      (one, status) => follow(one, status, atMs),
      readyFor(before, rower),
    );
    const after = withRower(followed, rower, record, atMs);
    // Such an erg has no summary to wait for.
    return after.phase === 'ending' ? finishFromStatus(after, 'lastStatus') : after;
  }, progress);
}

/** An erg of another maker may send nothing in a rest, which continues by the clock. */
function tickRest(progress: RowProgress, atMs: number): RowProgress {
  const { phase, track } = progress;
  if (phase !== 'resting' || track.rower === null) return progress;
  const rower = afterRest(track.rower, atMs);
  if (rower === track.rower) {
    const restTimeSec = restLeftSec(rower.course, atMs);
    return restTimeSec === progress.restTimeSec ? progress : { ...progress, restTimeSec };
  }
  const followed = followGeneralStatus(progress, generalStatusOf(rower), atMs);
  return { ...followed, track: { ...followed.track, rower } };
}

function follow(progress: RowProgress, record: RowRecord, atMs: number): RowProgress {
  switch (record.kind) {
    case 'generalStatus':
      return noteSetup(followGeneralStatus(progress, record, atMs), record);
    case 'additionalStatus1':
      return followStatus1(progress, record);
    case 'additionalStatus2':
      return followStatus2(progress, record);
    case 'strokeData':
      return followStroke(progress, record, atMs);
    case 'additionalStrokeData':
      return followStrokePower(progress, record);
    case 'splitIntervalData':
      return followSplit(progress, record);
    case 'additionalSplitIntervalData':
      return followAdditionalSplit(progress, record);
    case 'endOfWorkoutSummary':
      return followSummary(progress, record);
    case 'additionalEndOfWorkoutSummary':
      return followAdditionalSummary(progress, record);
    case 'additionalEndOfWorkoutSummary2':
      return followAdditionalSummary2(progress, record);
    case 'rowerData':
      return followRower(progress, record, atMs);
    case 'forceCurveChunk':
      if (progress.phase === 'finished') return progress;
      return withStrokes(progress, withCurveChunk(progress.track.strokes, record));
    default:
      return progress;
  }
}

/**
 * Returns the progress of an activity at its start. A workout that is already finished on the monitor does not belong
 * to it.
 */
export function beginRow(): RowProgress {
  return emptyProgress();
}

/** Advances time without a record: finishes a row from its last values when no summary arrives within 5 s of its end. */
export function tickRow(progress: RowProgress, atMs: number): RowProgress {
  const { endedAtMs } = progress.track.summary;
  const isOverdue = progress.phase === 'ending' && endedAtMs !== null && atMs - endedAtMs >= summaryTimeoutMs;
  if (isOverdue) return finishFromStatus(progress, 'lastStatus');
  return closeOverdueStroke(tickRest(progress, atMs), atMs);
}

/**
 * Returns the progress after one more record. Records arrive in the monitor's order; `atMs` is any clock in
 * milliseconds that continues over a reload. The same record twice in a row changes nothing. Never throws.
 */
export function reduceRow(progress: RowProgress, record: RowRecord, atMs: number): RowProgress {
  const ready = readyForErg(progress, record);
  if (ready === null) return tickRow(standingBy(progress, record), atMs);
  const followed = follow(ready, record, atMs);
  const hasBegun = followed.pieceNumber !== progress.pieceNumber;
  return tickRow(hasBegun ? onErgOf(followed, ready, record) : followed, atMs);
}

/** Finishes a row by hand: the values so far are the result. Does not change a finished row. */
export function finishByHand(progress: RowProgress, atMs: number): RowProgress {
  if (progress.phase === 'finished') return progress;
  const finished = finishFromStatus(progress, 'byHand');
  return withSummary(finished, { endedAtMs: progress.track.summary.endedAtMs ?? atMs });
}
