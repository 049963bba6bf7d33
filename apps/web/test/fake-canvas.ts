import { vi } from 'vitest';

/** happy-dom has no canvas and no layout: gives every element a size, on the screen, and drawing that does nothing. */
export function fakeCanvas(): void {
  const context = new Proxy(
    {},
    {
      get: (_, name) => (name === 'measureText' ? () => ({ width: 0 }) : () => undefined),
      set: () => true,
    },
  );
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value: () => context,
  });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 300));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #onSeen: (entries: Array<{ isIntersecting: boolean }>) => void;
      constructor(onSeen: (entries: Array<{ isIntersecting: boolean }>) => void) {
        this.#onSeen = onSeen;
      }
      observe() {
        this.#onSeen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  // Not a stub of one test, because uPlot draws in a microtask, which may run after the test has ended.
  Object.defineProperty(globalThis, 'Path2D', {
    configurable: true,
    value: class {
      moveTo() {}
      lineTo() {}
      arc() {}
      rect() {}
      roundRect() {}
      arcTo() {}
      closePath() {}
      addPath() {}
    },
  });
}
