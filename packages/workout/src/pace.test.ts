import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, formatPace, paceSecOf, paceSecOfPower, powerWOf } from './pace.ts';

describe('pace and power', () => {
  test('100 m in 25 s is 2:05 for 500 m and 179 W, as a real monitor shows', () => {
    expect(paceSecOf(100, 25)).toBe(125);
    expect(Math.round(powerWOf(125) ?? 0)).toBe(179);
  });

  test.each([
    [0, 25],
    [100, 0],
    [-1, 25],
    [Number.NaN, 25],
    [100, Number.POSITIVE_INFINITY],
  ])('%d m in %d s has no pace', (distanceM, elapsedSec) => {
    expect(paceSecOf(distanceM, elapsedSec)).toBeNull();
  });

  test('no pace has no power and no power has no pace', () => {
    expect(powerWOf(null)).toBeNull();
    expect(powerWOf(0)).toBeNull();
    expect(paceSecOfPower(0)).toBeNull();
    expect(paceSecOfPower(null)).toBeNull();
  });

  test('power and pace are inverses over the whole human range', () => {
    fc.assert(
      fc.property(fc.double({ min: 60, max: 600, noNaN: true }), (paceSec) => {
        expect(paceSecOfPower(powerWOf(paceSec))).toBeCloseTo(paceSec, 6);
      }),
    );
  });
});

describe('writing a duration', () => {
  test.each([
    [0, '0:00.0'],
    [25, '0:25.0'],
    [59.94, '0:59.9'],
    [59.95, '1:00.0'],
    [59.99, '1:00.0'],
    [125.06, '2:05.1'],
    [1200, '20:00.0'],
    [3599.94, '59:59.9'],
    [3599.97, '1:00:00'],
    [3723.4, '1:02:03'],
    [3723.5, '1:02:04'],
    [7199.96, '2:00:00'],
    [null, '–'],
    [-1, '–'],
    [Number.NaN, '–'],
  ])('%s s is written %s', (elapsedSec, text) => {
    expect(formatDuration(elapsedSec)).toBe(text);
  });

  test('never shows 60 seconds or 60 minutes, and is exact to a tenth, from an hour on to a second', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 36_000, noNaN: true }), (elapsedSec) => {
        const text = formatDuration(elapsedSec);
        const fields = text.split(':').map(Number);
        expect(fields.slice(1).every((field) => field < 60)).toBe(true);
        const readBackSec = fields.reduce((sum, field) => sum * 60 + field, 0);
        expect(Math.abs(readBackSec - elapsedSec)).toBeLessThanOrEqual(
          fields.length === 2 ? 0.0500001 : 0.55,
        );
      }),
    );
  });
});

test.each([
  [125, '2:05.0'],
  [119.96, '2:00.0'],
  [0, '–'],
  [null, '–'],
])('a pace of %s s is written %s', (paceSec, text) => {
  expect(formatPace(paceSec)).toBe(text);
});
