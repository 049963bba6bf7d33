import { withStrokeHeard } from '../counted.ts';
import { withTotals } from '../interval.ts';
import { lengthOf, type Work } from '@boathouse/pm5/plan';
import { variableInterval, variableUndefinedRest } from '@boathouse/workout/workout-type';
import { otherRowerType } from '../machine.ts';
import type { AdditionalStatus1, AdditionalStatus2, GeneralStatus, RowerRecord } from '../records.ts';
import { withWork, type RowProgress, type RowStroke } from '../state.ts';
import { followSplit } from '../splits.ts';
import { averagePowerOf, stillMaxSec, type RowerTrack } from './counts.ts';
import { restLeftSec, workedInPiece } from './course.ts';

/** The monitor's numbers. Source: Concept2 PM CSAFE Definition 0.25. */
const justRow = 0;
const single = { distance: 2, time: 4, calories: 10 } as const;
const noInterval = 255;
const waitToBegin = 0;
const working = { alone: 1, distance: 5, time: 4, calories: 5 } as const;
const [atRest, workToRest, workoutEnd] = [3, 9, 10];
const durationIn = { distance: 0x80, time: 0, calories: 0x40 } as const;

/** Returns the monitor's number of the workout that represents an erg of another maker. */
function workoutTypeOf({ course }: RowerTrack): number {
  const [first, ...others] = course?.pieces ?? [];
  if (first === undefined) return justRow;
  if (others.length === 0) return single[first.kind];
  return course?.pieces.some(({ restSec }) => restSec === null) ? variableUndefinedRest : variableInterval;
}

function workoutStateOf({ course, distanceM, strokeCount }: RowerTrack): number {
  if (course?.stage === 'over') return workoutEnd;
  if (course?.stage === 'end') return workToRest;
  if (course?.stage === 'rest') return atRest;
  if (distanceM === 0 && strokeCount === 0) return waitToBegin;
  const piece = course?.pieces[course.index];
  return piece === undefined || course?.pieces.length === 1 ? working.alone : working[piece.kind];
}

/** Returns the meters of the finished pieces, which a monitor reports only in intervals. */
function finishedMetersOf({ course, distanceM }: RowerTrack): number {
  if (course === null || course.pieces.length === 1) return 0;
  return course.stage === 'work' ? course.start.distanceM : distanceM;
}

/**
 * Returns the piece with a remaining length; null without one, and for a distance on a machine that sends no meters.
 */
function followedPieceOf({ course, machine }: RowerTrack): Work | undefined {
  const piece = course?.pieces[course.index];
  return piece?.kind === 'distance' && machine.distanceM === null ? undefined : piece;
}

/** Returns the status that a monitor set to the plan would send for the counts. */
export function generalStatusOf(rower: RowerTrack): GeneralStatus {
  const { elapsedSec, distanceM } = workedInPiece(rower);
  const piece = followedPieceOf(rower);
  const isStill = rower.stillSec > stillMaxSec || (distanceM === 0 && rower.strokeCount === 0);
  return {
    kind: 'generalStatus',
    elapsedSec,
    distanceM,
    workoutType: workoutTypeOf(rower),
    intervalType: noInterval,
    workoutState: workoutStateOf(rower),
    rowingState: isStill ? 0 : 1,
    strokeState: 0,
    totalWorkDistanceM: finishedMetersOf(rower),
    workoutDuration: piece === undefined ? 0 : lengthOf(piece),
    workoutDurationType: piece === undefined ? 0 : durationIn[piece.kind],
    dragFactor: 0,
  };
}

/** Returns the statuses of a monitor that is set to the plan, or to Just Row without one. */
export function statusesOf(
  rower: RowerTrack,
  record: RowerRecord,
  atMs: number,
): [GeneralStatus, AdditionalStatus1, ...AdditionalStatus2[]] {
  const { calories } = rower;
  const general = generalStatusOf(rower);
  const { elapsedSec } = general;
  return [
    general,
    {
      kind: 'additionalStatus1',
      elapsedSec,
      speedMPerSec: 0,
      strokeRateSpm: rower.strokeRateSpm ?? 0,
      heartRateBpm: record.heartRateBpm,
      beltHeartRateBpm: record.beltHeartRateBpm ?? null,
      currentPaceSec: rower.stillSec > stillMaxSec ? null : record.paceSec,
      averagePaceSec: null,
      restDistanceM: rower.course?.restDistanceM ?? 0,
      restTimeSec: restLeftSec(rower.course, atMs) ?? 0,
      averagePowerW: averagePowerOf(rower),
      ergMachineType: otherRowerType,
    },
    ...(calories === null
      ? []
      : [
          {
            kind: 'additionalStatus2' as const,
            elapsedSec,
            intervalCount: 0,
            averagePowerW: null,
            totalCalories: calories,
            splitAveragePaceSec: null,
            splitAveragePowerW: 0,
            splitAverageCalories: 0,
            lastSplitTimeSec: 0,
            lastSplitDistanceM: 0,
          },
        ]),
  ];
}

/**
 * Returns the progress before the statuses of new counts. A plan that arrives during its first piece changes the
 * workout under way. Counts of another machine, or of a restarted one, belong to another workout.
 */
export function readyFor(progress: RowProgress, rower: RowerTrack): RowProgress {
  const { track } = progress;
  if (track.rower === null || track.work.interval === null) return progress;
  const isAnew = rower.distanceM < track.rower.distanceM || rower.strokeCount < track.rower.strokeCount;
  if (isAnew) return withWork(progress, { isAbandoned: true });
  const isPlanned = track.rower.course === null && rower.course !== null;
  return isPlanned ? { ...progress, workoutType: workoutTypeOf(rower) } : progress;
}

/** Notes a finished piece as an interval, again once its rest has ended. */
function withInterval(progress: RowProgress, { course, ...counts }: RowerTrack): RowProgress {
  if (course === null || course.pieces.length === 1 || course.stage === 'work') return progress;
  const splitNumber = course.index + 1;
  const known = progress.splits.find((split) => split.splitNumber === splitNumber);
  if (known !== undefined && known.restDistanceM === course.restDistanceM) return progress;
  const worked = workedInPiece({ ...counts, course });
  const isLast = splitNumber === course.pieces.length;
  const noted = followSplit(progress, {
    kind: 'splitIntervalData',
    elapsedSec: worked.elapsedSec,
    distanceM: worked.distanceM,
    splitTimeSec: worked.elapsedSec,
    splitDistanceM: worked.distanceM,
    restTimeSec: isLast ? 0 : (course.pieces[course.index]?.restSec ?? 0),
    restDistanceM: course.restDistanceM,
    splitType: 0,
    splitNumber,
  });
  const { elapsedSec, strokeCount, calories } = worked;
  return {
    ...noted,
    splits: noted.splits.map((split) =>
      split.splitNumber === splitNumber
        ? {
            ...split,
            averageStrokeRateSpm:
              strokeCount > 0 && elapsedSec > 0 ? Math.round((60 * strokeCount) / elapsedSec) : null,
            averagePowerW: averagePowerOf(worked),
            calories,
          }
        : split,
    ),
  };
}

/** Adds the values that the statuses lack: counts, power, intervals and strokes. */
export function withRower(
  followed: RowProgress,
  rower: RowerTrack,
  record: RowerRecord,
  atMs: number,
): RowProgress {
  const { track, phase } = followed;
  // Its machine has no setup, which does not mean that the athlete chose Just Row.
  const restTimeSec = phase === 'resting' ? restLeftSec(rower.course, atMs) : followed.restTimeSec;
  const counted = { ...followed, setup: null, restTimeSec, track: { ...track, rower } };
  const { interval } = track.work;
  if (phase === 'finished' || phase === 'waiting' || interval === null) return counted;
  const powered = { ...counted, powerW: phase === 'rowing' ? record.powerW : null };
  const { strokeCount, elapsedSec } = workedInPiece(rower);
  if (strokeCount <= interval.strokeCount) return withInterval(powered, rower);
  const stroke = { ...strokeOf(powered, interval.number, rower, record, atMs), number: strokeCount };
  const heard = withWork(powered, { interval: withStrokeHeard(interval, { strokeCount, elapsedSec }) });
  const withIt = withTotals({ ...heard, closedStrokes: [...powered.closedStrokes, stroke] });
  return withInterval(withIt, rower);
}

/** Returns a stroke at its end. The machine does not send its drive, force and work. */
function strokeOf(
  progress: RowProgress,
  interval: number,
  rower: RowerTrack,
  { paceSec, powerW }: RowerRecord,
  heardAtMs: number,
): RowStroke {
  return {
    pieceNumber: progress.pieceNumber,
    heardAtMs,
    number: rower.strokeCount,
    interval,
    elapsedTime: progress.elapsedSec,
    distance: progress.distanceM,
    pace: paceSec,
    strokeRate: rower.strokeRateSpm,
    heartRate: progress.heartRateBpm,
    power: powerW === null ? null : Math.max(0, powerW),
    driveLength: null,
    driveTime: null,
    recoveryTime: null,
    strokeDistance: null,
    peakForce: null,
    averageForce: null,
    workPerStroke: null,
    calories: rower.calories,
    forceCurve: null,
    rowedAfterMs: null,
  };
}
