type NewestValuesOptions<T> = {
  /** Stores the newest value of each key, all in one statement. */
  store: (values: ReadonlyMap<string, T>) => Promise<void>;
  /** Time from a value to its storage, at most; the next values wait as long. */
  delayMs: number;
  onError: (error: unknown) => void;
};

/**
 * Collects values that arrive often, and stores only the newest of each key, at most once in `delayMs`. After a failure
 * it keeps them, unless newer ones have arrived, and stores them with the next.
 */
export class NewestValues<T> {
  readonly #options: NewestValuesOptions<T>;
  #newest = new Map<string, T>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: NewestValuesOptions<T>) {
    this.#options = options;
  }

  add(key: string, value: T): void {
    this.#newest.set(key, value);
    this.#schedule();
  }

  /** Stores the waiting values, and nothing after that. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#storing;
    await this.#storeNewest();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#storing = this.#storeNewest().finally(() => {
        this.#timer = undefined;
        if (this.#newest.size > 0) this.#schedule();
      });
    }, this.#options.delayMs).unref();
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
