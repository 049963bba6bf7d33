import { useCallback, useSyncExternalStore } from 'react';
import { todayIn } from './format.ts';
import { onTick } from './page-clock.ts';
import { onServerNow, serverNowMs } from './server/server-now.ts';

/** Enough for 'in 5 min'. */
const usualStepMs = 15_000;

type Plain = string | number | boolean | null;

/**
 * Returns a text or figure from the server's time in ms, such as `12 min ago`: the device's may be wrong. Computes it
 * every `stepMs`; the component renders only when it changes.
 */
export function useAtNow<T extends Plain>(select: (nowMs: number) => T, stepMs = usualStepMs): T {
  return useSelected(select, stepMs, serverNowMs);
}

/** Like `useAtNow` with the device's own wall clock, for the time since a moment of this device. */
export function useAtDeviceNow<T extends Plain>(select: (nowMs: number) => T, stepMs: number): T {
  return useSelected(select, stepMs, Date.now);
}

/** Like `useAtNow` with the monotonic clock (`performance.now`), for the age of a value. */
export function useAtMonotonic<T extends Plain>(select: (nowMs: number) => T, stepMs: number): T {
  return useSelected(select, stepMs, monotonicMs);
}

/** Returns the server's time, rounded down to steps. Renders with each step: prefer `useAtNow`. */
export function useNowMs(stepMs: number): number {
  return useAtNow((nowMs) => inSteps(nowMs, stepMs), stepMs);
}

/** Returns the device's wall clock, rounded down to steps, like `useAtDeviceNow`. */
export function useDeviceNowMs(stepMs: number): number {
  return useAtDeviceNow((nowMs) => inSteps(nowMs, stepMs), stepMs);
}

/** Returns the monotonic clock, rounded down to steps. Renders with each step: prefer `useAtMonotonic`. */
export function useMonotonicMs(stepMs: number): number {
  return useAtMonotonic((nowMs) => inSteps(nowMs, stepMs), stepMs);
}

/** Returns today's date in `timeZone`; renders at midnight. */
export function useToday(timeZone: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(
    useAtNow((nowMs) => todayIn(timeZone, Temporal.Instant.fromEpochMilliseconds(nowMs)).toString()),
  );
}

const monotonicMs = () => performance.now();
const inSteps = (nowMs: number, stepMs: number) => Math.floor(nowMs / stepMs) * stepMs;

function useSelected<T extends Plain>(select: (nowMs: number) => T, stepMs: number, clock: () => number): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [onTick(stepMs, listener), onServerNow(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [stepMs],
  );
  return useSyncExternalStore(subscribe, () => select(clock()));
}
