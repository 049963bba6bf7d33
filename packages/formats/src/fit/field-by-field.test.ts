// Each field is compared with Garmin's own decoder, a development dependency: its license forbids shipping it.
import { Decoder, Stream } from '@garmin/fitsdk';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { newInterval, newStroke, newWorkout, type Workout } from '../workout.ts';
import { writeFit } from '../write.ts';
import { decodeFit } from './decode.ts';
import type { MessageName } from './profile.ts';
import { readFit } from './read.ts';

const names = ['fileId', 'session', 'lap', 'record'] as const satisfies MessageName[];
type Fields = Record<string, unknown>;

/** The values that Garmin's decoder finds in a message, as numbers, without developer fields and derived fields. */
function ofGarmin(bytes: Uint8Array, name: MessageName): Fields[] {
  const { messages } = new Decoder(Stream.fromByteArray([...bytes])).read({
    convertDateTimesToDates: false,
    convertTypesToStrings: false,
    expandComponents: false,
    expandSubFields: false,
    mergeHeartRates: false,
  });
  const found: unknown = Reflect.get(messages, `${name}Mesgs`);
  return Array.isArray(found) ? found : [];
}

function ofOurs(bytes: Uint8Array, name: MessageName): Fields[] {
  const messages = [...decodeFit(bytes)].flatMap((file) => file.messages);
  return messages.filter((each) => each.name === name).map(({ fields }) => Object.fromEntries(fields));
}

/** Rounds numbers to nine digits: the two decoders divide by scales in a different order. */
const digits = (value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(9)) : Array.isArray(value) ? value.map(digits) : value;
const withDigits = (fields: Fields, wanted: readonly string[]): Fields =>
  Object.fromEntries(wanted.map((name) => [name, digits(fields[name])]));

const stroke = (elapsedTime: number, distance: number, interval = 1) =>
  newStroke({
    elapsedTime,
    distance,
    interval,
    pace: 120.4,
    strokeRate: 26.5,
    power: 201,
    heartRate: 140 + interval,
    driveLength: 1.37,
    driveTime: 0.72,
    recoveryTime: 1.53,
    peakForce: 812.4,
    averageForce: 433.1,
    dragFactor: 118,
  });
const strokesOf = (count: number, seconds: number, meters: number, interval = 1, from = { sec: 0, m: 0 }) =>
  Array.from({ length: count }, (_, at) =>
    stroke(from.sec + ((at + 1) * seconds) / count, from.m + ((at + 1) * meters) / count, interval),
  );
const start = { startedAt: '2025-03-01T07:30:00+01:00', averageHeartRate: 151, averageStrokeRate: 26.5 };

const written: [string, Workout][] = [
  [
    'a fixed distance',
    newWorkout({
      ...start,
      machine: 'rower',
      endedAt: '2025-03-01T07:38:00+01:00',
      elapsedTime: 480,
      distance: 2_000,
      averagePower: 203,
      strokeCount: 212,
      calories: 120,
      title: '2000m',
      strokes: strokesOf(212, 480, 2_000),
    }),
  ],
  [
    'intervals with rests',
    newWorkout({
      ...start,
      machine: 'rower',
      endedAt: '2025-03-01T07:35:00+01:00',
      elapsedTime: 240,
      distance: 1_000,
      restTime: 60,
      restDistance: 12,
      strokeCount: 106,
      title: '2x500m/1:00r',
      intervals: [
        newInterval({ kind: 'work', time: 119.6, distance: 500, averagePower: 204, strokeCount: 53 }),
        newInterval({ kind: 'rest', time: 60, distance: 12 }),
        newInterval({ kind: 'work', time: 120.4, distance: 500, averagePower: 202, strokeCount: 53 }),
      ],
      strokes: [...strokesOf(53, 119.6, 500), ...strokesOf(53, 120.4, 500, 2, { sec: 119.6, m: 500 })],
    }),
  ],
  [
    'a bike',
    newWorkout({
      ...start,
      machine: 'bike',
      endedAt: '2025-03-01T07:50:00+01:00',
      elapsedTime: 1_200,
      distance: 10_000,
      averagePower: 180,
      title: '20:00',
      strokes: strokesOf(400, 1_200, 10_000),
    }),
  ],
];
const real = [
  '3x250m.fit',
  'concept2-logbook-interval.fit',
  'rowingdata_standard_example.fit',
  'broken-scales.fit',
];

describe.each([
  ...written.map(([name, workout]) => [`what we write of ${name}`, writeFit(workout)] as const),
  ...real.map((name) => [name, fixture(name)] as const),
])('%s', (_, bytes) => {
  test.each(names)("has the same fields of each %s as for Garmin's decoder", (name) => {
    const [ours, theirs] = [ofOurs(bytes, name), ofGarmin(bytes, name)];
    expect(ours.length).toBe(theirs.length);
    for (const [at, fields] of ours.entries()) {
      const known = Object.keys(fields);
      expect(withDigits(fields, known)).toEqual(withDigits(theirs[at] ?? {}, known));
    }
  });
});

describe.each(written)('of %s', (_, workout) => {
  const bytes = writeFit(workout);

  test.each(names)('our decoder knows each field of a %s that is written', (name) => {
    const [ours, theirs] = [ofOurs(bytes, name), ofGarmin(bytes, name)];
    for (const [at, fields] of theirs.entries()) {
      const { developerFields: _own, ...native } = fields;
      expect(Object.keys(native).sort()).toEqual(Object.keys(ours[at] ?? {}).sort());
    }
  });

  test("Garmin's decoder finds the rowed values", () => {
    const { restTime, restDistance, elapsedTime, distance, strokes, intervals } = workout;
    expect(ofGarmin(bytes, 'session')).toMatchObject([
      {
        totalElapsedTime: (elapsedTime ?? 0) + (restTime ?? 0),
        totalDistance: (distance ?? 0) + (restDistance ?? 0),
        avgHeartRate: 151,
      },
    ]);
    const laps = ofGarmin(bytes, 'lap');
    if (intervals.length > 0) {
      expect(laps.map(({ totalTimerTime, totalDistance }) => [totalTimerTime, totalDistance])).toEqual(
        intervals.map(({ time, distance: meters }) => [time, meters]),
      );
    }
    const splits = ofGarmin(bytes, 'split');
    expect(
      splits.map(({ totalElapsedTime, totalTimerTime, totalDistance }) => [
        totalElapsedTime,
        totalTimerTime,
        totalDistance,
      ]),
    ).toEqual(intervals.map(({ time, distance: meters }) => [time, time, meters]));
    const restM = (interval: number) => (interval > 1 ? (restDistance ?? 0) : 0);
    const [first, ...others] = ofGarmin(bytes, 'record');
    expect(first).toMatchObject({ distance: 0 });
    const records = others.slice(0, strokes.length);
    expect(others.at(-1)?.['totalCycles']).toBe(strokes.length);
    expect(records.map(({ power, heartRate, totalCycles }) => [power, heartRate, totalCycles])).toEqual(
      strokes.map(({ power, heartRate }, at) => [power, heartRate, at + 1]),
    );
    for (const [at, { distance: meters, interval }] of strokes.entries()) {
      expect(records[at]?.['distance']).toBeCloseTo(meters + restM(interval), 1);
      expect(records[at]?.['enhancedSpeed']).toBeCloseTo(500 / 120.4, 2);
    }
  });
});

describe.each(real.filter((name) => name !== 'broken-scales.fit'))('what is read of %s', (name) => {
  const bytes = fixture(name);
  const [workout] = readFit(bytes).workouts;
  const numberIn = (fields: Fields | undefined, field: string) => {
    const value = fields?.[field];
    return typeof value === 'number' ? value : null;
  };

  test("is the session of Garmin's decoder", () => {
    const [session] = ofGarmin(bytes, 'session');
    // Work and rests together.
    const meters = (workout?.distance ?? 0) + (workout?.restDistance ?? 0);
    expect(meters).toBeCloseTo(numberIn(session, 'totalDistance') ?? -1, 1);
    const heartRate = numberIn(session, 'avgHeartRate');
    if (heartRate !== null && heartRate > 0) expect(workout?.averageHeartRate).toBe(heartRate);
    const calories = numberIn(session, 'totalCalories');
    if (calories !== null && calories > 0) expect(workout?.calories).toBe(calories);
  });

  test("has the strokes of the records of Garmin's decoder, in their order", () => {
    const records = ofGarmin(bytes, 'record');
    const strokes = workout?.strokes ?? [];
    expect(strokes.length).toBeGreaterThan(50);
    const values = ({ power, heartRate, distance }: Fields) => ({
      power: typeof power === 'number' ? power : null,
      // 0 is none.
      heartRate: typeof heartRate === 'number' && heartRate > 0 ? heartRate : null,
      distance: typeof distance === 'number' ? distance : 0,
    });
    const theirs = records.map(values);
    // The few records without a stroke are left out.
    expect(records.length - strokes.length).toBeLessThan(0.02 * records.length);
    const aroundM = workout?.restDistance ? workout.restDistance + 10 : 0.06;
    let at = 0;
    for (const { distance, power, heartRate } of strokes) {
      // Ends of laps, and the meters of rests, are not in the records.
      const isIts = (record: ReturnType<typeof values>) =>
        record.power === power &&
        record.heartRate === heartRate &&
        Math.abs(record.distance - distance) <= aroundM;
      at += theirs.slice(at).findIndex(isIts);
      expect(theirs[at]).toMatchObject({ power, heartRate });
      at += 1;
    }
  });
});
