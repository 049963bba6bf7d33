import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Durations, medianOf } from './statistics.ts';

test.each([
  [[], null],
  [[3], 3],
  [[5, 1, 9], 5],
  [[4, 1, 10, 2], 3],
])('the median of %j is %j', (values, median) => {
  expect(medianOf(values)).toBe(median);
});

test('an empty list of durations has no percentile', () => {
  expect(new Durations(100).percentile(0.99)).toBeNull();
});

test('a percentile is the nearest-rank value of the sorted durations, to a tenth of a millisecond', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (tenths, share) => {
        const durations = new Durations(100);
        for (const tenth of tenths) durations.add(tenth / 10);
        const sorted = tenths.toSorted((one, other) => one - other);
        const expected = sorted[Math.ceil(tenths.length * share) - 1];
        expect(durations.percentile(share)).toBe((expected ?? 0) / 10);
        expect(durations.count).toBe(tenths.length);
      },
    ),
  );
});

test('a duration beyond the longest of a list counts as the longest', () => {
  const durations = new Durations(10);
  durations.add(1e9);
  expect(durations.percentile(0.5)).toBe(10);
  durations.clear();
  expect(durations.count).toBe(0);
});
