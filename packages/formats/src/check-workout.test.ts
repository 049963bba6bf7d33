import { describe, expect, test } from 'vitest';
import { checkWorkout, cleanWorkout } from './check-workout.ts';
import { newInterval, newStroke, newWorkout, type Workout } from './workout.ts';

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

test('a possible workout passes, with strokes or without', () => {
  expect(check({})).toBeNull();
  expect(check({ strokes })).toBeNull();
  expect(check({ startedAt: null, endedAt: null, distance: null })).toBeNull();
});

test.each<[string, Partial<Workout>, string]>([
  ['negative meters', { distance: -250 }, 'It says -250 m, which is impossible.'],
  ['a negative time', { elapsedTime: -1 }, 'It says -1 s of work, which is impossible.'],
  ['a time that is no number', { elapsedTime: Number.NaN }, 'It says NaN s of work, which is impossible.'],
  [
    'a negative interval',
    { intervals: [newInterval({ kind: 'work', time: 60, distance: -250 })] },
    'Interval 1 says -250 m, which is impossible.',
  ],
  [
    'a date of 1989',
    { startedAt: '1989-12-31T00:00:00Z' },
    'It is dated 1989-12-31: the clock of the monitor or device was not set.',
  ],
  ['a date of 2090', { endedAt: '2090-01-01T00:00:00' }, 'It is dated 2090-01-01, which is in the future.'],
  [
    'a date that is none',
    { startedAt: '2026-13-40T00:00:00Z' },
    'Its date is not one: 2026-13-40T00:00:00Z.',
  ],
  ['an end before the start', { endedAt: '2026-05-01T06:00:00Z' }, 'It ends before it starts.'],
  [
    'more work than time passed',
    { elapsedTime: 480_000, distance: 2_000_000 },
    'It says 480,000 s of work within 480 s: its times are in a wrong scale.',
  ],
  ['nothing', { elapsedTime: 0, distance: 0 }, 'It has neither a time nor a distance.'],
  ['meters in no time', { elapsedTime: 0 }, 'It says 2,000 m in no time.'],
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
  [
    'watts of a BikeErg',
    { distance: 3000, averagePower: 85 },
    "85 W at 6.3 m/s are a BikeErg's, but the file says rower.",
  ],
  [
    'strokes beyond the end',
    { strokes: [...strokes, newStroke({ elapsedTime: 400, distance: 9000 })] },
    'Its strokes go to 9,000 m, but it says 2,000 m in all.',
  ],
  [
    'a distance that goes back',
    { strokes: [...strokes, newStroke({ elapsedTime: 400, distance: 100 })] },
    'Distance goes back from 468 m to 100 m at stroke 41.',
  ],
  [
    'a time that goes back',
    { strokes: [...strokes, newStroke({ elapsedTime: 10, distance: 480 })] },
    'Time goes back from 117 s to 10 s at stroke 41.',
  ],
  [
    'heart rates that no one has',
    { strokes: strokes.map((stroke) => ({ ...stroke, heartRate: 1400 })) },
    '40 of 40 strokes have an impossible heart rate, such as 1400.',
  ],
  [
    'paces of another scale',
    { strokes: strokes.map((stroke) => ({ ...stroke, pace: 1200 })) },
    'Its strokes show a pace of 1,200 s per 500 m, but its time and distance one of 120 s: a wrong scale.',
  ],
])('%s is refused', (_, known, reason) => {
  expect(check(known)).toBe(reason);
});

describe('the check accepts', () => {
  test('a bike at the speed of a bike', () => {
    expect(check({ machine: 'bike', distance: 4500, averagePower: 288 })).toBeNull();
  });
  test('100 m in 13 s', () => {
    expect(check({ elapsedTime: 13, distance: 100, averagePower: 1274 })).toBeNull();
  });
  test('a wall clock that is a zone ahead', () => {
    expect(check({ startedAt: null, endedAt: '2026-06-01T13:00:00' })).toBeNull();
  });
  test('a start in UTC beside an end by a wall clock', () => {
    expect(check({ endedAt: '2026-05-01T09:08:00' })).toBeNull();
  });
});

test('a glitch of a sensor is left out, and a small step back is leveled', () => {
  const [first, second, ...others] = strokes;
  if (!first || !second) throw new Error('no strokes');
  const glitch = { ...second, heartRate: 255, pace: 0, power: -3, dragFactor: 0, driveLength: 137 };
  const back = newStroke({ elapsedTime: 116, distance: 466 });
  const workout = { ...piece, strokes: [first, { ...glitch, forceCurve: [1, Number.NaN] }, ...others, back] };
  expect(checkWorkout(workout, nowMs)).toBeNull();
  const clean = cleanWorkout(workout).strokes;
  expect(clean[1]).toEqual({ ...second, heartRate: null, pace: null, power: null });
  expect(clean.at(-1)).toMatchObject({ elapsedTime: 117, distance: 468 });
});
