import { useEffect } from 'react';
import { whenIdle } from './idle.ts';

/** A page that was open this long has loaded its content, and its reader may press something next. */
const restMs = 2_000;

/** Loads parts that a press will show in advance: once the page is idle. `preloads` must be the same in each render. */
export function usePreload(preloads: ReadonlyArray<() => void>): void {
  useEffect(() => {
    let cancel = () => {};
    const timer = setTimeout(() => {
      cancel = whenIdle(() => preloads.forEach((preload) => preload()));
    }, restMs);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [preloads]);
}
