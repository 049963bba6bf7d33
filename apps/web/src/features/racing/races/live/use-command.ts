import type { StartSequence } from '@boathouse/contract/races/race';
import { useCallback, useSyncExternalStore } from 'react';
import { commandAt, untilNextMs, type StartCommand } from './start-sequence.ts';

type Clock = { nowMs: () => number | null; subscribe: (listener: () => void) => () => void };

/** Returns the command of a start by a server clock; renders when it changes. */
export function useCommand(clock: Clock, start: StartSequence | null): StartCommand | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        clearTimeout(timer);
        const serverMs = clock.nowMs();
        const nextMs = serverMs === null ? null : untilNextMs(start, serverMs);
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
    [clock, start],
  );
  return useSyncExternalStore(subscribe, () => {
    const serverMs = clock.nowMs();
    return serverMs === null ? null : commandAt(start, serverMs);
  });
}
