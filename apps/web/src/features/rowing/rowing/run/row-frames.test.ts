// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inFrames } from './row-frames.ts';

const listeners = new Set<() => void>();
let value = 0;
const subscribe = inFrames(
  (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  () => value,
);
const tell = () => listeners.forEach((listener) => listener());
const change = () => {
  value += 1;
  tell();
};
let isHidden = false;
const heard = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  isHidden = false;
  heard.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('changes of one frame are passed on together, in the next one', () => {
  const stop = subscribe(heard);
  change();
  change();
  expect(heard).not.toHaveBeenCalled();
  vi.advanceTimersToNextFrame();
  expect(heard).toHaveBeenCalledOnce();
  vi.advanceTimersToNextFrame();
  expect(heard).toHaveBeenCalledOnce();
  change();
  vi.advanceTimersToNextFrame();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});

test('an update without a change takes no frame', () => {
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame');
  const stop = subscribe(heard);
  tell();
  expect(frames).not.toHaveBeenCalled();
  stop();
});

test('a hidden page, which has no frames, gets each change at once', () => {
  const stop = subscribe(heard);
  isHidden = true;
  change();
  change();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});

test('nothing is passed on after the end', () => {
  const stop = subscribe(heard);
  change();
  stop();
  vi.advanceTimersToNextFrame();
  expect(heard).not.toHaveBeenCalled();
  expect(listeners.size).toBe(0);
});
