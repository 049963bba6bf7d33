import type { Observer, Rower } from './wire.ts';

/** A value of this age came from before the pause, or waited in a queue. */
const freshMs = 1_000;

/** Counts the messages that a viewer gets after a pause and before the first one with a new value. */
export class StalledViewer implements Observer {
  readonly rower: Rower;
  /** Null during the pause. */
  resumedAtMs: number | null = null;
  staleFrames = 0;
  /** It is the time from the end of the pause to the first new value. */
  freshAfterMs: number | null = null;
  /** Age of the newest value in the message; null if it has none yet. */
  #newestAgeMs: number | null = null;

  constructor(rower: Rower) {
    this.rower = rower;
  }

  /** A message begins, so the previous one is complete. */
  began(): void {
    if (this.#newestAgeMs !== null && this.freshAfterMs === null) this.staleFrames += 1;
    this.#newestAgeMs = null;
  }

  arrived(ageMs: number): void {
    if (this.resumedAtMs === null) return;
    this.#newestAgeMs = Math.min(this.#newestAgeMs ?? Infinity, ageMs);
    if (ageMs <= freshMs) this.freshAfterMs ??= performance.now() - this.resumedAtMs;
  }
}
