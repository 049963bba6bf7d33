import { ActivityCompletionSchema, ActivityPatchSchema } from '@boathouse/contract/activities';
import { LiveSampleSchema } from '@boathouse/contract/live';
import { beginRow, finishByHand, type RowProgress, type RowResult } from '@boathouse/row/reduce/progress';
import { emptyTally } from '@boathouse/row/plan/targets';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionOf, livePatchOf, resultPatchOf, sampleOf } from './row-mapping.ts';

/** Sums of tenths and hundredths with floating-point errors. */
const rowing: RowProgress = {
  ...beginRow(),
  phase: 'rowing',
  pieceNumber: 1,
  elapsedSec: 24.1 + 0.2,
  distanceM: 100.7 + 0.1,
  strokeRateSpm: 24,
  currentPaceSec: 118.40000000000001,
  averagePaceSec: 120.004,
  powerW: 210.6,
  totalCalories: 12.5,
  workoutType: 3,
};

const context = { isSimulated: false, targets: emptyTally() };
const sampled = {
  isSimulated: false,
  place: { sessionId: 's', workoutItemIndex: 0, title: 'Evening', workout: '4 x 500m @ r24 / 2:00 rest' },
  unsent: [],
};
const simulated = { ...context, isSimulated: true };

function finished(): { progress: RowProgress; result: RowResult } {
  const progress = finishByHand(rowing, 0);
  if (progress.result === null) throw new Error('A row finished by hand has a result');
  return { progress, result: progress.result };
}

describe('the request values of a row', () => {
  test('are rounded to the monitor’s resolution, and match the contract', () => {
    const patch = livePatchOf(rowing, false);
    expect(patch).toMatchObject({ elapsedTime: 24.3, distance: 100.8, currentPace: 118.4, averagePace: 120 });
    expect(patch.averagePower).toBe(203);
    expect(patch.totalCalories).toBe(13);
    expect(ActivityPatchSchema.parse(patch)).toEqual(patch);
    const sample = sampleOf(rowing, { ...sampled, isSimulated: true });
    expect(sample).toMatchObject({ distance: 100.8, isSimulated: true });
    expect(LiveSampleSchema.parse(sample)).toEqual(sample);
  });

  test.each([
    [192, 'bike', 25],
    [128, 'skierg', 203],
    [226, 'multierg', null],
  ])(
    'values on machine type %i name the machine and have its watts',
    (ergMachineType, machine, averagePower) => {
      expect(livePatchOf({ ...rowing, ergMachineType }, false)).toMatchObject({ machine, averagePower });
    },
  );

  test('leave the machine out while no monitor reports it, as for a row taken up from another device', () => {
    expect(livePatchOf(rowing, false)).not.toHaveProperty('machine');
  });

  test('values before the first stroke also match the contract', () => {
    expect(ActivityPatchSchema.safeParse(livePatchOf(beginRow(), false)).success).toBe(true);
    expect(LiveSampleSchema.safeParse(sampleOf(beginRow(), sampled)).success).toBe(true);
  });

  test('values at the end come from the result; a missing rate is not replaced by the last one received', () => {
    const { progress, result } = finished();
    const seen = { ...progress, heartRateBpm: 150, dragFactor: 110 };
    const known = resultPatchOf(
      seen,
      { ...result, averageStrokeRateSpm: 26, averageHeartRateBpm: 161, averagePowerW: 190, dragFactor: 98 },
      context,
    );
    expect(known).toMatchObject({ strokeRate: 26, heartRate: 161, averagePower: 190, dragFactor: 98 });
    const unknown = resultPatchOf(
      seen,
      {
        ...result,
        averageStrokeRateSpm: null,
        averageHeartRateBpm: null,
        averagePowerW: null,
        totalCalories: null,
        dragFactor: null,
      },
      context,
    );
    expect(unknown).toMatchObject({
      strokeRate: null,
      heartRate: null,
      totalCalories: null,
      dragFactor: 110,
    });
    // Calculated from the pace of the result.
    expect(unknown.averagePower).toBe(Math.round(2.8 / ((result.averagePaceSec ?? 0) / 500) ** 3));
    for (const patch of [known, unknown]) expect(ActivityPatchSchema.parse(patch)).toEqual(patch);
  });

  test('match the contract for any distance and time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 36_000, noNaN: true }),
        fc.double({ min: 0, max: 50_000, noNaN: true }),
        fc.integer({ min: 0, max: 1_000 }),
        (elapsedSec, distanceM, strokeCount) => {
          const progress = finishByHand({ ...rowing, elapsedSec, distanceM, strokeCount }, 0);
          if (progress.result === null) throw new Error('A row finished by hand has a result');
          const patch = resultPatchOf(progress, progress.result, context);
          expect(ActivityPatchSchema.safeParse(patch).error).toBeUndefined();
          expect(LiveSampleSchema.safeParse(sampleOf(progress, sampled)).error).toBeUndefined();
        },
      ),
      {
        examples: [
          [36_000, 0.1, 1],
          [0.01, 0.5, 1],
          [0.1, 0.5, 1],
        ],
      },
    );
  });

  test('have a summary without a log entry when the monitor sent none', () => {
    const { progress, result } = finished();
    expect(resultPatchOf(progress, result, context).summary).toMatchObject({
      logEntryDate: null,
      logEntryTime: null,
      recoveryHeartRate: null,
      source: 'byHand',
    });
  });

  test('count the strokes that kept a target, and nothing without one', () => {
    const { progress, result } = finished();
    expect(resultPatchOf(progress, result, context).summary?.targets).toBeNull();
    const targets = { ...emptyTally(), strokeRate: { strokes: 250, kept: 240 } };
    const patch = resultPatchOf(progress, result, { ...context, targets });
    expect(patch.summary?.targets).toEqual({ strokeRate: { strokes: 250, kept: 240 }, pace: null });
    expect(ActivityPatchSchema.parse(patch)).toEqual(patch);
  });

  test('values of the completion have the result and the zone if known', () => {
    const { progress, result } = finished();
    const patch = resultPatchOf(progress, result, simulated);
    const timeZone = 'America/St_Johns';
    // The server has the values of the last sample.
    const unknown = { strokeRate: null, heartRate: null };
    expect(completionOf(progress, { ...simulated, timeZone, isLeft: false })).toEqual({ ...patch, timeZone });
    expect(completionOf(progress, { ...simulated, timeZone: null, isLeft: false })).toEqual(patch);
    expect(completionOf(rowing, { ...context, timeZone, isLeft: false })).toEqual({ ...unknown, timeZone });
    expect(completionOf(rowing, { ...context, timeZone: null, isLeft: false })).toEqual(unknown);
    const completion = completionOf(progress, { ...simulated, timeZone, isLeft: false });
    expect(ActivityCompletionSchema.parse(completion)).toEqual(completion);
  });
});

test('a completion is partial while the time of an interval is a lower bound', () => {
  const part = finishByHand({ ...rowing, workoutType: 7, elapsedIsExact: false }, 0);
  const completion = completionOf(part, { ...context, timeZone: null, isLeft: false });
  expect(completion).toMatchObject({ isPartial: true, averagePace: null, averagePower: null });
  expect(ActivityCompletionSchema.parse(completion)).toEqual(completion);
  const { progress } = finished();
  expect(completionOf(progress, { ...context, timeZone: null, isLeft: false })).not.toHaveProperty(
    'isPartial',
  );
});

describe('a live sample', () => {
  const split = {
    splitNumber: 1,
    timeSec: 118.2,
    distanceM: 500,
    averagePaceSec: 118.2,
    restTimeSec: 0,
    restDistanceM: 0,
    averageStrokeRateSpm: 24,
    averageHeartRateBpm: null,
    averagePowerW: null,
    calories: null,
  };

  test('has the remainder, the last split, the projection, unsent strokes and whether targets are kept', () => {
    const progress: RowProgress = {
      ...rowing,
      workoutType: 7,
      intervalNumber: 2,
      dragFactor: 118,
      remaining: { kind: 'distance', distanceM: 399.2 },
      projection: { kind: 'time', elapsedSec: 119.31 },
      splits: [split],
    };
    const sample = sampleOf(progress, sampled);
    expect(sample).toMatchObject({
      power: 211,
      dragFactor: 118,
      interval: 2,
      left: { kind: 'distance', value: 399.2 },
      projected: { kind: 'time', value: 119.31 },
      lastSplit: { number: 1, time: 118.2, distance: 500, pace: 118.2 },
      unsent: 0,
      inTarget: true,
    });
    expect(LiveSampleSchema.parse(sample)).toEqual(sample);
  });

  test('counts down a rest, in which no target can be kept', () => {
    const resting = { ...rowing, phase: 'resting' as const, restTimeSec: 41.5, dragFactor: null };
    const sample = sampleOf(resting, sampled);
    expect(sample.left).toEqual({ kind: 'rest', value: 41.5 });
    for (const field of ['power', 'dragFactor', 'inTarget', 'projected', 'lastSplit', 'interval']) {
      expect(sample).not.toHaveProperty(field);
    }
  });
});
