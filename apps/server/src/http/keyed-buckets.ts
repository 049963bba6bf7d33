import { TokenBucket, type Rate } from './token-bucket.ts';

/** A token bucket for each key, such as a user's for all connections. Deletes a key whose bucket is full again. */
export class KeyedBuckets {
  readonly #burst: number;
  readonly #perSec: number;
  /** Least recently used first. */
  readonly #buckets = new Map<string, { bucket: TokenBucket; usedAtMs: number }>();

  constructor({ burst, perSec }: Rate) {
    this.#burst = burst;
    this.#perSec = perSec;
  }

  /** The number of keys that are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  take(key: string, nowMs: number): boolean {
    const bucket = this.#buckets.get(key)?.bucket ?? new TokenBucket(this.#burst, this.#perSec, nowMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, { bucket, usedAtMs: nowMs });
    const fullAfterMs = (this.#burst / this.#perSec) * 1000;
    for (const [oldest, { usedAtMs }] of this.#buckets) {
      if (nowMs - usedAtMs < fullAfterMs) break;
      this.#buckets.delete(oldest);
    }
    return bucket.take(nowMs);
  }

  /** Returns one token that was taken from a key's bucket. */
  give(key: string): void {
    this.#buckets.get(key)?.bucket.give();
  }
}
