import { setTimeout } from 'node:timers/promises';

const sliceMs = 3;
/** A longer step is followed by a longer pause, up to a limit: the work must continue. */
const pauseMaxMs = 30;

/**
 * Long work on the event loop, in slices of some 3 ms with pauses as long. A call of another user needs a dozen turns
 * of the loop, one for each response of the database, and in each it waits for the running slice.
 */
export class Slices {
  readonly #nowMs: () => number;
  readonly #pause: (ms: number) => Promise<unknown>;
  #sinceMs: number;

  constructor(nowMs = () => performance.now(), pause: (ms: number) => Promise<unknown> = setTimeout) {
    this.#nowMs = nowMs;
    this.#pause = pause;
    this.#sinceMs = nowMs();
  }

  /** Call it between the steps of the work: it waits if a slice has ended. */
  async rest(): Promise<void> {
    const tookMs = this.#nowMs() - this.#sinceMs;
    if (tookMs < sliceMs) return;
    await this.#pause(Math.min(tookMs, pauseMaxMs));
    this.#sinceMs = this.#nowMs();
  }
}
