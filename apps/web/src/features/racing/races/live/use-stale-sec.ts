import { useState } from 'react';
import { useMonotonicMs } from '../../../../lib/use-now.ts';

/**
 * Returns for how many seconds loading has failed, once that is longer than `staleMs`; null before. `updatedAt` is the
 * query's: it shows only that data has been loaded, because a device's clock may jump.
 */
export function useStaleSec(updatedAt: number, staleMs: number): number | null {
  const nowMs = useMonotonicMs(1_000);
  const [loaded, setLoaded] = useState({ updatedAt, atMs: nowMs });
  if (loaded.updatedAt !== updatedAt) setLoaded({ updatedAt, atMs: nowMs });
  const ageMs = nowMs - loaded.atMs;
  return ageMs > staleMs ? Math.floor(ageMs / 1_000) : null;
}
