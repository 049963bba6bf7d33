/** Up to `burst` at once, in the long run `perSec` a second. */
export type Rate = { burst: number; perSec: number };

/** Limits a rate: up to `burst` at once, in the long run `perSec` a second. The clock is passed in. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSec: number;
  #tokens: number;
  #atMs: number;

  constructor(burst: number, perSec: number, nowMs: number) {
    this.#burst = burst;
    this.#perSec = perSec;
    this.#tokens = burst;
    this.#atMs = nowMs;
  }

  /** Takes `count` tokens; takes none and returns false when there are fewer. */
  take(nowMs: number, count = 1): boolean {
    const elapsedSec = Math.max(0, nowMs - this.#atMs) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsedSec * this.#perSec);
    this.#atMs = nowMs;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** Gives back one token that was taken. */
  give(): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1);
  }
}
