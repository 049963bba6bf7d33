import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import type { RowControl } from './run/lazy-runner.ts';
import { inFrames } from './run/row-frames.ts';
import type { RowSnapshot } from './run/row-snapshot.ts';

/** The runner of the signed-in user's rows, from `RowingProvider`. */
export const RowingContext = createContext<RowControl | null>(null);

/** Returns the row's operations, and subscriptions to its parts. */
export function useRowRunner(): RowControl {
  const runner = use(RowingContext);
  if (runner === null) throw new Error('useRowRunner is used outside a RowingProvider');
  return runner;
}

/**
 * Returns the signed-in user's row in progress, on this or another device, or null. Renders at most once per animation
 * frame, but with each change of the row.
 */
export function useRow(): { row: RowSnapshot | null; runner: RowControl } {
  const runner = useRowRunner();
  const subscribe = useMemo(() => inFrames(runner.subscribe, runner.getSnapshot), [runner]);
  return { row: useSyncExternalStore(subscribe, runner.getSnapshot), runner };
}

/** Returns a plain value of that row, and renders only when the value changes. */
export function useOfRow<Value extends string | number | boolean | null>(
  valueOf: (row: RowSnapshot | null) => Value,
): Value {
  const runner = useRowRunner();
  return useSyncExternalStore(runner.subscribe, () => valueOf(runner.getSnapshot()));
}
