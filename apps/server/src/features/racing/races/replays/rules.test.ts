import { expect, test } from 'vitest';
import { thinned } from './rules.ts';

test('a short row keeps all its strokes', () => {
  expect(thinned([1, 2, 3], 3)).toEqual([1, 2, 3]);
  expect(thinned([], 3)).toEqual([]);
});

test('of a long row, strokes from begin to end stay, with the last one', () => {
  const strokes = Array.from({ length: 1_001 }, (_, index) => index);
  const kept = thinned(strokes, 10);
  expect(kept).toHaveLength(10);
  expect(kept.at(-1)).toBe(1_000);
  const gaps = kept.slice(1).map((each, index) => each - (kept[index] ?? 0));
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
});
