import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ServerClock } from '../../../lib/server/server-clock.ts';
import { createListeners } from '../../../lib/store.ts';

/** Holds one call until a start, by the server's clock. */
export class AtGo {
  readonly #clock: Pick<ServerClock, 'nowMs' | 'subscribe'>;
  readonly #alwaysWaits: boolean;
  readonly #listeners = createListeners(() =>
    this.#clock.subscribe(() => {
      this.#wait();
      this.#listeners.call();
    }),
  );
  #startAtMs: number | null = null;
  #held: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param alwaysWaits also for a start that is not set yet */
  constructor(clock: Pick<ServerClock, 'nowMs' | 'subscribe'>, alwaysWaits = false) {
    this.#clock = clock;
    this.#alwaysWaits = alwaysWaits;
  }

  /** Calls `run` at the next start, or now if there is none to wait for. */
  run(run: () => void): void {
    if (this.#startAtMs === null && !this.#alwaysWaits) return run();
    this.#hold(run);
    this.#wait();
  }

  /** Changes the start. If it is canceled, the call stays pending, because the host may set another. */
  setStart(startAtMs: number | null): void {
    this.#startAtMs = startAtMs;
    this.#wait();
    this.#listeners.call();
  }

  /** Runs the held call now. */
  readonly release = (): void => {
    const held = this.#held;
    this.drop();
    held?.();
  };

  readonly drop = (): void => {
    clearTimeout(this.#timer);
    this.#hold(null);
  };

  /** Whether a call is held without a future start, or without the server's time. */
  readonly isWaiting = (): boolean =>
    this.#held !== null && (this.#startAtMs === null || this.#clock.nowMs() === null);

  readonly subscribe = this.#listeners.subscribe;

  #hold(run: (() => void) | null): void {
    this.#held = run;
    this.#listeners.call();
  }

  /** The timer continues after its component was removed: an athlete may open another route before GO. */
  #wait(): void {
    clearTimeout(this.#timer);
    const serverMs = this.#clock.nowMs();
    if (this.#held === null || this.#startAtMs === null || serverMs === null) return;
    const leftMs = this.#startAtMs - serverMs;
    if (leftMs <= 0) this.release();
    else this.#timer = setTimeout(() => this.#wait(), Math.ceil(leftMs));
  }
}

/** Returns what holds a call until the start, and whether it is held without one. */
export function useAtGo(
  clock: ServerClock,
  startAtMs: number | null,
  alwaysWaits = false,
): { atGo: AtGo; isWaiting: boolean } {
  const [atGo] = useState(() => new AtGo(clock, alwaysWaits));
  useEffect(() => atGo.setStart(startAtMs), [atGo, startAtMs]);
  return { atGo, isWaiting: useSyncExternalStore(atGo.subscribe, atGo.isWaiting) };
}
