import { withStrokeHeard } from '../heard/counted.ts';
import { withTotals } from '../interval.ts';
import { otherRowerType } from '../machine.ts';
import type { AdditionalStatus1, AdditionalStatus2, GeneralStatus, RowerRecord } from '../records.ts';
import type { RowProgress, RowStroke } from '../state.ts';
import { averagePowerOf, stillMaxSec, type RowerTrack } from './counts.ts';

const justRow = 0;
const noInterval = 255;
const [waitToBegin, workoutRow] = [0, 1];

/** Returns what a monitor would tell of the counts: statuses of a Just Row. */
export function statusesOf(
  rower: RowerTrack,
  record: RowerRecord,
): [GeneralStatus, AdditionalStatus1, ...AdditionalStatus2[]] {
  const { elapsedSec, distanceM, strokeCount, calories } = rower;
  const isStill = rower.stillSec > stillMaxSec;
  const averagePowerW = averagePowerOf(rower);
  const isBegun = distanceM > 0 || strokeCount > 0;
  return [
    {
      kind: 'generalStatus',
      elapsedSec,
      distanceM,
      workoutType: justRow,
      intervalType: noInterval,
      workoutState: isBegun ? workoutRow : waitToBegin,
      rowingState: isStill || !isBegun ? 0 : 1,
      strokeState: 0,
      totalWorkDistanceM: 0,
      workoutDuration: 0,
      workoutDurationType: 0,
      dragFactor: 0,
    },
    {
      kind: 'additionalStatus1',
      elapsedSec,
      speedMPerSec: 0,
      strokeRateSpm: rower.strokeRateSpm ?? 0,
      heartRateBpm: record.heartRateBpm,
      beltHeartRateBpm: record.beltHeartRateBpm ?? null,
      currentPaceSec: isStill ? null : record.paceSec,
      averagePaceSec: null,
      restDistanceM: 0,
      restTimeSec: 0,
      averagePowerW,
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

/** Adds to a progress that has the statuses what they have no place for: counts, power and strokes. */
export function withRower(
  followed: RowProgress,
  rower: RowerTrack,
  record: RowerRecord,
  atMs: number,
): RowProgress {
  const { track, phase } = followed;
  // Its machine is set to nothing, which is no Just Row that someone has chosen.
  const counted = { ...followed, setup: null, track: { ...track, rower } };
  const { interval } = track;
  if (phase === 'finished' || phase === 'waiting' || interval === null) return counted;
  const powered = { ...counted, powerW: phase === 'rowing' ? record.powerW : null };
  if (rower.strokeCount <= interval.strokeCount) return powered;
  const stroke = strokeOf(powered, interval.number, rower, record, atMs);
  return withTotals({
    ...powered,
    closedStrokes: [...powered.closedStrokes, stroke],
    track: { ...powered.track, interval: withStrokeHeard(interval, rower) },
  });
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
