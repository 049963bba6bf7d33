import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countAt, goForMs, spokenAt, untilNextMs } from './count.ts';

const startAtMs = 1_000_000;

describe('the count to a start', () => {
  test.each([
    [20_000, 20],
    [19_001, 20],
    [19_000, 19],
    [1, 1],
    [0, 0],
    [-2_999, 0],
    [-3_000, null],
    [-86_400_000, null],
  ])('is, %s ms before it, %s', (leftMs, count) => {
    expect(countAt(startAtMs, startAtMs - leftMs)).toBe(count);
  });

  test('is unknown without the server’s time, and there is none without a start', () => {
    expect(countAt(startAtMs, null)).toBe('unknown');
    expect(countAt(null, startAtMs)).toBeNull();
  });

  test('changes exactly at the announced times', () => {
    fc.assert(
      fc.property(fc.double({ min: -goForMs + 0.01, max: 70_000, noNaN: true }), (leftMs) => {
        const nowMs = startAtMs - leftMs;
        const nextMs = untilNextMs(startAtMs, nowMs) ?? Number.NaN;
        expect(nextMs).toBeGreaterThan(0);
        const before = countAt(startAtMs, nowMs + nextMs - 0.005);
        if (nextMs > 0.005) expect(before).toBe(countAt(startAtMs, nowMs));
        expect(countAt(startAtMs, nowMs + nextMs + 0.005)).not.toBe(countAt(startAtMs, nowMs));
      }),
    );
  });

  test('is spoken at first, at 10, and from 3', () => {
    const spoken = Array.from({ length: 21 }, (_, index) => spokenAt(20 - index, index === 0));
    expect(spoken.filter((words) => words !== null)).toEqual([
      'Start in 20',
      'Start in 10',
      '3',
      '2',
      '1',
      'Go',
    ]);
    expect(spokenAt('unknown', true)).toBeNull();
  });
});
