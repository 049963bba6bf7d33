import { expect, test } from 'vitest';
import { roundTicks } from './ticks.ts';

test.each([
  [0, 14_000, 3, [0, 5_000, 10_000, 15_000]],
  [0, 2_000, 5, [0, 500, 1_000, 1_500, 2_000]],
  [23.4, 28.2, 2, [20, 25, 30]],
  [180, 260, 2, [150, 200, 250, 300]],
  [24, 24, 2, [24, 24.000001]],
])('roundTicks from %d to %d in about %d steps', (low, high, steps, ticks) => {
  const found = roundTicks(low, high, steps);
  expect(found).toHaveLength(ticks.length);
  found.forEach((tick, index) => expect(tick).toBeCloseTo(ticks[index] ?? 0, 5));
});

test('roundTicks covers its range', () => {
  for (const [low, high] of [
    [-3.2, 8.9],
    [0, 0],
    [99, 101],
    [-40, -7],
  ] as const) {
    const ticks = roundTicks(low, high, 3);
    expect(ticks[0]).toBeLessThanOrEqual(low);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
  }
});
