import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AtGo } from './at-go.ts';

/** The server's clock is this much ahead of the page's. */
const aheadMs = 5_000_000;
let isKnown = true;
const listeners = new Set<() => void>();
const clock = {
  nowMs: () => (isKnown ? performance.now() + aheadMs : null),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
const inSec = (sec: number) => performance.now() + aheadMs + sec * 1000;

let atGo: AtGo;
let stop: () => void;
const row = vi.fn();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  isKnown = true;
  row.mockReset();
  atGo = new AtGo(clock);
  stop = atGo.subscribe(() => {});
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('without a start, or after one, the simulated erg rows at once', () => {
  atGo.run(row);
  expect(row).toHaveBeenCalledTimes(1);
  atGo.setStart(inSec(-60));
  atGo.run(row);
  expect(row).toHaveBeenCalledTimes(2);
});

test('it waits for GO by the server’s clock, even after the user leaves its page', () => {
  atGo.setStart(inSec(20));
  atGo.run(row);
  stop();
  vi.advanceTimersByTime(19_999);
  expect(row).not.toHaveBeenCalled();
  expect(atGo.isWaiting()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(row).toHaveBeenCalledTimes(1);
});

test('it still waits when the start is canceled, for another or until its athlete lets it row', () => {
  atGo.setStart(inSec(20));
  atGo.run(row);
  atGo.setStart(null);
  vi.advanceTimersByTime(60_000);
  expect(row).not.toHaveBeenCalled();
  expect(atGo.isWaiting()).toBe(true);
  atGo.setStart(inSec(10));
  expect(atGo.isWaiting()).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(row).toHaveBeenCalledTimes(1);
  atGo.setStart(inSec(10));
  atGo.run(row);
  atGo.setStart(null);
  atGo.release();
  expect(row).toHaveBeenCalledTimes(2);
  expect(atGo.isWaiting()).toBe(false);
});

test('it does not row when its athlete has discarded the row', () => {
  atGo.setStart(inSec(20));
  atGo.run(row);
  atGo.drop();
  vi.advanceTimersByTime(60_000);
  expect(row).not.toHaveBeenCalled();
});

test('it waits for the server’s time, or for its athlete', () => {
  isKnown = false;
  atGo.setStart(inSec(20));
  atGo.run(row);
  expect(atGo.isWaiting()).toBe(true);
  vi.advanceTimersByTime(5_000);
  isKnown = true;
  for (const listener of listeners) listener();
  expect(atGo.isWaiting()).toBe(false);
  vi.advanceTimersByTime(14_999);
  expect(row).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(row).toHaveBeenCalledTimes(1);
});

test('in a race it waits for a start that is not set yet, and rows after it', () => {
  const inRace = new AtGo(clock, true);
  inRace.run(row);
  vi.advanceTimersByTime(60_000);
  expect(row).not.toHaveBeenCalled();
  expect(inRace.isWaiting()).toBe(true);
  inRace.setStart(inSec(12));
  vi.advanceTimersByTime(11_999);
  expect(row).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(row).toHaveBeenCalledTimes(1);
  inRace.run(row);
  expect(row).toHaveBeenCalledTimes(2);
});
