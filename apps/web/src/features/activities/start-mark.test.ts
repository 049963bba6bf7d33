import { expect, test } from 'vitest';
import { startWords } from './start-mark.tsx';

test.each([
  [null, null],
  [-3_580, null],
  [-300, 'early'],
  [-0.31, 'early'],
  [-0.3, null],
  [0, null],
  [4.99, null],
  [5, 'late 0:05'],
  [80.9, 'late 1:20'],
  [3_599, 'late 59:59'],
])('a first stroke %s s after the start is marked %s', (startOffset, words) => {
  expect(startWords(startOffset)).toBe(words);
});
