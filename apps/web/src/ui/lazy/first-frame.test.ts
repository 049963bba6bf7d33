import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const loaded = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  loaded.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const load = async () => (await import('./first-frame.ts')).afterFirstFrame;

test('code for after the first picture waits until the browser has shown it, and later code does not', async () => {
  const paint = observePaints();
  const afterFirstFrame = await load();
  void afterFirstFrame().then(loaded);
  paint('first-paint');
  await vi.advanceTimersByTimeAsync(500);
  expect(loaded).not.toHaveBeenCalled();
  paint('first-contentful-paint');
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toHaveBeenCalledOnce();
  await afterFirstFrame();
});

test('a browser that does not report its drawing gets a frame', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: ['mark'] });
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  const afterFirstFrame = await load();
  void afterFirstFrame().then(loaded);
  await vi.advanceTimersByTimeAsync(500);
  expect(loaded).not.toHaveBeenCalled();
  frames[0]?.(500);
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toHaveBeenCalledOnce();
});

test('a hidden page draws nothing and waits a second', async () => {
  observePaints();
  const afterFirstFrame = await load();
  void afterFirstFrame().then(loaded);
  await vi.advanceTimersByTimeAsync(999);
  expect(loaded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(loaded).toHaveBeenCalledOnce();
});

/** A browser that informs observers about its drawing. Returns what draws. */
function observePaints(): (name: string) => void {
  const callbacks = new Set<(paints: { getEntriesByName(name: string): string[] }) => void>();
  class Observer {
    static readonly supportedEntryTypes = ['paint'];
    readonly #callback: Parameters<typeof callbacks.add>[0];
    constructor(callback: Parameters<typeof callbacks.add>[0]) {
      this.#callback = callback;
    }
    observe(): void {
      callbacks.add(this.#callback);
    }
    disconnect(): void {
      callbacks.delete(this.#callback);
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  return (drawn) => {
    for (const callback of callbacks)
      callback({ getEntriesByName: (name) => (name === drawn ? [name] : []) });
  };
}
