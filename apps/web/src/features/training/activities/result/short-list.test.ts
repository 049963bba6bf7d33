import { expect, test } from 'vitest';
import { shortListOf } from './short-list.ts';

test.each([
  [2, 0, [0, 1]],
  [5, 4, [0, 1, 2, 3, 4]],
  [12, 0, [0, 1, 2, 3, 4]],
  [12, 3, [0, 1, 2, 3, 4]],
  [12, 4, [0, 1, 3, 4, 5]],
  [12, 7, [0, 1, 6, 7, 8]],
  [12, 11, [0, 1, 9, 10, 11]],
  [6, 5, [0, 1, 3, 4, 5]],
  [12, -1, [0, 1, 2, 3, 4]],
])("for %i results with the viewer's in place %i", (count, own, shown) => {
  expect(shortListOf(count, own)).toEqual(shown);
});
