type LanesListener = (activityIds: ReadonlySet<string>) => void;

/**
 * Collects the lanes that change and passes them on together in the next animation frame, so that the lanes of one frame
 * of the server, and own records in between, render once. Nothing happens while the page is hidden.
 */
export class LaneClock {
  readonly #listeners = new Set<LanesListener>();
  #changed = new Set<string>();
  #frame: number | null = null;

  /** Notes that a lane has changed. */
  note(activityId: string): void {
    if (this.#listeners.size === 0) return;
    this.#changed.add(activityId);
    this.#frame ??= requestAnimationFrame(() => this.#pass());
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
    const changed = this.#changed;
    this.#changed = new Set();
    for (const listener of this.#listeners) listener(changed);
  }

  #stop(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#changed = new Set();
  }
}
