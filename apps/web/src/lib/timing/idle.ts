import { startTransition, useEffect, useState } from 'react';

/** Waits no longer than this for an idle browser. */
const idleMaxMs = 1_000;

/**
 * Runs `work` when the browser is idle, at once if it can't report that (Safari). Returns a function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: idleMaxMs });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work);
  return () => clearTimeout(timer);
}

/** Returns false until the browser has had time after the first render. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIsIdle(true))), []);
  return isIdle;
}
