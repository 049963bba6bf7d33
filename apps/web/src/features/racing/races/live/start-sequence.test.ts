import { describe, expect, test } from 'vitest';
import { commandAt, offsetBy, untilNextMs } from './start-sequence.ts';

const start = {
  prepareAt: '2026-05-02T08:00:00.000Z',
  readyAt: '2026-05-02T08:00:05.000Z',
  attentionAt: '2026-05-02T08:00:10.000Z',
  rowAt: '2026-05-02T08:00:12.400Z',
};
const zero = Date.parse(start.prepareAt);

describe('the sequence of a start', () => {
  test.each([
    [-1, null],
    [0, 'prepare'],
    [4_999, 'prepare'],
    [5_000, 'ready'],
    [10_000, 'attention'],
    [12_399, 'attention'],
    [12_400, 'row'],
    [15_399, 'row'],
    [15_400, null],
  ] as const)('the sequence of a start at %i ms is %s', (ms, command) => {
    expect(commandAt(start, zero + ms)).toBe(command);
  });

  test('changes at its own moments, and not after the last one', () => {
    expect(untilNextMs(start, zero + 10_400)).toBe(2_000);
    expect(untilNextMs(start, zero + 12_400)).toBe(3_000);
    expect(untilNextMs(start, zero + 15_400)).toBeNull();
    expect([untilNextMs(null, zero), commandAt(null, zero)]).toEqual([null, null]);
  });
});

describe('the clock of a screen', () => {
  const at = '2026-05-02T08:00:00.000Z';

  test('is the server’s, even on a screen whose own clock is wrong', () => {
    expect(offsetBy(null, at, { sentMs: 1_000, receivedMs: 1_200 })).toEqual({
      offsetMs: zero - 1_100,
      tookMs: 200,
    });
  });

  test('keeps the quickest response, and follows one that contradicts it', () => {
    const quick = { offsetMs: zero - 1_100, tookMs: 20 };
    expect(offsetBy(quick, at, { sentMs: 900, receivedMs: 1_300 })).toBe(quick);
    expect(offsetBy(quick, at, { sentMs: 61_000, receivedMs: 61_040 })).toEqual({
      offsetMs: zero - 61_020,
      tookMs: 40,
    });
  });
});
