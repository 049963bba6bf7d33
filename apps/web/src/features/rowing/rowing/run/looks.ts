const lookEveryMs = 10_000;
const lookAgainMs = 5_000;

/** Runs one look at the server at a time, and returns when the next is due for a page that only watches. */
export class Looks {
  readonly #monotonicMs: () => number;
  #dueAtMs = 0;
  #isLooking = false;
  hasFailed = false;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  get isDue(): boolean {
    return this.#monotonicMs() >= this.#dueAtMs;
  }

  /**
   * Runs a look unless one is running. A failed look is due again soon, and the page already shows that the server is
   * unreachable.
   */
  async run(look: () => Promise<void>): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await look();
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    } finally {
      this.#dueAtMs = this.#monotonicMs() + (this.hasFailed ? lookAgainMs : lookEveryMs);
      this.#isLooking = false;
    }
  }
}
