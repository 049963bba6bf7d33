import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { KeyedQueue, type Turns } from '../keyed-queue.ts';

type RedisTurnsOptions = {
  redis: Redis;
  /** A prefix of the names of the keys. */
  prefix: string;
  /** A turn ends when this resolves: the messages of its task to other processes have then been sent, in order. */
  whenSent: () => Promise<void>;
};

/** The turn of a crashed process passes on after this. */
const leaseMs = 30_000;
const askEveryMs = 25;

const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/**
 * A mutex across processes. Within this process turns are taken in order; between processes the first to ask next gets
 * the turn. While Redis is unavailable each process has its own turns.
 */
export class RedisTurns implements Turns {
  readonly #options: RedisTurnsOptions;
  readonly #here = new KeyedQueue();

  constructor(options: RedisTurnsOptions) {
    this.#options = options;
  }

  async acquire(key: string): Promise<() => void> {
    const endHere = await this.#here.acquire(key);
    const name = this.#options.prefix + key;
    const token = randomUUID();
    await this.#lock(name, token);
    return () => void this.#unlock(name, token).finally(endHere);
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #lock(name: string, token: string): Promise<void> {
    const { redis } = this.#options;
    for (;;) {
      try {
        if ((await redis.set(name, token, 'PX', leaseMs, 'NX')) !== null) return;
      } catch {
        return;
      }
      await delay(askEveryMs * (0.5 + Math.random()));
    }
  }

  async #unlock(name: string, token: string): Promise<void> {
    const { redis, whenSent } = this.#options;
    await whenSent();
    await redis.eval(releaseScript, 1, name, token).catch(() => {});
  }
}
