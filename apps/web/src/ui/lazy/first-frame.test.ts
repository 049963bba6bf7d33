import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let frames: FrameRequestCallback[] = [];
const loaded = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  loaded.mockReset();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const load = async () => (await import('./first-frame.ts')).afterFirstFrame;

test('what loads after the first frame waits until that is drawn, and what comes later does not', async () => {
  const afterFirstFrame = await load();
  void afterFirstFrame().then(loaded);
  await vi.advanceTimersByTimeAsync(500);
  expect(loaded).not.toHaveBeenCalled();
  frames[0]?.(500);
  await Promise.resolve();
  expect(loaded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toHaveBeenCalledOnce();
  await afterFirstFrame();
  expect(frames).toHaveLength(1);
});

test('a hidden page draws nothing and waits a second', async () => {
  const afterFirstFrame = await load();
  void afterFirstFrame().then(loaded);
  await vi.advanceTimersByTimeAsync(999);
  expect(loaded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(loaded).toHaveBeenCalledOnce();
});
