import { expect, test } from 'vitest';
import { formatTenths } from './race-time.ts';

test.each([
  [5, '0:00.5'],
  [600, '1:00.0'],
  [4_052, '6:45.2'],
  [36_000, '1:00:00.0'],
  [46_233, '1:17:03.3'],
])('%i tenths are %s: tenths are shown at any length', (tenths, words) => {
  expect(formatTenths(tenths)).toBe(words);
});
