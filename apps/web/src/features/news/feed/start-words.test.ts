import { expect, test } from 'vitest';
import { formatStart } from './start-words.ts';

test.each([
  ['2025-11-21T18:30:00.000Z', '7:30 PM'],
  ['2025-11-21T05:30:00.000Z', '6:30 AM'],
  ['2025-11-22T05:30:00.000Z', 'Sat 6:30 AM'],
  ['2025-11-27T05:30:00.000Z', 'Thu 6:30 AM'],
  ['2025-11-28T05:30:00.000Z', 'Fri, Nov 28, 6:30 AM'],
  ['2025-11-15T05:30:00.000Z', 'Sat 6:30 AM'],
  ['2025-11-14T05:30:00.000Z', 'Fri, Nov 14, 6:30 AM'],
  ['2026-01-14T05:30:00.000Z', 'January 14, 2026'],
])('on Friday, November 21 in Berlin, the start at %s is %s', (iso, expected) => {
  expect(formatStart(iso, Date.parse('2025-11-21T12:00:00Z'), 'Europe/Berlin')).toBe(expected);
});
