import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LaneClock } from './lane-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function followClock() {
  const clock = new LaneClock(() => performance.now());
  const batches: string[][] = [];
  const stop = clock.subscribe((ids) => void batches.push([...ids]));
  return { clock, batches, stop };
}

test('passes on the first change in the next animation frame', () => {
  const { clock, batches } = followClock();
  clock.note('a');
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(batches).toEqual([['a']]);
});

test('passes on all lanes that change within 250 ms together, each once', () => {
  const { clock, batches } = followClock();
  for (let ms = 0; ms < 1_000; ms += 10) {
    for (let lane = 0; lane < 50; lane += 1) clock.note(`lane-${lane}`);
    vi.advanceTimersByTime(10);
  }
  expect(batches.length).toBeGreaterThanOrEqual(3);
  expect(batches.length).toBeLessThanOrEqual(4);
  for (const batch of batches) expect(batch).toHaveLength(50);
});

test('a change during a batch is in the next one', () => {
  const { clock, batches } = followClock();
  const stop = clock.subscribe(() => {
    stop();
    clock.note('b');
  });
  clock.note('a');
  vi.advanceTimersByTime(20);
  vi.advanceTimersByTime(300);
  expect(batches).toEqual([['a'], ['b']]);
});

test('collects nothing without a listener', () => {
  const { clock, batches, stop } = followClock();
  clock.note('a');
  stop();
  clock.note('b');
  vi.advanceTimersByTime(1_000);
  expect(batches).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
