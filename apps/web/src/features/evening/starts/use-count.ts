import { useCallback, useSyncExternalStore } from 'react';
import type { ServerClock } from '../../../lib/server/server-clock.ts';
import { countAt, untilNextMs, type Count } from './count.ts';

/** Returns the count to a start by a clock; renders when it changes. */
export function useCount(clock: Pick<ServerClock, 'nowMs' | 'subscribe'>, startAtMs: number | null): Count {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        clearTimeout(timer);
        const serverMs = clock.nowMs();
        const nextMs = startAtMs === null || serverMs === null ? null : untilNextMs(startAtMs, serverMs);
        if (nextMs === null) return;
        timer = setTimeout(() => {
          listener();
          wait();
        }, Math.ceil(nextMs));
      };
      wait();
      const stop = clock.subscribe(() => {
        listener();
        wait();
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
    [clock, startAtMs],
  );
  return useSyncExternalStore(subscribe, () => countAt(startAtMs, clock.nowMs()));
}
