import { useEffect } from 'react';
import { whenIdle } from './idle.ts';

/** Signs that someone uses the page. */
const signs = ['pointermove', 'touchstart', 'wheel', 'keydown'] as const;

/**
 * Loads parts that a press shows before it comes: when the page is used for the first time and the browser is idle. A page that
 * is not used loads no more than it shows. `preloads` must be the same in each render.
 */
export function usePreload(preloads: ReadonlyArray<() => void>): void {
  useEffect(() => {
    let cancel = () => {};
    const forget = () => {
      for (const sign of signs) document.removeEventListener(sign, begin);
    };
    function begin(): void {
      forget();
      cancel = whenIdle(() => preloads.forEach((preload) => preload()));
    }
    for (const sign of signs) document.addEventListener(sign, begin, { passive: true });
    return () => {
      forget();
      cancel();
    };
  }, [preloads]);
}
