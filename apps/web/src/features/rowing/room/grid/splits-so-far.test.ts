import { describe, expect, test } from 'vitest';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { splitsSoFar } from './splits-so-far.ts';

/** 4 m/s, so 2:05 per 500 m, with a stroke every 2 s. */
const steady = (count: number, interval = 1, from = 0) =>
  Array.from({ length: count }, (_, index) => {
    const elapsedTime = from + 2 * (index + 1);
    return makeStroke({ interval, elapsedTime, distance: 4 * elapsedTime });
  });

describe('the splits so far', () => {
  test('are none before the first', () => {
    expect(splitsSoFar(new Map(), steady(100))).toEqual([]);
  });

  test("are the monitor's, and earlier ones come from the strokes", () => {
    const third = { number: 3, time: 100, distance: 400, pace: 125 };
    const splits = splitsSoFar(new Map([[3, third]]), steady(160));
    expect(splits).toMatchObject([
      { number: 1, time: 100, distance: 400, pace: 125, isExact: false },
      { number: 2, time: 100, distance: 400, isExact: false },
      { ...third, isExact: true },
    ]);
  });

  test('the splits so far of a timed piece are as long as the monitor’s last one', () => {
    const second = { number: 2, time: 60, distance: 237.3, pace: 126.4 };
    const [first] = splitsSoFar(new Map([[2, second]]), steady(70));
    expect(first).toMatchObject({ number: 1, time: 60, distance: 240 });
  });

  test('the splits so far that begin or end in a gap are unknown, but one around a gap is known', () => {
    const fourth = { number: 4, time: 100, distance: 400, pace: 125 };
    const gap = { where: 'middle', fromInterval: 1, toInterval: 1 } as const;
    const across = { ...gap, fromSec: 190, toSec: 210, fromM: 760, toM: 840 };
    const within = { ...gap, fromSec: 20, toSec: 40, fromM: 80, toM: 160 };
    const splits = splitsSoFar(new Map([[4, fourth]]), steady(200), [within, across]);
    expect(splits).toMatchObject([{ number: 1, time: 100 }, { number: 4 }]);
  });

  test('the splits so far of intervals that a gap joins are unknown', () => {
    const third = { number: 3, time: 50, distance: 200, pace: 125 };
    const strokes = [...steady(20), ...steady(20, 2, 60), ...steady(25, 3, 100)];
    const gap = { where: 'middle', fromSec: 40, toSec: 62, fromM: 160, toM: 248 } as const;
    const gaps = [{ ...gap, fromInterval: 1, toInterval: 2 }];
    expect(splitsSoFar(new Map([[3, third]]), strokes, gaps)).toMatchObject([{ number: 3 }]);
  });

  test('the splits so far of intervals end with their last strokes', () => {
    const second = { number: 2, time: 50, distance: 200, pace: 125 };
    const strokes = [...steady(25), ...steady(25, 2, 50), ...steady(5, 3, 100)];
    expect(splitsSoFar(new Map([[2, second]]), strokes)).toMatchObject([
      { number: 1, time: 50, distance: 200, isExact: false },
      { number: 2, isExact: true },
    ]);
  });
});
