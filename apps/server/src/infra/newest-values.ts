type NewestValuesOptions<T> = {
  /** Stores the newest value of each key, all in one statement. */
  store: (values: ReadonlyMap<string, T>) => Promise<void>;
  /** The longest time from a value to its storage; the next values wait as long. */
  delayMs: number;
  onError: (error: unknown) => void;
};

/**
 * Collects values that arrive often, and stores only the newest of each key, at most once in `delayMs`, unless one is urgent.
 * After a failure it keeps them, unless newer ones have arrived, and stores them with the next.
 */
export class NewestValues<T> {
  readonly #options: NewestValuesOptions<T>;
  #newest = new Map<string, T>();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends, by the monotonic clock. */
  #dueMs = Infinity;
  #storing: Promise<void> = Promise.resolve();
  #isStoring = false;
  /** For the values that arrive while others are stored. */
  #nextWithinMs = Infinity;
  #isClosed = false;

  constructor(options: NewestValuesOptions<T>) {
    this.#options = options;
  }

  /** The value, and the others that wait, are stored within `withinMs`, if that is less than their delay. */
  add(key: string, value: T, withinMs = this.#options.delayMs): void {
    this.#newest.set(key, value);
    this.#schedule(withinMs);
  }

  /** Stores the waiting values, and nothing after that. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#storing;
    await this.#storeNewest();
  }

  #schedule(withinMs: number): void {
    if (this.#isClosed) return;
    if (this.#isStoring) {
      this.#nextWithinMs = Math.min(this.#nextWithinMs, withinMs);
      return;
    }
    const dueMs = performance.now() + withinMs;
    if (dueMs >= this.#dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => {
      this.#isStoring = true;
      this.#nextWithinMs = this.#options.delayMs;
      this.#storing = this.#storeNewest().finally(() => {
        this.#isStoring = false;
        this.#dueMs = Infinity;
        if (this.#newest.size > 0) this.#schedule(this.#nextWithinMs);
      });
    }, withinMs).unref();
  }

  async #storeNewest(): Promise<void> {
    if (this.#newest.size === 0) return;
    const values = this.#newest;
    this.#newest = new Map();
    try {
      await this.#options.store(values);
    } catch (error) {
      this.#options.onError(error);
      this.#newest = new Map([...values, ...this.#newest]);
    }
  }
}
