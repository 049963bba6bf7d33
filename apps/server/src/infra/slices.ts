import { setTimeout } from 'node:timers/promises';

const sliceMs = 3;
/** A step that was longer is paid for, within reason: the work must go on. */
const pauseMaxMs = 30;

/**
 * Long work on the event loop, in slices of some 3 ms with pauses as long. A call of another user needs a dozen turns of the
 * loop, one for each answer of the database, and waits in each for the slice that is under way.
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

  /** Call it between the steps of the work: it waits where a slice has ended. */
  async rest(): Promise<void> {
    const tookMs = this.#nowMs() - this.#sinceMs;
    if (tookMs < sliceMs) return;
    await this.#pause(Math.min(tookMs, pauseMaxMs));
    this.#sinceMs = this.#nowMs();
  }
}
