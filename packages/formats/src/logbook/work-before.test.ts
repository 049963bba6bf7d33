import { expect, test } from 'vitest';
import { workBefore } from './work-before.ts';

const part = (time: number | null, distance: number | null) => ({ time, distance });

test('the work before an interval is the sum of all earlier ones', () => {
  expect(workBefore([])).toEqual([]);
  expect(workBefore([part(60, 250), part(90, 400), part(30, 100)])).toEqual([
    { time: 0, distance: 0 },
    { time: 60, distance: 250 },
    { time: 150, distance: 650 },
  ]);
});

test.each([
  ['time', part(null, 250)],
  ['distance', part(60, null)],
])('the work after an interval without a %s is unknown', (_, lacking) => {
  expect(workBefore([part(60, 250), lacking, part(60, 250), part(60, 250)])).toEqual([
    { time: 0, distance: 0 },
    { time: 60, distance: 250 },
    null,
    null,
  ]);
});
