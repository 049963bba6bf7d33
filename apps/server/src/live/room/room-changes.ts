/**
 * Collects changes of a room, so that it gets at most one message per `spacingMs`. Stores only the newest value of each
 * key. Time is passed in; `live/gateway` owns the timer.
 */
export class RoomChanges<T> {
  readonly #spacingMs: number;
  readonly #pending = new Map<string, T>();
  #dueAtMs = Number.NEGATIVE_INFINITY;

  constructor(spacingMs: number) {
    this.#spacingMs = spacingMs;
  }

  add(key: string, value: T): void {
    this.#pending.set(key, value);
  }

  /** Removes and returns the changes that are due. */
  take(nowMs: number): T[] {
    if (this.#pending.size === 0 || nowMs < this.#dueAtMs) return [];
    this.#dueAtMs = nowMs + this.#spacingMs;
    const values = [...this.#pending.values()];
    this.#pending.clear();
    return values;
  }
}
