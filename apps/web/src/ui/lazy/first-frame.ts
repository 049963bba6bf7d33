import { useEffect, useSyncExternalStore } from 'react';
import { createStore, once } from '../../lib/store.ts';

/** A hidden page draws nothing. */
const drawnWithinMs = 1_000;

/** Calls back after the browser has shown content of the page, or, if it can't report that, after its next frame. */
function onceDrawn(drawn: () => void): void {
  if ('PerformanceObserver' in globalThis && PerformanceObserver.supportedEntryTypes.includes('paint')) {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      drawn();
    });
    observer.observe({ type: 'paint', buffered: true });
    return;
  }
  // Called before the frame is drawn.
  requestAnimationFrame(() => void setTimeout(drawn));
}

const isDrawn = createStore(false);

/** Resolves after the page has been drawn: code that loads later does not delay its first frame. */
export const afterFirstFrame = once(
  () =>
    new Promise<void>((resolve) => {
      const drawn = () => {
        isDrawn.set(true);
        resolve();
      };
      setTimeout(drawn, drawnWithinMs);
      onceDrawn(drawn);
    }),
);

/** Returns false until the page has been drawn. */
export function useIsDrawn(): boolean {
  useEffect(() => void afterFirstFrame(), []);
  return useSyncExternalStore(isDrawn.subscribe, isDrawn.get);
}
