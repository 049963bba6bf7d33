// FIT files whose laps, sensors or clock contradict the session, or whose developer fields replace native ones.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FitBytes, fieldOf, startSec } from '../../test/fit-bytes.ts';
import { testNowMs } from '../../test/read-text.ts';
import { FitEncoder } from '../fit/encode.ts';
import { readWorkouts } from '../read.ts';

const strokeSec = 3;
const strokeM = 12;

type Part = { sec: number; isRest?: boolean };
type MadeLap = { start: number; sec: number | null; meters: number | null; isRest: boolean };

/** Rows parts in turn at 4 m/s, with rests without meters, and writes laps as `lapOf` returns them. */
function rowed(parts: readonly Part[], lapOf: (lap: MadeLap, at: number) => MadeLap | null = (lap) => lap) {
  const encoder = new FitEncoder();
  encoder.write('fileId', { type: 4, manufacturer: 1 });
  let [sec, meters, cycles, workSec] = [0, 0, 0, 0];
  const laps: (MadeLap | null)[] = [];
  for (const [at, { sec: length, isRest = false }] of parts.entries()) {
    const rowedM = isRest ? 0 : (length / strokeSec) * strokeM;
    laps.push(lapOf({ start: sec, sec: length, meters: rowedM, isRest }, at));
    const strokes = isRest ? 0 : Math.floor(length / strokeSec);
    for (let done = strokeSec; done <= strokes * strokeSec; done += strokeSec) {
      meters += strokeM;
      cycles += 1;
      encoder.write('record', {
        timestamp: startSec + sec + done,
        distance: meters,
        cadence: 20,
        totalCycles: cycles,
        heartRate: 140,
        power: 180,
      });
    }
    sec += length;
    if (!isRest) workSec += length;
  }
  for (const lap of laps) {
    if (lap === null) continue;
    encoder.write('lap', {
      startTime: startSec + lap.start,
      timestamp: startSec + lap.start + Math.floor(lap.sec ?? 0),
      ...(lap.sec !== null && { totalElapsedTime: lap.sec, totalTimerTime: lap.sec }),
      ...(lap.meters !== null && { totalDistance: lap.meters }),
      intensity: lap.isRest ? 1 : 0,
    });
  }
  encoder.write('session', {
    startTime: startSec,
    timestamp: startSec + sec,
    totalElapsedTime: sec,
    totalTimerTime: sec,
    totalDistance: meters,
    sport: 15,
    subSport: 14,
  });
  return { bytes: encoder.finish(), workSec, meters, cycles };
}

function read(bytes: Uint8Array) {
  const { workouts, problems } = readWorkouts(bytes, 'x.fit', testNowMs);
  const [workout] = workouts;
  if (workout === undefined) throw new Error(JSON.stringify(problems));
  return { workout, problems };
}

const pieces: Part[] = [{ sec: 120 }, { sec: 120 }, { sec: 240 }];
const intervals: Part[] = [
  { sec: 120 },
  { sec: 60, isRest: true },
  { sec: 120 },
  { sec: 90, isRest: true },
  { sec: 60 },
];

describe.each([
  ['pieces', pieces],
  ['intervals', intervals],
])('laps of %s', (_, parts) => {
  const right = rowed(parts);

  test.each<[string, (lap: MadeLap, at: number) => MadeLap | null]>([
    ['are right', (lap) => lap],
    [
      'lack a few seconds of work each',
      (lap) => (lap.isRest ? lap : { ...lap, sec: (lap.sec ?? 0) - 3.5, meters: (lap.meters ?? 0) - 12 }),
    ],
    ['lack seconds but not meters', (lap) => (lap.isRest ? lap : { ...lap, sec: (lap.sec ?? 0) - 2.8 })],
    ['have no meters', (lap) => ({ ...lap, meters: null })],
    ['have 0 m', (lap) => ({ ...lap, meters: 0 })],
    ['are in kilometers', (lap) => ({ ...lap, meters: (lap.meters ?? 0) / 1000 })],
    ['are in centimeters', (lap) => ({ ...lap, meters: (lap.meters ?? 0) * 100 })],
    ['lack the meters of one', (lap, at) => (at === 0 ? { ...lap, meters: null } : lap)],
    ['have the meters of all in one', (lap, at) => (at === 0 ? { ...lap, meters: right.meters * 2 } : lap)],
  ])('if %s, the total is unchanged', (_name, lapOf) => {
    const { workout } = read(rowed(parts, lapOf).bytes);
    expect(Math.abs((workout.elapsedTime ?? 0) - right.workSec)).toBeLessThanOrEqual(0.5);
    expect(Math.abs((workout.distance ?? 0) - right.meters)).toBeLessThanOrEqual(1);
    expect(workout.strokes).toHaveLength(right.cycles);
    expect(Math.abs((workout.strokes.at(-1)?.elapsedTime ?? 0) - right.workSec)).toBeLessThanOrEqual(4);
    expect(Math.abs((workout.strokes.at(-1)?.distance ?? 0) - right.meters)).toBeLessThanOrEqual(2);
  });
});

test("gaps between laps without meters don't count as work", () => {
  const { bytes, workSec, meters } = rowed(intervals, (lap) => (lap.isRest ? null : lap));
  const { workout } = read(bytes);
  expect(workout).toMatchObject({ elapsedTime: workSec, distance: meters });
  expect(workout.strokes.at(-1)?.elapsedTime).toBe(workSec);
});

test.each<[string, Part[]]>([
  ['between two laps', [{ sec: 120 }, { sec: 60, isRest: true }, { sec: 60 }]],
  ['after the last lap', [{ sec: 60, isRest: true }]],
])("a minute without meters %s doesn't count as work, even if the first lap lacks seconds", (_, more) => {
  const parts = [{ sec: 120 }, { sec: 60, isRest: true }, { sec: 120 }, ...more];
  const withoutLap = parts.findLastIndex(({ isRest }) => isRest === true);
  const { bytes, workSec } = rowed(parts, (lap, at) => {
    if (at === withoutLap) return null;
    return at === 0 ? { ...lap, sec: 116.5 } : lap;
  });
  expect(read(bytes).workout.elapsedTime).toBe(workSec);
});

test('time and distance are those of the session, not of the laps', () => {
  const lap = fc.record({
    meters: fc.constantFrom('right', 'none', 0, 0.001, 100),
    lacks: fc.constantFrom(0, 0, 2.5, 4),
  });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 10, max: 60 }), { minLength: 1, maxLength: 6 }),
      fc.array(lap, { minLength: 6, maxLength: 6 }),
      (lengths, how) => {
        const parts = lengths.map((strokes) => ({ sec: strokes * strokeSec }));
        const { bytes, workSec, meters } = rowed(parts, (made, at) => {
          const { meters: said, lacks } = how[at] ?? { meters: 'right', lacks: 0 };
          const own =
            said === 'right' ? made.meters : said === 'none' ? null : (made.meters ?? 0) * Number(said);
          return { ...made, meters: own, sec: (made.sec ?? 0) - lacks };
        });
        const { workout } = read(bytes);
        expect(workout).toMatchObject({ elapsedTime: workSec, distance: meters });
        expect(workout.strokes.at(-1)).toMatchObject({ distance: meters });
        expect(Math.abs((workout.strokes.at(-1)?.elapsedTime ?? 0) - workSec)).toBeLessThan(3);
      },
    ),
  );
});

describe('a pause', () => {
  /** A session of 120 s of work whose clock stops for a minute in the middle. */
  function paused(isNamed: boolean): Uint8Array {
    const encoder = new FitEncoder();
    encoder.write('fileId', { type: 4, manufacturer: 1 });
    if (isNamed) encoder.write('event', { timestamp: startSec, event: 0, eventType: 0 });
    for (let stroke = 1; stroke <= 40; stroke += 1) {
      if (isNamed && stroke === 21) {
        encoder.write('event', { timestamp: startSec + 60, event: 0, eventType: 4 });
        encoder.write('event', { timestamp: startSec + 120, event: 0, eventType: 0 });
      }
      const atSec = startSec + stroke * strokeSec + (stroke > 20 ? 60 : 0);
      encoder.write('record', {
        timestamp: atSec,
        distance: stroke * strokeM,
        cadence: 20,
        totalCycles: stroke,
      });
    }
    encoder.write('session', {
      startTime: startSec,
      timestamp: startSec + 180,
      totalElapsedTime: 180,
      totalTimerTime: 120,
      totalDistance: 480,
      sport: 15,
      subSport: 14,
    });
    return encoder.finish();
  }

  test.each([
    ['that events name', true],
    ['that nothing names', false],
  ])('%s does not count in the time of the strokes', (_, isNamed) => {
    const { workout } = read(paused(isNamed));
    expect(workout).toMatchObject({ elapsedTime: 120, distance: 480 });
    expect(workout.strokes.map(({ elapsedTime }) => Math.round(elapsedTime))).toEqual(
      Array.from({ length: 40 }, (_stroke, at) => (at + 1) * strokeSec),
    );
  });
});

type Described = {
  name: string;
  units: string;
  mesg: number | null;
  field: number | null;
  scale?: number;
  offset?: number;
};

/** A session of 240 s and 960 m whose native figures are 0, with one additional developer field. */
function withDeveloperField(
  { name, units, mesg, field, scale, offset }: Described,
  valueAt: (share: number) => number,
  native: { distance?: number; power?: number } = {},
): Uint8Array {
  const file = new FitBytes();
  const { uint8, uint16, uint32, string } = fieldOf;
  file.write({ num: 0, fields: [uint8(0, 4), uint16(1, 1)] });
  file.write({ num: 207, fields: [uint8(3, 0)] });
  file.write({
    num: 206,
    fields: [
      uint8(0, 0),
      uint8(1, 7),
      uint8(2, 0x86),
      string(3, name),
      ...(scale === undefined ? [] : [uint8(6, scale)]),
      ...(offset === undefined ? [] : [uint8(7, offset)]),
      string(8, units),
      ...(mesg === null ? [] : [uint16(14, mesg)]),
      ...(field === null ? [] : [uint8(15, field)]),
    ],
  });
  const developer = (isHere: boolean, share: number) =>
    isHere ? [{ ...uint32(7, Math.round(valueAt(share))), index: 0 }] : [];
  for (let stroke = 1; stroke <= 80; stroke += 1) {
    file.write({
      num: 20,
      fields: [
        uint32(253, startSec + stroke * 3),
        uint32(5, (native.distance ?? (mesg === 20 && field === 5 ? 0 : stroke * 12)) * 100),
        uint8(3, 140),
        uint8(4, 0),
        uint16(7, native.power ?? 0),
        uint16(6, 0),
        uint32(19, stroke),
      ],
      developer: developer(mesg === 20, stroke / 80),
    });
  }
  file.write({
    num: 18,
    fields: [
      uint32(253, startSec + 240),
      uint32(2, startSec),
      uint8(5, 15),
      uint8(6, 14),
      uint32(7, 240_000),
      uint32(8, 240_000),
      uint32(9, mesg === 18 || field === 5 ? 0 : 96_000),
    ],
    developer: developer(mesg === 18, 1),
  });
  return file.finish();
}

describe('a developer field that replaces a native one', () => {
  const record = (name: string, units: string, field: number, more: Partial<Described> = {}) => ({
    name,
    units,
    mesg: 20,
    field,
    ...more,
  });

  test.each<[string, Described, (share: number) => number]>([
    ['m', record('Distance', 'm', 5), (share) => share * 960],
    ['meters', record('ERG distance', 'Meters', 5), (share) => share * 960],
    ['cm', record('Distance', 'cm', 5), (share) => share * 96_000],
    ['tenths of km', record('Distance', 'km', 5, { scale: 200 }), (share) => share * 0.96 * 200],
    ['a scale', record('Distance', 'm', 5, { scale: 10 }), (share) => share * 9_600],
    ['an offset', record('Distance', 'm', 5, { offset: 100 }), (share) => share * 960 + 100],
    ['no unit', record('Distance', '', 5), (share) => share * 960],
  ])('is the distance in %s', (_, described, valueAt) => {
    const { workout, problems } = read(withDeveloperField(described, valueAt));
    expect(problems).toEqual([]);
    expect(workout.elapsedTime).toBe(240);
    expect(workout.distance).toBeCloseTo(960, -1);
    expect(workout.strokes).toHaveLength(80);
    expect(Math.abs((workout.strokes[39]?.distance ?? 0) - 480)).toBeLessThan(5);
  });

  test.each<[Described, number, object]>([
    [record('Speed', 'km/h', 6, { scale: 10 }), 144, { pace: 125 }],
    [record('Speed', 'KM/H', 73, { scale: 10 }), 144, { pace: 125 }],
    [record('Speed', 'm/s', 6), 4, { pace: 125 }],
    [record('Pace', 's/500m', 73), 125, { pace: 125 }],
    [record('Power', 'W', 7), 185, { power: 185 }],
    [record('Power', 'kW', 7, { scale: 200 }), 37, { power: 185 }],
    [record('Watts', '', 7), 185, { power: 185 }],
    [record('Erg', '', 7), 185, { power: 185 }],
    // Its name and its number contradict each other.
    [record('Distance', '', 7), 185, { power: 0 }],
    [record('Watts', 'm', 7), 185, { power: 0 }],
    [record('Stroke rate', 'spm', 4, { scale: 2 }), 45, { strokeRate: 22.5 }],
    [record('Cadence', 'strokes/min', 4), 22, { strokeRate: 22 }],
    [record('Pulse', 'bpm', 3), 151, { heartRate: 151 }],
    [record('HR', '1/min', 3), 151, { heartRate: 151 }],
  ])('is read in its unit: %o as %i', (described, value, stroke) => {
    const { workout } = read(withDeveloperField(described, () => value));
    expect(workout).toMatchObject({ elapsedTime: 240, distance: 960 });
    expect(workout.strokes[40]).toMatchObject(stroke);
  });

  test.each<[Described, number, object]>([
    [{ name: 'Distance', units: 'm', mesg: 18, field: 9 }, 960, { distance: 960 }],
    [{ name: 'Distance', units: 'm', mesg: 18, field: 5 }, 960, { distance: 960 }],
    [{ name: 'Total distance', units: 'km', mesg: 18, field: null, scale: 100 }, 96, { distance: 960 }],
    [{ name: 'AVG Power', units: 'Watt', mesg: 18, field: null }, 128, { averagePower: 128 }],
    [{ name: 'Power', units: 'W', mesg: 18, field: 7 }, 128, { averagePower: 128, elapsedTime: 240 }],
    [{ name: 'Average power', units: 'W', mesg: 18, field: 20 }, 128, { averagePower: 128 }],
    [{ name: 'Heart rate', units: 'bpm', mesg: 18, field: 3 }, 128, { averageHeartRate: 128 }],
    [{ name: 'Avg cadence', units: 'spm', mesg: 18, field: 18 }, 24, { averageStrokeRate: 24 }],
    [{ name: 'Max power', units: 'W', mesg: 18, field: null }, 900, { averagePower: null }],
  ])(
    'a developer field that replaces a native one in the session gives the total: %o as %i',
    (described, value, known) => {
      expect(read(withDeveloperField(described, () => value)).workout).toMatchObject({
        distance: 960,
        ...known,
      });
    },
  );

  test('a developer field that replaces a native one without a value does not replace the native one', () => {
    const bytes = withDeveloperField(record('Power', 'W', 7), () => 0, { power: 190 });
    expect(read(bytes).workout.strokes[40]).toMatchObject({ power: 190 });
  });
});

describe('a clock that was not set', () => {
  test.each([0, 12, 17_000_000, 0x0fff0000, 0xfffffff0])(
    'set to %i gives no date, and the workout is read',
    (start) => {
      const encoder = new FitEncoder();
      encoder.write('fileId', { type: 4, manufacturer: 40 });
      for (let stroke = 1; stroke <= 4; stroke += 1)
        encoder.write('record', {
          timestamp: start + stroke * 3,
          distance: stroke * 12,
          totalCycles: stroke,
        });
      encoder.write('session', {
        startTime: start,
        timestamp: start + 12,
        totalElapsedTime: 12,
        totalDistance: 48,
        sport: 15,
      });
      const { workout, problems } = read(encoder.finish());
      expect(workout).toMatchObject({ startedAt: null, endedAt: null, elapsedTime: 12, distance: 48 });
      expect(workout.strokes).toHaveLength(4);
      expect(problems).toEqual([{ message: expect.stringMatching(/was not set|in the future/) }]);
    },
  );
});
