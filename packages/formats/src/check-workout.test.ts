import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkWorkout, cleanWorkout } from './check-workout.ts';
import { newInterval, newStroke, newWorkout, type Workout, type WorkoutStroke } from './workout.ts';

const nowMs = Date.UTC(2026, 5, 1);
const piece = newWorkout({
  machine: 'rower',
  startedAt: '2026-05-01T07:00:00Z',
  endedAt: '2026-05-01T07:08:00Z',
  elapsedTime: 480,
  distance: 2000,
});
const strokes = Array.from({ length: 40 }, (_, at) =>
  newStroke({
    elapsedTime: 3 * at,
    distance: 12 * at,
    pace: 120,
    strokeRate: 20,
    power: 200,
    heartRate: 140,
  }),
);
const check = (known: Partial<Workout>) => checkWorkout({ ...piece, ...known }, nowMs);

const clean = (known: Partial<Workout>) => cleanWorkout({ ...piece, ...known }, nowMs);

test('a possible workout passes, with or without strokes, and loses nothing', () => {
  for (const known of [{}, { strokes }, { startedAt: null, endedAt: null }]) {
    expect(check(known)).toBeNull();
    expect(clean(known)).toEqual({ workout: { ...piece, ...known }, leftOut: [] });
  }
});

test.each<[string, Partial<Workout>, string]>([
  ['negative meters', { distance: -250 }, 'It says -250 m, which is impossible.'],
  ['a negative time', { elapsedTime: -1 }, 'It says -1 s of work, which is impossible.'],
  ['a time that is no number', { elapsedTime: Number.NaN }, 'It says NaN s of work, which is impossible.'],
  [
    'work of many times what passed',
    { elapsedTime: 480_000, distance: 2_000_000 },
    'It says 480,000 s of work within 480 s: its times are in a wrong scale.',
  ],
  ['nothing', { elapsedTime: 0, distance: 0 }, 'It has neither a time nor a distance.'],
  ['meters in no time', { elapsedTime: 0 }, 'It says 2,000 m in no time.'],
  ['no meters', { distance: null }, 'It says no distance in 480 s.'],
  [
    'a speed of a BikeErg',
    { distance: 4500 },
    "4,500 m in 480 s is 9.4 m/s, which no one rows: is it a BikeErg's, or in a wrong scale?",
  ],
  [
    'a speed of no machine',
    { distance: 200_000 },
    '200,000 m in 480 s is 416.7 m/s: it is in a wrong scale.',
  ],
])('%s is refused', (_, known, reason) => {
  expect(check(known)).toBe(reason);
});

const lap = newInterval({ kind: 'work', time: 240, distance: 1000 });
const withSensor = (values: Partial<WorkoutStroke>) => strokes.map((stroke) => ({ ...stroke, ...values }));
const none = (field: keyof WorkoutStroke) => strokes.map((stroke) => ({ ...stroke, [field]: null }));

test.each<[string, Partial<Workout>, Partial<Workout>, string]>([
  [
    'a date of 1989',
    { startedAt: '1989-12-31T00:00:00Z' },
    { startedAt: null },
    'It is dated 1989-12-31: the clock of the monitor or device was not set. The date is left out.',
  ],
  [
    'a date of 2090',
    { endedAt: '2090-01-01T00:00:00' },
    { endedAt: null },
    'It is dated 2090-01-01, which is in the future. The date is left out.',
  ],
  [
    'a date that is none',
    { startedAt: '2026-13-40T00:00:00Z' },
    { startedAt: null },
    'Its date is not one: 2026-13-40T00:00:00Z. The date is left out.',
  ],
  [
    'an end before the start',
    { endedAt: '2026-05-01T06:00:00Z' },
    { endedAt: null },
    'It ends before it starts. The date of its end is left out.',
  ],
  [
    'an end too soon',
    { endedAt: '2026-05-01T07:04:00Z' },
    { endedAt: null },
    'It says 480 s of work within 240 s. The date of its end is left out.',
  ],
  [
    'watts of a BikeErg',
    { distance: 3000, averagePower: 85 },
    { averagePower: null },
    "85 W at 6.3 m/s are a BikeErg's, but the file says rower. The power is left out.",
  ],
  [
    'strokes beyond the end',
    { strokes: [...strokes, newStroke({ elapsedTime: 400, distance: 9000 })] },
    { strokes: [] },
    'Its strokes go to 9,000 m, but it says 2,000 m in all. The strokes are left out.',
  ],
  [
    'a distance that goes back',
    { strokes: [...strokes, newStroke({ elapsedTime: 400, distance: 100 })] },
    { strokes: [] },
    'Distance goes back from 468 m to 100 m at stroke 41. The strokes are left out.',
  ],
  [
    'a time that goes back',
    { strokes: [...strokes, newStroke({ elapsedTime: 10, distance: 480 })] },
    { strokes: [] },
    'Time goes back from 117 s to 10 s at stroke 41. The strokes are left out.',
  ],
  [
    'the heart rate 1 in each stroke and on average',
    { strokes: withSensor({ heartRate: 1 }), averageHeartRate: 1 },
    { strokes: none('heartRate'), averageHeartRate: null },
    'Its heart rate is left out: 41 of 41 values are impossible, such as 1.',
  ],
  [
    '38,338 W on average',
    { averagePower: 38_338 },
    { averagePower: null },
    'Its power is impossible (38,338): left out.',
  ],
  [
    'a sensor that is wrong most of the time',
    { strokes: strokes.map((stroke, at) => ({ ...stroke, power: at % 3 === 0 ? 200 : 65_535 })) },
    { strokes: none('power') },
    'Its power is left out: 26 of 40 values are impossible, such as 65,535.',
  ],
  [
    'paces of another scale',
    { strokes: withSensor({ pace: 1200 }) },
    { strokes: none('pace') },
    'Its strokes show a pace of 1,200 s per 500 m, but its time and distance one of 120 s. The pace of the strokes is left out.',
  ],
  [
    'a lap below zero',
    { intervals: [{ ...lap, distance: -250 }, lap] },
    { intervals: [{ ...lap, distance: null }, lap] },
    "1 of 2 laps contradicts the workout's own time and distance. Those figures are left out.",
  ],
  [
    'laps in kilometers',
    { intervals: [0, 1].map(() => ({ ...lap, distance: 1 })) },
    { intervals: [0, 1].map(() => ({ ...lap, distance: null })) },
    "2 of 2 laps contradict the workout's own time and distance. Those figures are left out.",
  ],
  [
    'a lap longer than the workout',
    { intervals: [{ ...lap, time: 900 }, lap] },
    { intervals: [{ ...lap, time: null }, lap] },
    "1 of 2 laps contradicts the workout's own time and distance. Those figures are left out.",
  ],
])('%s is left out and reported once, and time and distance stay', (_, known, wanted, words) => {
  expect(check(known)).toBeNull();
  expect(clean(known)).toEqual({ workout: { ...piece, ...known, ...wanted }, leftOut: [words] });
});

test('a slow lap is right if the laps add up to the whole', () => {
  const intervals = [
    newInterval({ kind: 'work', time: 300, distance: 1990 }),
    newInterval({ kind: 'work', time: 180, distance: 10 }),
  ];
  expect(clean({ intervals })).toMatchObject({ leftOut: [], workout: { intervals } });
});

describe('the check accepts', () => {
  test('a bike at the speed of a bike', () => {
    expect(check({ machine: 'bike', distance: 4500, averagePower: 288 })).toBeNull();
  });
  test('100 m in 13 s', () => {
    expect(check({ elapsedTime: 13, distance: 100, averagePower: 1274 })).toBeNull();
  });
  test('a wall clock that is a zone ahead', () => {
    expect(clean({ startedAt: null, endedAt: '2026-06-01T13:00:00' }).leftOut).toEqual([]);
  });
  test('a start in UTC with an end by a wall clock', () => {
    expect(clean({ endedAt: '2026-05-01T09:08:00' }).leftOut).toEqual([]);
  });
});

test("a sensor's glitch is left out, and a small step back is leveled", () => {
  const [first, second, ...others] = strokes;
  if (!first || !second) throw new Error('no strokes');
  const glitch = { ...second, heartRate: 255, pace: 0, power: -3, dragFactor: 0, driveLength: 137 };
  const back = newStroke({ elapsedTime: 116, distance: 466 });
  const workout = { ...piece, strokes: [first, { ...glitch, forceCurve: [1, Number.NaN] }, ...others, back] };
  expect(checkWorkout(workout, nowMs)).toBeNull();
  const { workout: cleaned, leftOut } = cleanWorkout(workout, nowMs);
  expect(cleaned.strokes[1]).toEqual({ ...second, heartRate: null, pace: null, power: null });
  expect(cleaned.strokes.at(-1)).toMatchObject({ elapsedTime: 117, distance: 468 });
  expect(leftOut).toContain(
    'Of its heart rate, 1 of 40 values are impossible, such as 255: those are left out.',
  );
  expect(leftOut).toHaveLength(4);
});

describe('for any values of a sensor', () => {
  const impossible = fc.constantFrom(-32_768, -1, 1e9, 65_535, 38_338, Number.NaN, Number.POSITIVE_INFINITY);
  const fields = fc.constantFrom(
    ...(['pace', 'strokeRate', 'heartRate', 'power', 'driveLength', 'peakForce', 'dragFactor'] as const),
  );

  test('time and distance stay, and no number is infinite', () => {
    fc.assert(
      fc.property(
        fields,
        fc.array(fc.option(impossible), { minLength: 40, maxLength: 40 }),
        (field, values) => {
          const damaged = strokes.map((stroke, at) => ({ ...stroke, [field]: values[at] ?? stroke[field] }));
          expect(check({ strokes: damaged })).toBeNull();
          const { workout } = clean({ strokes: damaged });
          expect(workout).toMatchObject({ elapsedTime: 480, distance: 2000 });
          expect(workout.strokes.map(({ elapsedTime }) => elapsedTime)).toEqual(
            strokes.map((each) => each.elapsedTime),
          );
          for (const stroke of workout.strokes) expect(stroke[field] ?? 0).toBeLessThan(70_000);
        },
      ),
    );
  });
});

test.each([
  ['keeps a force curve up to the highest force that is possible', 5000, null],
  ['leaves out a force curve above it', 5000.5, '1 force curves have impossible forces: those are left out.'],
])('a check of forces %s', (_, force, message) => {
  const [first, ...others] = strokes;
  if (!first) throw new Error('no strokes');
  const { workout, leftOut } = clean({ strokes: [{ ...first, forceCurve: [0, force, -force] }, ...others] });
  expect(workout.strokes[0]?.forceCurve).toEqual(message === null ? [0, force, -force] : null);
  expect(leftOut).toEqual(message === null ? [] : [message]);
});

describe('at its bound', () => {
  const without = { startedAt: null, endedAt: null };
  const many = (count: number) =>
    Array.from({ length: count }, () => strokes[0] ?? newStroke({ elapsedTime: 0, distance: 0 }));
  const lapsOf = (count: number) => Array.from({ length: count }, () => newInterval({ kind: 'work' }));

  test.each<[string, Partial<Workout>, boolean]>([
    ['100,000 strokes', { strokes: many(100_000) }, true],
    ['one stroke more', { strokes: many(100_001) }, false],
    ['2,000 intervals', { intervals: lapsOf(2_000) }, true],
    ['one interval more', { intervals: lapsOf(2_001) }, false],
    ['500 hours', { ...without, elapsedTime: 1_800_000, distance: 2_000_000 }, true],
    ['a second more', { ...without, elapsedTime: 1_800_001, distance: 2_000_000 }, false],
    ['2500 km', { ...without, elapsedTime: 1_000_000, distance: 2_500_000 }, true],
    ['a meter more', { ...without, elapsedTime: 1_000_000, distance: 2_500_001 }, false],
    ['ten times its dates and 2 minutes', { elapsedTime: 4_920, distance: 5_000 }, true],
    ['more than that', { elapsedTime: 4_921, distance: 5_000 }, false],
    ['dates without time between them', { endedAt: piece.startedAt, elapsedTime: 121, distance: 500 }, true],
    ['7.6 m/s for a minute', { elapsedTime: 60, distance: 456 }, true],
    ['more than that for a minute', { elapsedTime: 60, distance: 456.1 }, false],
    ['9 m/s in a sprint', { elapsedTime: 10, distance: 90 }, true],
    ['more than that in a sprint', { elapsedTime: 10, distance: 90.1 }, false],
    ['20 m in a second', { elapsedTime: 1, distance: 20 }, true],
    ['more than that in a second', { elapsedTime: 1, distance: 20.1 }, false],
  ])('a workout with %s passes: %#', (_, known, isPossible) => {
    expect(check(known) === null).toBe(isPossible);
  });

  test.each<[string, Partial<Workout>, boolean]>([
    ['20 m/s', { elapsedTime: 480, distance: 9_600 }, false],
    ['less', { elapsedTime: 480, distance: 9_599 }, true],
  ])('a speed of %s may be that of a BikeErg: %#', (_, known, isBike) => {
    expect(check(known)?.includes('BikeErg')).toBe(isBike);
  });

  test.each<[string, Partial<Workout>, object]>([
    [
      'the first possible year',
      { startedAt: '1995-01-01T00:00:00Z', endedAt: null },
      { startedAt: '1995-01-01T00:00:00Z' },
    ],
    ['the year before', { startedAt: '1994-12-31T23:59:59Z', endedAt: null }, { startedAt: null }],
    [
      '26 hours ahead',
      { startedAt: '2026-06-02T02:00:00Z', endedAt: null },
      { startedAt: '2026-06-02T02:00:00Z' },
    ],
    ['more hours ahead', { startedAt: '2026-06-02T02:00:01Z', endedAt: null }, { startedAt: null }],
    [
      'work longer than its dates by a twentieth and 2 minutes',
      { elapsedTime: 624 },
      { endedAt: piece.endedAt },
    ],
    ['longer work', { elapsedTime: 624.1 }, { endedAt: null }],
    [
      'an end at its start',
      { endedAt: piece.startedAt, elapsedTime: 120, distance: 400 },
      { endedAt: piece.startedAt },
    ],
    ['an end before its start', { endedAt: '2026-05-01T06:59:59Z' }, { endedAt: null }],
  ])('the dates of a workout with %s', (_, known, dates) => {
    expect(clean(known).workout).toMatchObject(dates);
  });

  test('an end at the start does not count as an end before it', () => {
    const { leftOut } = clean({ endedAt: piece.startedAt });
    expect(leftOut).toEqual(['It says 480 s of work within 0 s. The date of its end is left out.']);
  });

  const at = (...points: [sec: number, meters: number][]) =>
    points.map(([elapsedTime, distance]) => newStroke({ elapsedTime, distance }));
  test.each<[string, WorkoutStroke[], boolean]>([
    ['3 s back', at([10, 40], [7, 44]), true],
    ['more than 3 s back', at([10, 40], [6.9, 44]), false],
    ['10 m back', at([10, 40], [13, 30]), true],
    ['more than 10 m back', at([10, 40], [13, 29.9]), false],
    ['a twentieth and a minute beyond the time', at([564, 1_000]), true],
    ['further beyond the time', at([564.1, 1_000]), false],
    ['a twentieth and 25 m beyond the distance', at([480, 2_125]), true],
    ['further beyond the distance', at([480, 2_125.1]), false],
    ['without a time', at([Number.NaN, 40]), false],
    ['without an end of its time', at([Infinity, 40]), false],
    ['before the start', at([-1, 40]), false],
    ['without a distance', at([10, Number.NaN]), false],
    ['without an end of its distance', at([10, Infinity]), false],
    ['behind the start', at([10, -1]), false],
  ])('strokes that go %s are kept: %#', (_, points, areKept) => {
    expect(clean({ strokes: points }).workout.strokes.length > 0).toBe(areKept);
  });

  const laps = (...figures: [time: number | null, distance: number | null][]) =>
    figures.map(([time, distance]) => newInterval({ kind: 'work', time, distance }));
  const cleanedLap = (...figures: [number | null, number | null][]) => {
    const [lap] = clean({ intervals: laps(...figures) }).workout.intervals;
    return [lap?.time, lap?.distance];
  };
  test.each<[string, [number | null, number | null][], [number | null, number | null]]>([
    ['a twentieth and a minute longer than the whole', [[564, null]], [564, null]],
    ['longer than that', [[564.1, null]], [null, null]],
    ['a twentieth and 25 m further than the whole', [[600, 2_125]], [null, 2_125]],
    ['further than that', [[560, 2_125.1]], [560, null]],
    ['a fifth of the speed, for 20 s', [[24, 20]], [24, 20]],
    ['less than a fifth, for 20 s', [[24, 19.9]], [24, null]],
    ['less than a fifth, for less time', [[19.9, 1]], [19.9, 1]],
    ['a distance without a time', [[0, 100]], [0, 100]],
    [
      'its part of the sum',
      [
        [300, 10],
        [180, 2_000],
      ],
      [300, 10],
    ],
    [
      'its part of nearly the sum',
      [
        [300, 10],
        [180, 1_925],
      ],
      [300, 10],
    ],
    [
      'its part of another sum',
      [
        [300, 10],
        [180, 1_924.9],
      ],
      [300, null],
    ],
  ])('a lap with %s has these figures', (_, figures, cleaned) => {
    expect(cleanedLap(...figures)).toEqual(cleaned);
  });

  const paced = (pace: number) =>
    at(...Array.from({ length: 10 }, (_, index): [number, number] => [index, index])).map((one) => ({
      ...one,
      pace,
    }));
  test.each([
    [360, true],
    [360.1, false],
    [20, true],
    [19.9, false],
  ])('a pace of %d s beside an average of 120 s is kept: %s', (pace, isKept) => {
    const bike = { machine: 'bike' as const, strokes: paced(pace) };
    expect(clean(bike).workout.strokes[0]?.pace).toBe(isKept ? pace : null);
  });

  test.each<[string, Partial<Workout>, boolean]>([
    ['a third of a BikeErg’s factor', { elapsedTime: 400, averagePower: 0.3 * 125 }, true],
    ['a factor within its range', { elapsedTime: 400, averagePower: 0.35 * 125 }, false],
    ['a factor above its range', { elapsedTime: 400, averagePower: 0.4 * 125 }, true],
    ['4.5 m/s', { elapsedTime: 400, distance: 1_800, averagePower: 0.35 * 4.5 ** 3 }, true],
  ])('a power with %s is kept: %#', (_, known, isKept) => {
    expect(clean({ ...without, ...known }).workout.averagePower !== null).toBe(isKept);
  });

  test.each([
    [5, 200, 200],
    [6, 200, null],
  ])('a sensor with %i impossible values of few loses all of them', (count, possible, kept) => {
    const values = [...Array.from({ length: count }, () => 9_999), possible];
    const power = values.map((watts, index) =>
      newStroke({ elapsedTime: index, distance: 4 * index, power: watts }),
    );
    expect(clean({ strokes: power }).workout.strokes.at(-1)?.power).toBe(kept);
  });
});
