const lookEveryMs = 10_000;
const lookAgainMs = 5_000;

/** Runs one look at the server at a time, and returns when the next is due for a page that only watches. */
export class Looks {
  readonly #monotonicMs: () => number;
  #dueAtMs = 0;
  #isLooking = false;
  #isAskedAgain = false;
  hasFailed = false;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  get isDue(): boolean {
    return !this.#isLooking && this.#monotonicMs() >= this.#dueAtMs;
  }

  /**
   * Runs a look, or another one after that which is running: its answer may be older than the reason to look. A failed
   * look is due again soon, and the page already shows that the server is unreachable.
   */
  async run(look: () => Promise<void>): Promise<void> {
    if (this.#isLooking) {
      this.#isAskedAgain = true;
      return;
    }
    this.#isLooking = true;
    try {
      do {
        this.#isAskedAgain = false;
        await look();
      } while (this.#isAskedAgain);
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    } finally {
      this.#dueAtMs = this.#monotonicMs() + (this.hasFailed ? lookAgainMs : lookEveryMs);
      this.#isLooking = false;
    }
  }
}
