import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Alarm } from './alarm.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createTimer() {
  const beganMs = performance.now();
  const sinceMs = () => performance.now() - beganMs;
  const wokenMs: number[] = [];
  return { timer: new Alarm(sinceMs, () => wokenMs.push(sinceMs())), wokenMs };
}

test('fires once, and never before its time', () => {
  const { timer, wokenMs } = createTimer();
  timer.set(100.6);
  vi.advanceTimersByTime(1_000);
  expect(wokenMs).toEqual([101]);
});

test.each([
  { what: 'an earlier time', to: 50, woken: [50] },
  { what: 'a later time', to: 200, woken: [200] },
  { what: 'no time', to: null, woken: [] },
])('fires at $what that has replaced its time', ({ to, woken }) => {
  const { timer, wokenMs } = createTimer();
  timer.set(100);
  vi.advanceTimersByTime(10);
  timer.set(to);
  vi.advanceTimersByTime(1_000);
  expect(wokenMs).toEqual(woken);
});

test('fires again at a time set after it has fired', () => {
  const { timer, wokenMs } = createTimer();
  timer.set(100);
  vi.advanceTimersByTime(100);
  timer.set(100);
  vi.advanceTimersByTime(100);
  expect(wokenMs).toEqual([100, 100]);
});
