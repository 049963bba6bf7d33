import { useSyncExternalStore } from 'react';

const stepMs = 15_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, stepMs);
  return () => clearInterval(timer);
}

/** The time, in steps of a quarter of a minute: enough for 'in 5 min', and a page does not re-render for less. */
export function useNowMs(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / stepMs) * stepMs);
}
