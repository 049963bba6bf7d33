import { expect, test } from 'vitest';
import { startWords } from './start-mark.tsx';

test.each([
  [null, null],
  [-3_580, null],
  [-300, 'early'],
  [-0.31, 'early'],
  [-0.3, null],
  [0, null],
  [1.99, null],
  [4, 'late 4.0 s'],
  [9.99, 'late 9.9 s'],
  [10, 'late 0:10'],
  [80.9, 'late 1:20'],
  [3_599, 'late 59:59'],
])('a first stroke %s s after the start is marked %s', (startOffset, words) => {
  expect(startWords(startOffset)).toBe(words);
});
