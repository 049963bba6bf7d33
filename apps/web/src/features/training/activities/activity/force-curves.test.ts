import { expect, test } from 'vitest';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { averageCurve, meanOf, peakOf, resampled } from './force-curves.ts';

test('resampled keeps the ends and the shape of a curve of any length', () => {
  const curve = resampled({ forceCurve: [0, 100, 0] });
  expect(curve).toHaveLength(51);
  expect([curve?.[0], curve?.[25], curve?.[50]]).toEqual([0, 100, 0]);
  expect(resampled({ forceCurve: [7] })).toBeNull();
  expect(resampled({})).toBeNull();
});

test('averageCurve averages curves of different lengths and skips strokes without one', () => {
  const strokes = [
    makeStroke({ forceCurve: [0, 200, 0] }),
    makeStroke({ forceCurve: [0, 50, 100, 50, 0] }),
    makeStroke({ forceCurve: null }),
  ];
  expect(averageCurve(strokes)?.[25]).toBeCloseTo(150);
  expect(averageCurve([makeStroke({})])).toBeNull();
});

test('peakOf finds the highest force and its share of the drive', () => {
  expect(peakOf(resampled({ forceCurve: [0, 300, 200, 100, 0] }) ?? [])).toEqual({
    forceN: 296,
    share: 0.26,
  });
});

test('meanOf ignores unknown values', () => {
  expect(meanOf([1, null, 3])).toBe(2);
  expect(meanOf([null])).toBeNull();
});
