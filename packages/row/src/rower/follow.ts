import { withStrokeHeard } from '../heard/counted.ts';
import { withTotals } from '../interval.ts';
import { lengthOf } from '@boathouse/pm5/plan';
import { variableInterval, variableUndefinedRest } from '@boathouse/workout/workout-type';
import { otherRowerType } from '../machine.ts';
import type { AdditionalStatus1, AdditionalStatus2, GeneralStatus, RowerRecord } from '../records.ts';
import type { RowProgress, RowStroke } from '../state.ts';
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

/** Returns the monitor's number of the workout that a rower is followed as. */
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

/** Returns the meters of the pieces that are over, of which a monitor tells in intervals alone. */
function finishedMetersOf({ course, distanceM }: RowerTrack): number {
  if (course === null || course.pieces.length === 1) return 0;
  return course.stage === 'work' ? course.start.distanceM : distanceM;
}

/** Returns what a monitor that is set to the plan would tell of the counts. */
export function generalStatusOf(rower: RowerTrack): GeneralStatus {
  const { elapsedSec, distanceM } = workedInPiece(rower);
  const piece = rower.course?.pieces[rower.course.index];
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
 * Returns the progress as it is before the statuses of new counts. A plan that comes while its first piece is rowed changes
 * the workout under way; counts of another machine, or of one that was restarted, are of another workout.
 */
export function readyFor(progress: RowProgress, rower: RowerTrack): RowProgress {
  const { track } = progress;
  if (track.rower === null || track.interval === null) return progress;
  const isAnew = rower.distanceM < track.rower.distanceM || rower.strokeCount < track.rower.strokeCount;
  if (isAnew) return { ...progress, track: { ...track, isAbandoned: true } };
  const isPlanned = track.rower.course === null && rower.course !== null;
  return isPlanned ? { ...progress, workoutType: workoutTypeOf(rower) } : progress;
}

/** Notes a piece that has ended as an interval, again once its rest has ended. */
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

/** Adds to a progress that has the statuses what they have no place for: counts, power, intervals and strokes. */
export function withRower(
  followed: RowProgress,
  rower: RowerTrack,
  record: RowerRecord,
  atMs: number,
): RowProgress {
  const { track, phase } = followed;
  // Its machine is set to nothing, which is no Just Row that someone has chosen.
  const restTimeSec = phase === 'resting' ? restLeftSec(rower.course, atMs) : followed.restTimeSec;
  const counted = { ...followed, setup: null, restTimeSec, track: { ...track, rower } };
  const { interval } = track;
  if (phase === 'finished' || phase === 'waiting' || interval === null) return counted;
  const powered = { ...counted, powerW: phase === 'rowing' ? record.powerW : null };
  const { strokeCount, elapsedSec } = workedInPiece(rower);
  if (strokeCount <= interval.strokeCount) return withInterval(powered, rower);
  const stroke = { ...strokeOf(powered, interval.number, rower, record, atMs), number: strokeCount };
  const withIt = withTotals({
    ...powered,
    closedStrokes: [...powered.closedStrokes, stroke],
    track: { ...powered.track, interval: withStrokeHeard(interval, { strokeCount, elapsedSec }) },
  });
  return withInterval(withIt, rower);
}

/** A stroke of which the machine told the end; of its drive, force and work it tells nothing. */
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
