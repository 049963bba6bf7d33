/** The least time between two batches. */
const batchEveryMs = 250;

type LanesListener = (activityIds: ReadonlySet<string>) => void;

/**
 * Collects the lanes that change and passes them on together, at most 4 times a second and in an animation frame: with 50
 * athletes who send 4 samples a second, the page renders 4 times, not 200. Nothing happens while the page is hidden.
 */
export class LaneClock {
  readonly #nowMs: () => number;
  readonly #listeners = new Set<LanesListener>();
  #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #frame: number | null = null;
  #batchAtMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Notes that a lane has changed. */
  note(activityId: string): void {
    if (this.#listeners.size === 0) return;
    this.#changed.add(activityId);
    if (this.#timer !== null || this.#frame !== null) return;
    const waitMs = Math.max(0, this.#batchAtMs + batchEveryMs - this.#nowMs());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#frame = requestAnimationFrame(() => this.#pass());
    }, waitMs);
  }

  /** Calls the listener with the ids of each batch. Returns a function that unsubscribes. */
  subscribe(listener: LanesListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  #pass(): void {
    this.#frame = null;
    this.#batchAtMs = this.#nowMs();
    const changed = this.#changed;
    this.#changed = new Set();
    for (const listener of this.#listeners) listener(changed);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#timer = null;
    this.#frame = null;
    this.#changed = new Set();
  }
}
