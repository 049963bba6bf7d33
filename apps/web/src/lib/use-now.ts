import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns the wall clock in ms, in steps, so that a page re-renders no more often than its text changes. 15 s is enough
 * for 'in 5 min'.
 */
export function useNowMs(stepMs = 15_000): number {
  return useStepped(stepMs, Date.now);
}

/** Returns the monotonic clock (`performance.now`) in steps, by default of half a second, to show the age of a value. */
export function useMonotonicMs(stepMs = 500): number {
  return useStepped(stepMs, monotonicMs);
}

const monotonicMs = () => performance.now();

function useStepped(stepMs: number, clock: () => number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, stepMs);
      return () => clearInterval(timer);
    },
    [stepMs],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(clock() / stepMs) * stepMs);
}
