import { expect, test } from 'vitest';
import { plannedLengthOf } from './planned-length.ts';
import { parseWorkoutText } from './parse.ts';

test.each([
  ['2000 m', 2_000, null],
  ['2k', 2_000, null],
  ['4 x 500 m / 2:00 rest', 2_000, null],
  ['30:00', null, 1_800],
  ["3 x 20' / 3:00 rest", null, 3_600],
  ['500 m + 5:00', null, null],
  ['100 cal', null, null],
  ['Just row', null, null],
  ['Steady, as you feel', null, null],
])('%s fixes %s m and %s s', (text, distanceM, elapsedSec) => {
  expect(plannedLengthOf(parseWorkoutText(text))).toEqual({ distanceM, elapsedSec });
});
