/** A timer that fires at a time of a monotonic clock. Another time replaces the previous one, and null cancels it. */
export class Alarm {
  readonly #monotonicMs: () => number;
  readonly #onWake: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #atMs: number | null = null;

  constructor(monotonicMs: () => number, onWake: () => void) {
    this.#monotonicMs = monotonicMs;
    this.#onWake = onWake;
  }

  set(atMs: number | null): void {
    if (atMs === this.#atMs) return;
    clearTimeout(this.#timer);
    this.#atMs = atMs;
    if (atMs === null) return;
    this.#timer = setTimeout(
      () => {
        this.#atMs = null;
        this.#onWake();
      },
      // Browsers truncate a fractional delay; a timer must not fire before its time.
      Math.max(0, Math.ceil(atMs - this.#monotonicMs())),
    );
  }
}
