import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { StrokeSchema } from '@boathouse/contract/strokes';
import { sampleStrokes } from './sample-strokes.ts';

const figures = {
  distance: 2_000,
  elapsedTime: 440.3,
  strokeRate: 28,
  heartRate: 168,
  dragFactor: 118,
  totalCalories: 120,
};

test.each([
  ['2000 m', figures, 1],
  ['4 x 500 m / 2:00 rest', figures, 4],
  ['3 x 8:00 / 2:00 rest', { ...figures, distance: 6_120, elapsedTime: 1_440 }, 3],
  ['10 x 12 cal, rest as needed', figures, 10],
  ['Just row', figures, 1],
  ['60:00', { ...figures, distance: 14_300, elapsedTime: 3_600, heartRate: null }, 1],
])('the strokes of %s are valid and add up to its figures', (text, given, intervals) => {
  const { strokes, summary } = sampleStrokes({ text, figures: given, seed: [1, 2] });
  z.array(StrokeSchema).parse(strokes);
  expect(strokes.at(-1)).toMatchObject({ interval: intervals, distance: given.distance });
  expect(strokes.at(-1)?.elapsedTime).toBeCloseTo(given.elapsedTime, 1);
  const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  expect(sumOf(summary.splits.map(({ time }) => time))).toBeCloseTo(given.elapsedTime, 0);
  expect(sumOf(summary.splits.map(({ distance }) => distance))).toBeCloseTo(given.distance, 0);
  strokes.reduce((before, stroke) => {
    expect(stroke.distance).toBeGreaterThan(before.distance);
    expect(stroke.elapsedTime).toBeGreaterThan(before.elapsedTime);
    return stroke;
  });
  expect(strokes.every(({ heartRate }) => (heartRate === null) === (given.heartRate === null))).toBe(true);
});
