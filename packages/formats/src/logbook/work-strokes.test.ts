import { describe, expect, test } from 'vitest';
import { workBefore } from './work-before.ts';
import { workStrokes, type LogbookInterval } from './work-strokes.ts';

const time = (sec: number, distance: number): LogbookInterval => ({
  endsAt: 'time',
  time: sec,
  distance,
  rest: 60,
});
const meters = (distance: number, sec: number): LogbookInterval => ({
  endsAt: 'distance',
  time: sec,
  distance,
  rest: 60,
});
type Stroke = { t: number; d: number };
/** A stroke each two seconds at a speed in m/s, to the end. */
function rowed(sec: number, speed: number, from: Stroke = { t: 0, d: 0 }): Stroke[] {
  return Array.from({ length: Math.floor(sec / 2) }, (_, at) => ({
    t: from.t + (at + 1) * 20,
    d: Math.round(from.d + (at + 1) * 20 * speed),
  }));
}
/** The strokes of an interval of time and of the following rest, whose time and distance continue. */
function withRest(sec: number, speed: number, restSec: number): Stroke[] {
  return [...rowed(sec, speed), ...rowed(restSec, 2, { t: sec * 10, d: sec * 10 * speed })];
}
const counts = (found: ReturnType<typeof workStrokes>, intervals: number) =>
  Array.from(
    { length: intervals },
    (_, at) => found.strokes.filter(({ interval }) => interval === at + 1).length,
  );
const ends = (found: ReturnType<typeof workStrokes>) => {
  const last = found.strokes.at(-1);
  return [last?.elapsedTime, last?.distance];
};

describe('strokes of the Logbook', () => {
  test('are left out in rests that continue after the work of an interval of time', () => {
    const strokes = [1, 2, 3].flatMap(() => withRest(60, 5, 60));
    const found = workStrokes(strokes, [time(60, 300), time(60, 300), time(60, 300)]);
    expect(counts(found, 3)).toEqual([30, 30, 30]);
    expect(found.left).toBe(90);
    expect(ends(found)).toEqual([180, 900]);
  });

  test('are left out in rests that continue after the work of an interval of distance', () => {
    const strokes = [1, 2].flatMap(() => withRest(100, 5, 60));
    const found = workStrokes(strokes, [meters(500, 100), meters(500, 100)]);
    expect(counts(found, 2)).toEqual([50, 50]);
    expect(found.left).toBe(60);
    expect(ends(found)).toEqual([200, 1_000]);
  });

  test('in calorie intervals count as work up to the time of the interval', () => {
    const strokes = [...withRest(62, 5, 30), ...withRest(64, 5, 30)];
    const found = workStrokes(strokes, [time(62, 310), time(64, 320)]);
    expect(counts(found, 2)).toEqual([31, 32]);
  });

  test('may restart with a row of zeros, which is not a stroke', () => {
    const strokes = [1, 2].flatMap(() => [{ t: 0, d: 0 }, ...withRest(60, 5, 20)]);
    const found = workStrokes(strokes, [time(60, 300), time(60, 300)]);
    expect(counts(found, 2)).toEqual([30, 30]);
    expect(found.left).toBe(20);
  });

  test('may restart for each rest, which belongs to no interval', () => {
    const rest = rowed(60, 2);
    const strokes = [...rowed(60, 5), ...rest, ...rowed(60, 5.2), ...rest, ...rowed(60, 4.9)];
    const found = workStrokes(strokes, [time(60, 300), time(60, 312), time(60, 294)]);
    expect(counts(found, 3)).toEqual([30, 30, 30]);
    expect(found.left).toBe(60);
    expect(ends(found)).toEqual([180, 906]);
  });

  test.each([
    [0, [0, 100, 40], [310, 1_700]],
    [1, [50, 0, 40], [380, 1_900]],
    [2, [50, 100, 0], [300, 1_500]],
  ])('may be missing in interval %i: those of the others keep their place', (missing, counted, end) => {
    const intervals = [meters(500, 100), meters(1_000, 200), meters(400, 80)];
    const all = intervals.map(({ time: sec }) => withRest(sec ?? 0, 5, 30));
    const found = workStrokes(all.filter((_, at) => at !== missing).flat(), intervals);
    expect(counts(found, 3)).toEqual(counted);
    const { elapsedTime, distance } = found.strokes.at(-1) ?? {};
    expect([elapsedTime, distance]).toEqual(missing === 0 ? [380, 1_900] : end);
  });

  test('are also placed in intervals with rests of unknown length', () => {
    const intervals = [meters(500, 100), meters(1_000, 200), meters(400, 80)];
    const undefinedRests = intervals.map((each) => ({ ...each, rest: null }));
    const strokes = [...withRest(100, 5, 30), ...withRest(200, 5, 30)];
    expect(counts(workStrokes(strokes, undefinedRests), 3)).toEqual([50, 100, 0]);
  });

  test('in equal intervals are placed by the time and distance that they reached', () => {
    const intervals = [meters(500, 96), meters(500, 100), meters(500, 104)];
    const strokes = [...withRest(96, 500 / 96, 30), ...withRest(104, 500 / 104, 30)];
    expect(counts(workStrokes(strokes, intervals), 3)).toEqual([48, 0, 52]);
  });

  test('lose an extra stroke at the end of an interval', () => {
    const strokes = [...rowed(60, 5), { t: 612, d: 3_040 }, ...rowed(60, 5)];
    const found = workStrokes(strokes, [time(60, 300), time(60, 300)]);
    expect(counts(found, 2)).toEqual([30, 30]);
    expect(found.left).toBe(1);
  });

  test('strokes that end a little after the distance but in its time are work', () => {
    const found = workStrokes([...rowed(98, 5), { t: 1_000, d: 5_004 }], [meters(500, 100)]);
    expect(found.left).toBe(0);
    expect(ends(found)).toEqual([100, 500]);
  });

  test('may continue over all intervals without restarting', () => {
    const found = workStrokes(rowed(180, 5), [time(60, 300), time(60, 300), time(60, 300)]);
    expect(counts(found, 3)).toEqual([30, 30, 30]);
    expect(ends(found)).toEqual([180, 900]);
  });

  test('in a workout without intervals are all work, and follow one another', () => {
    const found = workStrokes([...rowed(60, 5), ...rowed(60, 5)], []);
    expect(found.left).toBe(0);
    expect(ends(found)).toEqual([120, 600]);
  });

  test('begin no interval when their clock goes back by a second', () => {
    const found = workStrokes([...rowed(60, 5), { t: 592, d: 2_990 }], []);
    expect(new Set(found.strokes.map(({ interval }) => interval))).toEqual(new Set([1]));
  });

  test('without intervals are none', () => {
    expect(workStrokes([], [time(60, 300)])).toEqual({ strokes: [], left: 0 });
  });
});

test('the work before an interval is that of all earlier ones, as far as each is known', () => {
  expect(workBefore([time(100, 500), time(101, 500), time(99, 500)])).toEqual([
    { time: 0, distance: 0 },
    { time: 100, distance: 500 },
    { time: 201, distance: 1_000 },
  ]);
  expect(workBefore([time(100, 500), { time: null, distance: 500 }, time(1, 2)])).toEqual([
    { time: 0, distance: 0 },
    { time: 100, distance: 500 },
    null,
  ]);
});

describe('strokes begin again', () => {
  const second = { t: 20, d: 100 };
  const runsAfter = (first: Stroke, ...next: Stroke[]) => {
    const found = workStrokes([first, ...next], []);
    return Math.max(...found.strokes.map(({ interval }) => interval));
  };

  test.each<[string, Stroke, Stroke, number]>([
    ['at less than half of both', { t: 18, d: 90 }, { t: 8, d: 44 }, 2],
    ['not at half of the time', { t: 18, d: 90 }, { t: 9, d: 44 }, 1],
    ['not at half of the distance', { t: 18, d: 90 }, { t: 8, d: 45 }, 1],
    ['not at equal values', { t: 18, d: 90 }, { t: 18, d: 90 }, 1],
  ])('%s', (_, first, next, runs) => {
    expect(runsAfter(first, next)).toBe(runs);
    expect(runsAfter(first, { t: first.t + second.t, d: first.d + second.d })).toBe(1);
  });
});

test('an interval without a figure has the strokes up to its other one', () => {
  const open = { rest: 60, time: null, distance: null };
  const left = (interval: LogbookInterval) => workStrokes(rowed(60, 5), [interval]).left;
  expect(left({ ...open, endsAt: 'time' })).toBe(0);
  expect(left({ ...open, endsAt: 'time', distance: 250 })).toBe(5);
  expect(left({ ...open, endsAt: 'time', time: 50 })).toBe(5);
  expect(left({ ...open, endsAt: 'distance' })).toBe(0);
  expect(left({ ...open, endsAt: 'distance', time: 50 })).toBe(5);
  expect(left({ ...open, endsAt: 'distance', distance: 250 })).toBe(5);
});
