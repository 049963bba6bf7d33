/**
 * Collects changes of rooms, so that each room gets at most one message per `spacingMs`. Stores only the newest value
 * of each key. Time is passed in; `live/gateway` owns the timer.
 */
export class RoomUpdates<T> {
  readonly #spacingMs: number;
  readonly #pending = new Map<string, Map<string, T>>();
  /** Rooms that had a message less than `spacingMs` ago, and when they may have the next. */
  readonly #dueAtMs = new Map<string, number>();

  constructor(spacingMs: number) {
    this.#spacingMs = spacingMs;
  }

  add(roomId: string, key: string, value: T): void {
    const values = this.#pending.get(roomId) ?? new Map<string, T>();
    this.#pending.set(roomId, values.set(key, value));
  }

  /** Removes and returns the messages that are due. */
  take(nowMs: number): Array<{ roomId: string; values: T[] }> {
    for (const [roomId, dueAtMs] of this.#dueAtMs) {
      if (dueAtMs <= nowMs) this.#dueAtMs.delete(roomId);
    }
    const due: Array<{ roomId: string; values: T[] }> = [];
    for (const [roomId, values] of this.#pending) {
      if (this.#dueAtMs.has(roomId)) continue;
      this.#pending.delete(roomId);
      this.#dueAtMs.set(roomId, nowMs + this.#spacingMs);
      due.push({ roomId, values: [...values.values()] });
    }
    return due;
  }
}
