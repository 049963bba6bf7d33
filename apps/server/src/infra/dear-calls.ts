import { HttpError } from '../http/errors.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** Limit of one user, including the running one. A page opens two activities to compare them. */
const perUserMax = 8;
/** Limit of all users, in this process: together they take as much memory and processor time as this many. */
const atWorkMax = 2;
const retryAfterSec = 1;
/** A user whose calls ran longer than this in about the last minute waits behind the others. */
const heavyMs = 1_500;
/** How often it is looked for, while another user waits. */
const lookMs = 250;
const spentFadesMs = 60_000;

type DearCallsOptions = {
  /** Limit of all users together. */
  atWork?: number;
  perUser?: number;
  nowMs?: () => number;
};

type Waiting = { userId: string; start: () => void };

/**
 * Runs expensive calls: one of each user at a time, and few of all users. The others wait; for one user, only some.
 * Users with long recent calls go last and leave one place free for the first call of another user. If long calls still
 * occupy all places, others begin in addition, up to twice as many. Counts in this process: several processes run this
 * many calls each.
 */
export class DearCalls {
  readonly #users = new KeyedQueue();
  readonly #waiting: Waiting[] = [];
  readonly #atWork = new Map<string, number>();
  readonly #spent = new Map<string, { ms: number; atMs: number }>();
  readonly #options: Required<DearCallsOptions>;
  #look: NodeJS.Timeout | undefined;

  constructor(options: DearCallsOptions = {}) {
    this.#options = { atWork: atWorkMax, perUser: perUserMax, nowMs: () => performance.now(), ...options };
  }

  /** @throws HttpError 429 */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    if (this.#users.lengthOf(userId) >= this.#options.perUser) {
      throw new HttpError(
        429,
        'too_many_requests',
        'You are loading too much at once. Try again in 1 second.',
        undefined,
        retryAfterSec,
      );
    }
    return this.#users.run(userId, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push({ userId, start: resolve });
      this.#startNext();
      await promise;
      const { nowMs } = this.#options;
      const startMs = nowMs();
      try {
        return await work();
      } finally {
        this.#atWork.delete(userId);
        this.#spend(userId, nowMs() - startMs);
        this.#startNext();
      }
    });
  }

  /** Starts the calls whose turn it is. */
  #startNext(): void {
    clearTimeout(this.#look);
    const { atWork, nowMs } = this.#options;
    while (this.#waiting.length > 0) {
      const light = this.#waiting.findIndex(({ userId }) => !this.#isHeavy(userId));
      const heavyAtWork = this.#heavyAtWork();
      const mayStart =
        light < 0
          ? // With only one place in total, it is for everyone.
            this.#atWork.size < atWork && heavyAtWork < Math.max(1, atWork - 1)
          : this.#atWork.size - heavyAtWork < atWork && this.#atWork.size < 2 * atWork;
      if (!mayStart) {
        if (light >= 0) this.#look = setTimeout(() => this.#startNext(), lookMs).unref();
        return;
      }
      const [next] = this.#waiting.splice(Math.max(light, 0), 1);
      if (next === undefined) return;
      this.#atWork.set(next.userId, nowMs());
      next.start();
    }
  }

  #heavyAtWork(): number {
    return [...this.#atWork.keys()].filter((userId) => this.#isHeavy(userId)).length;
  }

  /** A running call counts with its time so far. */
  #isHeavy(userId: string): boolean {
    const now = this.#options.nowMs();
    return this.#spentBy(userId, now) + (now - (this.#atWork.get(userId) ?? now)) > heavyMs;
  }

  #spentBy(userId: string, now: number): number {
    const { ms, atMs } = this.#spent.get(userId) ?? { ms: 0, atMs: now };
    return ms * Math.exp((atMs - now) / spentFadesMs);
  }

  #spend(userId: string, ms: number): void {
    const now = this.#options.nowMs();
    for (const [other, { atMs }] of this.#spent) {
      // The map keeps the order of their last calls.
      if (now - atMs < 5 * spentFadesMs) break;
      this.#spent.delete(other);
    }
    const spent = this.#spentBy(userId, now) + ms;
    this.#spent.delete(userId);
    this.#spent.set(userId, { ms: spent, atMs: now });
  }
}
