/** Bounds how often something may happen: bursts up to `burst`, in the long run `perSec`. The clock is passed in. */
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

  take(nowMs: number): boolean {
    const elapsedSec = Math.max(0, nowMs - this.#atMs) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsedSec * this.#perSec);
    this.#atMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
