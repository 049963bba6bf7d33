import { once } from '../../lib/store.ts';

/** A hidden page draws nothing. */
const frameWithinMs = 1_000;

/**
 * Resolves once the browser has drawn what was on the page at the first call: what loads later does not hold the first picture
 * up.
 */
export const afterFirstFrame = once(
  () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, frameWithinMs);
      // Called before the frame is drawn.
      requestAnimationFrame(() => {
        clearTimeout(timer);
        setTimeout(resolve);
      });
    }),
);
