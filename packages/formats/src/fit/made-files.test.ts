import { describe, expect, test } from 'vitest';
import { readWorkouts } from '../read.ts';
import { standardFields, type DeveloperField } from './developer.ts';
import { FitEncoder, type DeveloperData } from './encode.ts';
import { baseTypes, events, eventTypes, manufacturers } from './profile.ts';

/** 2024-06-01T08:00:00Z on FIT's clock. */
const start = 1_086_163_200;

/** `afterSec` passes between the lap and the next one. */
type Lap = { sec: number; meters?: number; intensity?: number; pauseSec?: number; afterSec?: number };
type Made = {
  manufacturer?: number;
  sport?: number;
  subSport?: number;
  laps?: Lap[];
  records?: { at: number; meters: number; cycles?: number; cadence?: number; data?: DeveloperData[] }[];
  session?: { sec: number; meters: number };
  described?: Record<string, DeveloperField>;
  finish?: (encoder: FitEncoder) => void;
  type?: number;
};

/** Makes a FIT file as an app would write it, with the case to test. */
function made({ laps = [], records = [], described = {}, ...of }: Made): Uint8Array {
  const encoder = new FitEncoder();
  encoder.write('fileId', { type: of.type ?? 4, manufacturer: of.manufacturer ?? 999, timeCreated: start });
  encoder.write('developerDataId', { applicationId: [1, 2, 3], developerDataIndex: 0 });
  for (const [fieldName, { num, type, scale, units }] of Object.entries(described)) {
    encoder.write('fieldDescription', {
      developerDataIndex: 0,
      fieldDefinitionNumber: num,
      fitBaseTypeId: baseTypes[type].code,
      fieldName,
      scale,
      units,
    });
  }
  for (const { at, meters, cycles, cadence, data = [] } of records) {
    encoder.write('record', { timestamp: start + at, distance: meters, totalCycles: cycles, cadence }, data);
  }
  let at = start;
  for (const { sec, meters, intensity, pauseSec = 0, afterSec = 0 } of laps) {
    encoder.write('lap', {
      startTime: at,
      timestamp: at + sec,
      totalElapsedTime: sec,
      totalTimerTime: sec - pauseSec,
      totalDistance: meters,
      intensity,
    });
    at += sec + afterSec;
  }
  of.finish?.(encoder);
  const sum = (field: 'sec' | 'meters') => laps.reduce((total, lap) => total + (lap[field] ?? 0), 0);
  const { sec, meters } = of.session ?? { sec: sum('sec'), meters: sum('meters') };
  encoder.write('session', {
    startTime: start,
    timestamp: start + Math.floor(sec),
    totalElapsedTime: sec,
    totalTimerTime: sec - laps.reduce((total, { pauseSec = 0 }) => total + pauseSec, 0),
    totalDistance: meters,
    sport: of.sport ?? 15,
    subSport: of.subSport ?? 14,
  });
  return encoder.finish();
}

function readMade(file: Made) {
  const { workouts, problems } = readWorkouts(made(file), 'made.fit');
  return { workout: workouts[0], messages: problems.map(({ message }) => message) };
}

const [active, rest] = [0, 1];

test('splits of a single piece that are marked as rests are work', () => {
  const laps = [1, 2, 3, 4, 5].map(() => ({ sec: 480, meters: 1999.99, intensity: rest }));
  const { workout } = readMade({
    manufacturer: manufacturers.concept2,
    sport: 4,
    laps,
    session: { sec: 2400, meters: 9999.99 },
  });
  expect(workout).toMatchObject({
    machine: 'rower',
    elapsedTime: 2400,
    distance: 10_000,
    restTime: 0,
  });
  expect(workout?.intervals.map(({ kind, distance }) => [kind, distance])).toEqual(
    laps.map(() => ['work', 2000]),
  );
});

test('splits are work even if only the first one is marked as such', () => {
  const laps = [active, rest, rest].map((intensity) => ({ sec: 240, meters: 1000, intensity }));
  expect(readMade({ laps }).workout).toMatchObject({ elapsedTime: 720, distance: 3000, restTime: 0 });
});

const work = { sec: 60, meters: 250, intensity: active };
const pause = { sec: 30, meters: 40, intensity: rest };

test.each<[string, Lap, number, number]>([
  ['whose laps have all meters has them, and not those that the session has more', work, 550, 500],
  ['whose laps have as many meters more as are rowed in rests', work, 810, 500],
  ['whose laps have too many meters less', work, 811, 771],
  ['whose laps have a few meters more', work, 496, 500],
  ['whose laps have too many meters more', work, 495, 455],
  ['with a lap of no meters that is too long for one', { ...work, meters: 0 }, 540, 500],
  ['with a lap of no meters in 20 s', { sec: 20, meters: 0, intensity: active }, 300, 260],
  ['with a short last lap of no meters', { sec: 19, meters: 0, intensity: active }, 300, 250],
  ['with a lap without meters', { sec: 10, intensity: active }, 300, 260],
])('a workout %s', (_, last, sessionM, distance) => {
  const laps = [work, pause, last];
  const session = { sec: laps.reduce((sum, { sec }) => sum + sec, 0), meters: sessionM };
  expect(readMade({ laps, session }).workout).toMatchObject({ distance });
});

test('a gap between laps is not work if the laps have all meters of the session', () => {
  const laps = [{ ...work, afterSec: 30 }, work];
  const session = { sec: 150, meters: 500 };
  expect(readMade({ laps, session }).workout).toMatchObject({ elapsedTime: 120, distance: 500 });
  // Laps that lack meters have lost them in the gap.
  const more = { sec: 150, meters: 520 };
  expect(readMade({ laps, session: more }).workout).toMatchObject({ elapsedTime: 150, distance: 520 });
});

test.each([
  ['counts by its laps', 'within 2 % and 2 s', 153, 308],
  ['counts by the session', 'beyond that', 155, 270],
])('work %s if these are longer than the session %s', (_, _how, secondSec, elapsedTime) => {
  const laps = [{ ...work, sec: 155 }, pause, { ...work, sec: secondSec }];
  const { workout } = readMade({ laps, session: { sec: 300, meters: 540 } });
  expect(workout).toMatchObject({ elapsedTime, distance: 500 });
});

describe('the distance of the strokes counts over the work', () => {
  const laps = [work, pause, work];
  const records = (first: number, second: number) => [
    { at: 3, meters: first + 12, cycles: 1 },
    { at: 59, meters: first + 248, cycles: 2 },
    { at: 75, meters: first + 270, cycles: 3 },
    { at: 93, meters: second + 12, cycles: 4 },
    { at: 149, meters: second + 248, cycles: 5 },
  ];
  const expected = [
    [3, 12, 1],
    [59, 248, 1],
    [63, 262, 2],
    [119, 498, 2],
  ];
  const read = (second: number, rows = records(0, second)) =>
    readMade({ laps, records: rows }).workout?.strokes.map(({ elapsedTime, distance, interval }) => [
      elapsedTime,
      distance,
      interval,
    ]);

  test('if the file counts over the work', () => {
    expect(read(250)).toEqual(expected);
  });
  test('if the file counts the meters of rests', () => {
    expect(read(290)).toEqual(expected);
  });
  test('if the file begins again in each interval', () => {
    expect(read(0)).toEqual(expected);
  });
});

test('a stroke in the second in which the rest begins is the last one of the work', () => {
  const records = [
    { at: 57, meters: 240, cycles: 1 },
    { at: 60, meters: 250, cycles: 2 },
    { at: 90, meters: 250, cycles: 2 },
    { at: 93, meters: 260, cycles: 3 },
  ];
  const { workout } = readMade({ laps: [work, { ...pause, meters: 0 }, work], records });
  expect(
    workout?.strokes.map(({ elapsedTime, distance, interval }) => [elapsedTime, distance, interval]),
  ).toEqual([
    [57, 240, 1],
    [60, 250, 1],
    [63, 260, 2],
  ]);
});

test.each([
  ['are not rowed', [60]],
  ['that are told to begin twice are counted once', [60, 62]],
])('pauses %s', (_, stops) => {
  const records = [
    { at: 50, meters: 200, cycles: 1 },
    { at: 170, meters: 300, cycles: 2 },
  ];
  const { workout } = readMade({
    laps: [{ sec: 240, meters: 500, pauseSec: 100 }],
    records,
    finish: (encoder) => {
      for (const at of stops)
        encoder.write('event', { timestamp: start + at, event: events.timer, eventType: eventTypes.stop });
      encoder.write('event', { timestamp: start + 160, event: events.timer, eventType: eventTypes.start });
    },
  });
  expect(workout?.elapsedTime).toBe(140);
  expect(workout?.strokes.map(({ elapsedTime, rowedAfter }) => [elapsedTime, rowedAfter])).toEqual([
    [50, 50],
    [70, 170],
  ]);
});

test('records of each second are not strokes, and a problem reports it', () => {
  const records = Array.from({ length: 60 }, (_, at) => ({ at, meters: at * 4, cadence: 24 }));
  const { workout, messages } = readMade({ laps: [work], records });
  expect(workout).toMatchObject({ elapsedTime: 60, distance: 250, strokes: [] });
  expect(messages).toEqual([
    'The records of this FIT file are not strokes: read are its totals and intervals only.',
  ]);
});

test.each([20, 6])('%i records without a count that come at their stroke rate are strokes', (length) => {
  const records = Array.from({ length }, (_, at) => ({ at: at * 3, meters: at * 12, cadence: 20 }));
  expect(readMade({ laps: [work], records }).workout?.strokes).toHaveLength(length);
});

describe('a developer field is read by name, scale and unit', () => {
  const drive = (type: DeveloperField['type'], scale: number, units: string, value: number) => {
    const field = { ...standardFields.DriveLength, type, scale, units };
    const records = [{ at: 3, meters: 12, cycles: 1, data: [{ developer: 0, field, value }] }];
    return readMade({ laps: [work], records, described: { DriveLength: field } }).workout?.strokes[0]
      ?.driveLength;
  };
  test('in millimeters', () => expect(drive('uint16', 1, 'mm', 1370)).toBe(1.37));
  test('in hundredths of a meter', () => expect(drive('uint16', 100, 'm', 1.37)).toBe(1.37));
  test('in centimeters', () => expect(drive('uint8', 1, 'cm', 137)).toBe(1.37));
  test('but not without a unit', () => expect(drive('uint16', 1, '', 137)).toBeNull());
  test('but not if no drive has that length', () => expect(drive('uint16', 1, 'm', 137)).toBeNull());

  test('pounds become newtons', () => {
    const field: DeveloperField = { num: 5, type: 'uint16', scale: 10, units: 'lbs' };
    const records = [{ at: 3, meters: 12, cycles: 1, data: [{ developer: 0, field, value: 100 }] }];
    const { workout } = readMade({ laps: [work], records, described: { PeakDriveForceLbs: field } });
    expect(workout?.strokes[0]?.peakForce).toBeCloseTo(444.8, 1);
  });
});

test.each([
  [15, 14, 999, 'rower'],
  [4, 14, 40, 'rower'],
  [15, 0, 999, 'rower'],
  [2, 6, 40, 'bike'],
  [4, 25, 40, 'skierg'],
  [2, 0, 40, 'bike'],
  [2, 0, 1, 'other'],
  [4, 0, 40, null],
  [0, 0, 999, null],
])('sport %i with sub-sport %i of manufacturer %i is %s', (sport, subSport, manufacturer, machine) => {
  expect(readMade({ sport, subSport, manufacturer, laps: [work] }).workout?.machine).toBe(machine);
});

test('splits are the intervals if the laps are splits of them', () => {
  const laps = [1, 2, 3, 4].map(() => ({ sec: 30, meters: 125, intensity: active }));
  const { workout } = readMade({
    laps,
    finish: (encoder) => {
      for (const at of [0, 60]) {
        encoder.write('split', {
          splitType: 3,
          totalElapsedTime: 60,
          totalDistance: 250,
          startTime: start + at,
        });
      }
    },
  });
  expect(workout?.intervals.map(({ time, distance }) => [time, distance])).toEqual([
    [60, 250],
    [60, 250],
  ]);
});

test('rests that an app writes as laps in addition to its splits, one of them twice, are rests', () => {
  const laps = [work, pause, work].map((lap) => ({ ...lap, meters: lap === pause ? 0 : lap.meters }));
  const { workout } = readMade({
    laps,
    manufacturer: manufacturers.concept2,
    finish: (encoder) => {
      encoder.write('lap', {
        startTime: start + 60,
        totalElapsedTime: 30,
        totalTimerTime: 30,
        totalDistance: 0,
      });
      for (const at of [0, 90]) {
        encoder.write('split', {
          splitType: 3,
          totalElapsedTime: 60,
          totalDistance: 250,
          startTime: start + at,
        });
      }
    },
  });
  expect(workout).toMatchObject({ elapsedTime: 120, distance: 500, restTime: 30 });
  expect(workout?.intervals.map(({ kind, time }) => [kind, time])).toEqual([
    ['work', 60],
    ['rest', 30],
    ['work', 60],
  ]);
});

test("an app that uses Concept2's number keeps its hundredths", () => {
  const laps = [{ ...work, meters: 250.34 }];
  expect(readMade({ laps, manufacturer: manufacturers.concept2 }).workout?.distance).toBe(250.34);
});

test('a local time gives no zone if it may be the local time of the start or the end', () => {
  const { workout } = readMade({
    laps: [{ sec: 1800, meters: 7000 }],
    finish: (encoder) => {
      encoder.write('activity', { timestamp: start + 1800, localTimestamp: start, numSessions: 1 });
    },
  });
  expect(workout?.startedAt).toBe('2024-06-01T08:00:00Z');
});

test('the offset of local time is the zone of the dates', () => {
  const { workout } = readMade({
    laps: [work],
    finish: (encoder) => {
      encoder.write('activity', { timestamp: start + 60, localTimestamp: start + 60 + 7200, numSessions: 1 });
    },
  });
  expect(workout).toMatchObject({
    startedAt: '2024-06-01T10:00:00+02:00',
    endedAt: '2024-06-01T10:01:00+02:00',
  });
});

describe('the reader refuses', () => {
  test('a planned workout', () => {
    expect(readMade({ type: 5 }).messages).toEqual(['This FIT file holds a planned workout, not a workout.']);
  });
});

/** FIT times from here on are dates; smaller ones are seconds since the device was turned on. */
const firstDate = 0x10000000;

test.each([
  ['that was not set is read without its date', 3600, null],
  ['of the last second that is no date is read without its date', firstDate - 1, null],
  ['of the first second that is a date is read with it', firstDate, '1998-07-03T21:24:16Z'],
])('a file of a clock %s', (_, startTime, startedAt) => {
  const encoder = new FitEncoder();
  encoder.write('fileId', { type: 4 });
  encoder.write('session', {
    startTime,
    timestamp: startTime,
    totalElapsedTime: 400,
    totalDistance: 1500,
  });
  const { workouts, problems } = readWorkouts(encoder.finish(), 'x.fit');
  expect(workouts).toMatchObject([{ startedAt, endedAt: null, elapsedTime: 400, distance: 1500 }]);
  const notSet = { message: 'The clock of the device was not set. The date is left out.' };
  expect(problems).toEqual(startedAt === null ? [notSet] : []);
});

test('two activities chained in one file are two workouts', () => {
  const bytes = made({ laps: [work] });
  const chained = new Uint8Array([...bytes, ...bytes]);
  expect(readWorkouts(chained, 'x.fit').workouts).toHaveLength(2);
});

test.each([
  ['begin again in the second', 0, 0],
  ['go on over both', 480, 48],
])('two sessions in one activity are two workouts whose records %s', (_, fromM, fromCycles) => {
  const strokes = (atSec: number, beforeM: number, beforeCycles: number) =>
    Array.from({ length: 48 }, (_unused, index) => ({
      at: atSec + Math.ceil((index + 1) * 2.5),
      meters: beforeM + (index + 1) * 10,
      cycles: beforeCycles + index + 1,
    }));
  const lap = { totalElapsedTime: 120, totalTimerTime: 120, totalDistance: 480 };
  const bytes = made({
    sport: 15,
    laps: [{ sec: 120, meters: 480 }],
    records: [...strokes(0, 0, 0), ...strokes(300, fromM, fromCycles)],
    finish: (encoder) => {
      const second = { startTime: start + 300, timestamp: start + 420, ...lap };
      encoder.write('lap', second);
      encoder.write('session', { ...second, sport: 15, subSport: 14 });
    },
  });
  const { workouts, problems } = readWorkouts(bytes, 'x.fit');
  expect(problems).toEqual([]);
  expect(workouts.map(({ startedAt }) => startedAt)).toEqual([
    '2024-06-01T08:00:00Z',
    '2024-06-01T08:05:00Z',
  ]);
  for (const { strokes: rowed, strokeCount, distance, elapsedTime } of workouts) {
    expect({ distance, elapsedTime, strokeCount }).toEqual({
      distance: 480,
      elapsedTime: 120,
      strokeCount: 48,
    });
    expect(rowed).toHaveLength(48);
    expect(rowed[0]?.distance).toBe(10);
    expect(rowed.at(-1)?.distance).toBe(480);
  }
});

test('laps of no time and no meters are not intervals', () => {
  const nothing = { sec: 0, meters: 0 };
  const { workouts } = readWorkouts(made({ laps: [nothing, work, nothing] }), 'x.fit');
  expect(workouts[0]?.intervals).toHaveLength(1);
});
