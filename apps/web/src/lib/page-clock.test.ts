// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onTick } from './page-clock.ts';

let stops: Array<() => void> = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const follow = (stepMs: number) => {
  const listener = vi.fn();
  stops.push(onTick(stepMs, listener));
  return listener;
};

test('has one timer for every listener of every step', () => {
  for (let row = 0; row < 50; row += 1) follow(1_000);
  follow(500);
  follow(15_000);
  expect(vi.getTimerCount()).toBe(1);
});

test('calls each listener once in its step', () => {
  const every1 = follow(1_000);
  const every15 = follow(15_000);
  vi.advanceTimersByTime(14_999);
  expect([every1, every15].map((listener) => listener.mock.calls.length)).toEqual([14, 0]);
  vi.advanceTimersByTime(1);
  expect([every1, every15].map((listener) => listener.mock.calls.length)).toEqual([15, 1]);
});

test('a shorter step that is added later does not wait for a longer one', () => {
  follow(15_000);
  const every1 = follow(1_000);
  vi.advanceTimersByTime(1_000);
  expect(every1).toHaveBeenCalledOnce();
});

test('has no timer without listeners, and starts again', () => {
  follow(1_000);
  follow(500);
  for (const stop of stops.splice(0)) stop();
  expect(vi.getTimerCount()).toBe(0);
  const again = follow(1_000);
  vi.advanceTimersByTime(1_000);
  expect(again).toHaveBeenCalledOnce();
});

test('a listener that unsubscribes itself leaves the others subscribed', () => {
  const first = vi.fn(() => stop());
  const stop = onTick(1_000, first);
  const second = follow(1_000);
  vi.advanceTimersByTime(3_000);
  expect([first, second].map((listener) => listener.mock.calls.length)).toEqual([1, 3]);
});

test('calls at once when the page is shown again, and not when it is hidden', () => {
  const every15 = follow(15_000);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(every15).not.toHaveBeenCalled();
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(every15).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(1);
});
