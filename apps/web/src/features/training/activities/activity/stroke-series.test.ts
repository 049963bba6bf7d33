import type { Stroke } from '@boathouse/contract/strokes';
import { describe, expect, test } from 'vitest';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import {
  compareStrokes,
  endsOfIntervals,
  meansOf,
  paceAxisOf,
  positionTicks,
  sampled,
  valueAxisOf,
} from './stroke-series.ts';
import { plottable, signed } from './plottable.ts';

/** Strokes every `meters` meters and `seconds` seconds. */
const evenly = (count: number, meters: number, seconds: number): Stroke[] =>
  Array.from({ length: count }, (_, index) =>
    makeStroke({ number: index + 1, distance: (index + 1) * meters, elapsedTime: (index + 1) * seconds }),
  );

test('plottable leaves out strokes that go back', () => {
  const strokes = [
    makeStroke({ distance: 10, elapsedTime: 3 }),
    makeStroke({ distance: 9, elapsedTime: 5 }),
    makeStroke({ distance: 20, elapsedTime: 6 }),
  ];
  expect(plottable(strokes)).toEqual([strokes[0], strokes[2]]);
});

test('endsOfIntervals are the last strokes of all intervals except the last', () => {
  const strokes = [1, 1, 2, 2, 3].map((interval, index) =>
    makeStroke({ interval, distance: (index + 1) * 10, elapsedTime: (index + 1) * 2 }),
  );
  expect(endsOfIntervals(strokes, 'distance')).toEqual([20, 40]);
  expect(endsOfIntervals(strokes, 'time')).toEqual([4, 8]);
});

describe('axes', () => {
  test('positionTicks are even and within the row', () => {
    expect(positionTicks(2_000, 'distance').map(({ text }) => text)).toEqual([
      '0 m',
      '500',
      '1,000',
      '1,500',
      '2,000',
    ]);
    expect(positionTicks(431, 'time').map(({ text }) => text)).toEqual(['0:00', '2:00', '4:00', '6:00']);
  });

  test('the first slow strokes do not flatten the pace', () => {
    const paces = [400, ...Array.from({ length: 60 }, (_, index) => 118 + (index % 5)), null];
    expect(paceAxisOf(paces)).toEqual({
      range: [118, 122],
      ticks: ['1:58', '1:59', '2:00', '2:01', '2:02'].map((text, index) => ({ at: 118 + index, text })),
    });
  });

  test('equal values have an axis too', () => {
    expect(valueAxisOf([24, 24]).range).toEqual([23, 25]);
    expect(valueAxisOf([179, 179]).ticks.map(({ text }) => text)).toEqual(['178', '179', '180']);
    expect(paceAxisOf([120]).range[1]).toBeGreaterThan(120);
  });

  test('an axis is at least as high as requested', () => {
    expect(valueAxisOf([23, 24, 25], 8).range).toEqual([20, 30]);
    expect(valueAxisOf([23, 24, 25]).range).toEqual([23, 25]);
    expect(valueAxisOf([20, 60], 8).range).toEqual([20, 60]);
  });
});

describe('meansOf', () => {
  const strokes = evenly(6, 10, 2);

  test('is the mean of five strokes, of fewer at the ends, and leaves out missing values', () => {
    expect(meansOf([10, 20, 30, 40, 50, 60], strokes, [])).toEqual([20, 25, 30, 40, 45, 50]);
    expect(meansOf([10, null, 30, 40, 50, 60], strokes, [])).toEqual([20, null, 32.5, 45, 45, 50]);
  });

  test('includes no stroke of another interval or from across a gap', () => {
    const intervals = strokes.map((stroke, index) => ({ ...stroke, interval: index < 3 ? 1 : 2 }));
    const values = [10, 10, 10, 50, 50, 50];
    expect(meansOf(values, intervals, [])).toEqual(values);
    const ends = { fromM: 30, toM: 40, fromSec: 6, toSec: 8, fromInterval: 1, toInterval: 1 };
    expect(meansOf(values, strokes, [{ where: 'middle', ...ends }])).toEqual(values);
  });
});

describe('compareStrokes', () => {
  test('over distance the gap is in seconds, over time in meters', () => {
    const own = evenly(10, 10, 2);
    const slower = evenly(10, 10, 2.5);
    const overDistance = compareStrokes(own, slower, 'distance').gap;
    expect(overDistance[0]).toBeCloseTo(0.5);
    expect(overDistance.at(-1)).toBeCloseTo(5);
    const overTime = compareStrokes(own, slower, 'time').gap;
    expect(overTime.at(-1)).toBeCloseTo(20);
  });

  test('the gap ends where the other row ends', () => {
    expect(compareStrokes(evenly(4, 10, 2), evenly(2, 10, 2), 'distance').gap).toEqual([0, 0, null, null]);
  });
});

test('sampled keeps the last stroke', () => {
  expect(sampled(evenly(7, 10, 2), 3)).toEqual({ every: 3, indices: [0, 3, 6] });
  expect(sampled(evenly(2, 10, 2), 3)).toEqual({ every: 1, indices: [0, 1] });
});

test('signed', () => {
  expect([1.54, -3, 0.04].map(signed)).toEqual(['+1.5', '−3', '0']);
});
