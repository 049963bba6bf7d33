import { createListeners } from '../../../lib/store.ts';

export const replaySpeeds = [1, 2, 4, 8, 16] as const;
type ReplaySpeed = (typeof replaySpeeds)[number];

type ReplayState = { atSec: number; isPlaying: boolean; speed: ReplaySpeed };

/** Calls back at a time of the monotonic clock, in ms. Returns a function that cancels it. */
type NextFrame = (callback: (nowMs: number) => void) => () => void;

/** A frame of the page; a hidden page has none, so a hidden replay waits. */
const pageFrame: NextFrame = (callback) => {
  const id = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(id);
};

/** The longest step in ms: a page that was hidden, or busy, continues from the same place. */
const longestStepMs = 250;

/** The time of a replay, in seconds of rowing. It plays while it has listeners. */
export class ReplayClock {
  readonly endSec: number;
  readonly #nextFrame: NextFrame;
  readonly #listeners = createListeners(() => {
    this.#follow();
    return () => this.#stopFrames();
  });
  #state: ReplayState = { atSec: 0, isPlaying: false, speed: 4 };
  #cancel: (() => void) | null = null;
  #beforeMs: number | null = null;

  constructor(endSec: number, nextFrame: NextFrame = pageFrame) {
    this.endSec = endSec;
    this.#nextFrame = nextFrame;
  }

  readonly getState = (): ReplayState => this.#state;
  readonly subscribe = this.#listeners.subscribe;

  /** Continues playing; from the start if it is at the end. */
  play(): void {
    const atSec = this.#state.atSec >= this.endSec ? 0 : this.#state.atSec;
    this.#change({ atSec, isPlaying: this.endSec > 0 });
    this.#follow();
  }

  pause(): void {
    this.#stopFrames();
    this.#change({ isPlaying: false });
  }

  seek(atSec: number): void {
    this.#change({ atSec: Math.min(this.endSec, Math.max(0, atSec)) });
  }

  setSpeed(speed: ReplaySpeed): void {
    this.#change({ speed });
  }

  #change(changes: Partial<ReplayState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#listeners.call();
  }

  #follow(): void {
    if (!this.#state.isPlaying || this.#cancel !== null || this.#listeners.isEmpty()) return;
    this.#cancel = this.#nextFrame((nowMs) => this.#step(nowMs));
  }

  #step(nowMs: number): void {
    this.#cancel = null;
    const stepMs = this.#beforeMs === null ? 0 : Math.min(longestStepMs, Math.max(0, nowMs - this.#beforeMs));
    this.#beforeMs = nowMs;
    const atSec = Math.min(this.endSec, this.#state.atSec + (stepMs / 1_000) * this.#state.speed);
    if (atSec >= this.endSec) this.#beforeMs = null;
    this.#change({ atSec, isPlaying: atSec < this.endSec });
    this.#follow();
  }

  #stopFrames(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#beforeMs = null;
  }
}
