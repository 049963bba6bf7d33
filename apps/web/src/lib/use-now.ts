import { useCallback, useSyncExternalStore } from 'react';

/**
 * The wall clock in ms, in steps: a page renders no more often than it has something new to say. A quarter of a minute
 * is enough for 'in 5 min'.
 */
export function useNowMs(stepMs = 15_000): number {
  return useStepped(stepMs, Date.now);
}

/** The clock that never goes back (`performance.now`), in half seconds: for how long ago something came. */
export function useMonotonicMs(): number {
  return useStepped(500, monotonicMs);
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
