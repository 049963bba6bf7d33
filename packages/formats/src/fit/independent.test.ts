// Garmin's own decoder reads what we write. Its license forbids shipping it: it is a development dependency.
import { Decoder, Stream } from '@garmin/fitsdk';
import { describe, expect, test } from 'vitest';
import { newInterval, newStroke, newWorkout } from '../workout.ts';
import { writeFit } from '../write.ts';
import { fitEpochMs } from './profile.ts';

const workout = newWorkout({
  machine: 'rower',
  startedAt: '2025-03-01T07:30:00+01:00',
  endedAt: '2025-03-01T07:34:30+01:00',
  elapsedTime: 240,
  distance: 1000,
  restTime: 30,
  restDistance: 12,
  averageHeartRate: 151,
  averageStrokeRate: 26.5,
  averagePower: 203,
  strokeCount: 106,
  calories: 60,
  title: '2x500m/0:30r',
  intervals: [
    newInterval({ kind: 'work', time: 119.6, distance: 500, averagePower: 204, strokeCount: 53 }),
    newInterval({ kind: 'rest', time: 30, distance: 12 }),
    newInterval({ kind: 'work', time: 120.4, distance: 500, averagePower: 202, strokeCount: 53 }),
  ],
  strokes: [
    newStroke({
      elapsedTime: 2.3,
      distance: 9.5,
      pace: 118.4,
      strokeRate: 25.5,
      power: 210,
      heartRate: 120,
      driveLength: 1.37,
      driveTime: 0.72,
      recoveryTime: 1.53,
      peakForce: 812.4,
      averageForce: 433.1,
      workPerStroke: 540,
      dragFactor: 118,
      forceCurve: [0, 301.5, 812.4, 250],
    }),
    newStroke({ elapsedTime: 119.6, distance: 500, pace: 120, interval: 1 }),
    newStroke({ elapsedTime: 122, distance: 510, pace: 119, interval: 2 }),
  ],
  forceCurveAxis: 'time',
});

type Message = Record<string, unknown>;
const messagesOf = (messages: Record<string, unknown>, name: string): Message[] => {
  const found = messages[`${name}Mesgs`];
  return Array.isArray(found) ? found : [];
};
const secondOf = (iso: string) => (Date.parse(iso) - fitEpochMs) / 1000;

describe("Garmin's decoder", () => {
  const decoder = new Decoder(Stream.fromByteArray([...writeFit(workout)]));
  const isWhole = decoder.isFIT() && decoder.checkIntegrity();
  const read = decoder.read({ convertDateTimesToDates: false });
  const messages: Record<string, unknown> = { ...read.messages };
  const names = messagesOf(messages, 'fieldDescription').map(({ fieldName }) => String(fieldName));

  test('finds a complete file without an error', () => {
    expect(isWhole).toBe(true);
    expect(read.errors).toEqual([]);
  });

  test('finds an activity of indoor rowing with its totals, rests included', () => {
    expect(messagesOf(messages, 'fileId')).toMatchObject([{ type: 'activity', manufacturer: 'development' }]);
    expect(messagesOf(messages, 'session')).toMatchObject([
      {
        sport: 'rowing',
        subSport: 'indoorRowing',
        startTime: secondOf('2025-03-01T06:30:00Z'),
        totalElapsedTime: 270,
        totalDistance: 1012,
        totalCycles: 106,
        totalCalories: 60,
        avgHeartRate: 151,
        avgPower: 203,
        numLaps: 3,
      },
    ]);
    expect(messagesOf(messages, 'activity')).toMatchObject([
      { numSessions: 1, localTimestamp: secondOf('2025-03-01T07:34:30Z') },
    ]);
    expect(messagesOf(messages, 'workout')).toMatchObject([{ wktName: '2x500m/0:30r' }]);
  });

  test('finds a lap and a split of each interval and rest', () => {
    expect(messagesOf(messages, 'lap')).toMatchObject([
      { intensity: 'active', totalElapsedTime: 119.6, totalDistance: 500, avgPower: 204 },
      { intensity: 'rest', totalElapsedTime: 30, totalDistance: 12 },
      { intensity: 'active', totalElapsedTime: 120.4, totalDistance: 500, avgPower: 202 },
    ]);
    expect(messagesOf(messages, 'split').map(({ splitType }) => splitType)).toEqual([
      'intervalActive',
      'intervalRest',
      'intervalActive',
    ]);
    expect(messagesOf(messages, 'splitSummary')).toMatchObject([
      { splitType: 'intervalActive', numSplits: 2, totalTimerTime: 240 },
      { splitType: 'intervalRest', numSplits: 1, totalTimerTime: 30 },
    ]);
  });

  test('finds a record of each stroke, within the seconds of its lap', () => {
    const start = secondOf('2025-03-01T06:30:00Z');
    expect(messagesOf(messages, 'record')).toMatchObject([
      { timestamp: start, distance: 0 },
      {
        timestamp: start + 2,
        distance: 9.5,
        totalCycles: 1,
        power: 210,
        heartRate: 120,
        enhancedSpeed: 4.223,
      },
      { timestamp: start + 118, distance: 500, totalCycles: 2 },
      { timestamp: start + 152, distance: 522, totalCycles: 3 },
      { totalCycles: 3 },
    ]);
    const cadences = messagesOf(messages, 'record').map(({ cadence }) => cadence);
    expect(cadences).toEqual([undefined, 26, undefined, undefined, undefined]);
  });

  test("finds the standard's fields of level 3 under its application id", () => {
    const id = '89e861586d475c989d467d29437f27b9'.match(/../g)?.map((byte) => Number.parseInt(byte, 16));
    expect(messagesOf(messages, 'developerDataId')[0]).toMatchObject({ applicationId: id });
    const described = messagesOf(messages, 'fieldDescription');
    expect(described.find(({ fieldName }) => fieldName === 'HandleForceCurve')).toMatchObject({
      developerDataIndex: 0,
      fieldDefinitionNumber: 60,
      fitBaseTypeId: 132,
      scale: 10,
      units: 'N',
    });
    const [, first, second] = messagesOf(messages, 'record').map(({ developerFields }) =>
      named(developerFields),
    );
    expect(first).toMatchObject({
      DriveLength: 1370,
      StrokeDriveTime: 720,
      DragFactor: 118,
      StrokeRecoveryTime: 1530,
      AverageDriveForceN: 4331,
      PeakDriveForceN: 8124,
      WorkoutState: 1,
      StrokeWork: 540,
      HandleForceCurve: [0, 3015, 8124, 2500],
      InstrokeAbscissaType: 1,
      InstrokeSampleInterval: 240,
      InstrokePointCount: 4,
      StrokeRate: 2550,
    });
    expect(second).not.toHaveProperty('HandleForceCurve');
    expect(second).not.toHaveProperty('DragFactor');
    expect(named(messagesOf(messages, 'session')[0]?.['developerFields'])).toMatchObject({
      RecordingStrategy: 1,
    });
  });

  /** The decoder keys developer fields by the order of their descriptions. */
  function named(fields: unknown): Message {
    return Object.fromEntries(
      Object.entries(fields ?? {}).map(([key, value]) => [names[Number(key)], value]),
    );
  }
});
