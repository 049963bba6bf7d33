/** Returns the middle of the values, or the mean of the two in the middle; null without values. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

const bucketsPerMs = 10;

/** Counts durations in tenths of a millisecond, so that millions of them take little memory and time. */
export class Durations {
  readonly #buckets: Uint32Array;
  #count = 0;

  /** @param maxMs longer durations count as this one */
  constructor(maxMs: number) {
    this.#buckets = new Uint32Array(maxMs * bucketsPerMs + 1);
  }

  get count(): number {
    return this.#count;
  }

  add(durationMs: number): void {
    const bucket = Math.max(0, Math.min(this.#buckets.length - 1, Math.round(durationMs * bucketsPerMs)));
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
  }

  /**
   * Returns the shortest duration in ms that at least this share of the durations does not exceed; null without any.
   * @param share from 0 to 1
   */
  percentile(share: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.max(1, Math.ceil(this.#count * share));
    let passed = 0;
    for (const [bucket, count] of this.#buckets.entries()) {
      passed += count;
      if (passed >= rank) return bucket / bucketsPerMs;
    }
    return null;
  }

  clear(): void {
    this.#buckets.fill(0);
    this.#count = 0;
  }
}
