import { HttpError } from '../http/errors.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** Of one user, the one at work included. A page opens two activities to compare them. */
const perUserMax = 8;
/** Of all users, in this process: together they hold as much memory and processor time as this many. */
const atWorkMax = 2;
const retryAfterSec = 1;

/**
 * Runs calls that take much of the process: one of each user at a time, and few of all users. The others wait; of one
 * user, only some. Counts in this process: several processes do as many calls each.
 */
export class DearCalls {
  readonly #users = new KeyedQueue();
  readonly #waiting: Array<() => void> = [];
  #atWork = 0;

  /** @throws HttpError 429 */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    if (this.#users.lengthOf(userId) >= perUserMax) {
      throw new HttpError(
        429,
        'too_many_requests',
        'You are loading too much at once. Try again in 1 second.',
        undefined,
        retryAfterSec,
      );
    }
    return this.#users.run(userId, async () => {
      if (this.#atWork >= atWorkMax) {
        await new Promise<void>((resolve) => void this.#waiting.push(resolve));
      } else this.#atWork += 1;
      try {
        return await work();
      } finally {
        const next = this.#waiting.shift();
        if (next === undefined) this.#atWork -= 1;
        else next();
      }
    });
  }
}
