import type { MonitorDevice, MonitorLink } from './monitor-device.ts';

/** The displayed state of a device that is kept connected. */
export type LinkState = {
  /** 'silent': connected, but sends nothing; 'disconnected': until the next attempt, which starts automatically. */
  state: 'disconnected' | 'connecting' | 'connected' | 'silent';
  /** Reconnecting automatically after a lost link or a failed attempt. */
  reconnecting: boolean;
  /**
   * Wall clock time in ms of the last value before the silence; null while values arrive. Only the next value ends a
   * silence, not a reconnection.
   */
  silentSinceMs: number | null;
  /** Reason for the end of the last attempt or link; null while connected. */
  problem: string | null;
};

type KeptLinkOptions = {
  /** Texts for `problem`: for a link that drops, and for one that is silent for 10 s. */
  lost: string;
  stopped: string;
  /** With the check interval of 250 ms, silence is shown after this time. */
  silentAfterMs: number;
  /** Subscribes to the device's values. `isCurrent`: whether this is still the link being kept. */
  open(link: MonitorLink, isCurrent: () => boolean): Promise<void>;
  /** Runs on a link once it is shown as connected; a failure ends the link. */
  opened?(link: MonitorLink, isCurrent: () => boolean): Promise<void>;
  /** The link has ended or its attempt was given up: all its values are invalid. */
  ended?(): void;
  /** Returns whether silence is meaningful: the timer of a simulation is slow in a hidden page. */
  isWatched?(): boolean;
  /** Called every 250 ms with the silence so far, even after a pause of the page. */
  watched?(silenceMs: number): void;
  getState(): LinkState;
  show(changes: Partial<LinkState>): void;
};

type KeptLink = {
  /** Replaces any kept device. The caller then shows the new one and calls `attempt`. */
  keep(device: MonitorDevice): void;
  attempt(): Promise<void>;
  isKeeping(): boolean;
  /** Tries again after a time, and not earlier. Does nothing without a device. */
  attemptAfter(waitMs: number, problem: string): void;
  /** Ends the link and forgets the device. */
  release(): void;
  /**
   * A usable value has arrived: only this resets the time between attempts, because a link can connect and drop at
   * once.
   */
  heard(): void;
  /** Signal of the newest attempt: aborted when it or its link ends. */
  signal(): AbortSignal;
  /** Number of the newest attempt: a different number belongs to a different link. */
  number(): number;
};

/** After this silence the link counts as lost, because some systems never report a lost link. */
const deadAfterMs = 10_000;
const watchEveryMs = 250;
/** A check that is this late was delayed with the page, and notifications may be waiting after it. */
const heldUpMs = 2_000;
const backoffMs = [1_000, 2_000, 4_000, 8_000] as const;
const longestBackoffMs = 8_000;

/**
 * Keeps one device connected. States: connecting → connected ⇄ silent, from each back to a new attempt when the link drops
 * or is silent for 10 s, with 1, 2, 4, then always 8 s between attempts, on the same device object and therefore without a
 * chooser, until `release()`. Connecting has 15 s, each operation on the link 5 s.
 */
export function createKeptLink(options: KeptLinkOptions): KeptLink {
  const { getState, show } = options;
  let device: MonitorDevice | null = null;
  let stopListeningForDrops = (): void => {};
  // Number of the current attempt: results of attempts with an older number are ignored.
  let generation = 0;
  let abort = new AbortController();
  let failures = 0;
  let heardAtMs = 0;
  let watchedAtMs = 0;
  let isHeldUp = false;
  let watch: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  /** Ends the current attempt or link, if any, and ignores its later events. */
  function letGo(): void {
    generation += 1;
    options.ended?.();
    abort.abort();
    clearInterval(watch);
    clearTimeout(retry);
    device?.disconnect();
  }

  function watchForSilence(): void {
    if (options.isWatched?.() === false) return;
    const nowMs = Date.now();
    const wasHeldUp = isHeldUp;
    isHeldUp = nowMs - watchedAtMs >= heldUpMs;
    watchedAtMs = nowMs;
    const silenceMs = nowMs - heardAtMs;
    options.watched?.(silenceMs);
    if (isHeldUp && !wasHeldUp) return;
    if (silenceMs >= deadAfterMs) tryAgain(options.stopped);
    else if (silenceMs >= options.silentAfterMs && getState().state === 'connected') {
      show({ state: 'silent', silentSinceMs: heardAtMs });
    }
  }

  function tryAgain(problem: string): void {
    const waitMs = backoffMs[failures] ?? longestBackoffMs;
    failures += 1;
    attemptAfter(waitMs, problem);
  }

  function attemptAfter(waitMs: number, problem: string): void {
    if (device === null) return;
    letGo();
    retry = setTimeout(() => void attempt(), waitMs);
    show({ state: 'disconnected', reconnecting: true, problem });
  }

  async function attempt(): Promise<void> {
    const connecting = device;
    if (connecting === null) return;
    generation += 1;
    const mine = generation;
    const isCurrent = (): boolean => mine === generation;
    abort = new AbortController();
    show({ state: 'connecting' });
    try {
      const link = await connecting.connect(abort.signal);
      if (!isCurrent()) return;
      await options.open(link, isCurrent);
      if (!isCurrent()) return;
      heardAtMs = Date.now();
      watchedAtMs = heardAtMs;
      watch = setInterval(watchForSilence, watchEveryMs);
      // After a silence a new link proves nothing by itself; the next value does.
      const state = getState().silentSinceMs === null ? 'connected' : 'silent';
      show({ state, reconnecting: false, problem: null });
      await options.opened?.(link, isCurrent);
    } catch (error) {
      if (isCurrent()) tryAgain(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    keep(next) {
      letGo();
      stopListeningForDrops();
      device = next;
      failures = 0;
      stopListeningForDrops = next.onDisconnected(() => tryAgain(options.lost));
    },
    attempt,
    isKeeping: () => device !== null,
    attemptAfter,
    release() {
      letGo();
      stopListeningForDrops();
      stopListeningForDrops = () => {};
      device = null;
    },
    heard() {
      heardAtMs = Date.now();
      failures = 0;
      const { silentSinceMs, state } = getState();
      if (silentSinceMs === null) return;
      show({ silentSinceMs: null, ...(state === 'silent' ? { state: 'connected' } : {}) });
    },
    signal: () => abort.signal,
    number: () => generation,
  };
}
