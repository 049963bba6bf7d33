import { createListeners } from '../../../lib/store.ts';

/**
 * Collects changed lanes and passes them on together in the next animation frame, so that the lanes of one server
 * frame, and own records in between, render once. Does nothing while the page is hidden.
 */
export class LaneClock {
  readonly #listeners = createListeners<[ReadonlySet<string>]>(() => () => this.#stop());
  #changed = new Set<string>();
  #frame: number | null = null;

  /** Notes that a lane has changed. */
  note(activityId: string): void {
    if (this.#listeners.isEmpty()) return;
    this.#changed.add(activityId);
    this.#frame ??= requestAnimationFrame(() => this.#pass());
  }

  /** Calls the listener with the ids of each batch. Returns a function that unsubscribes. */
  readonly subscribe = this.#listeners.subscribe;

  #pass(): void {
    this.#frame = null;
    const changed = this.#changed;
    this.#changed = new Set();
    this.#listeners.call(changed);
  }

  #stop(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#changed = new Set();
  }
}
