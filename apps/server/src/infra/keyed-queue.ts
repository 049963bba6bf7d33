/** Queues tasks: those of the same key run one after another. */
export type Turns = Pick<KeyedQueue, 'acquire' | 'run'>;

/** Runs tasks of the same key one after another, and tasks of different keys concurrently. */
export class KeyedQueue {
  readonly #queues = new Map<string, { last: Promise<void>; length: number }>();

  /** Returns the number of tasks of this key that run or wait. */
  lengthOf(key: string): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  /** Resolves when it is this caller's turn. Call the returned function once to release it. */
  async acquire(key: string): Promise<() => void> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    this.#queues.set(key, queue);
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = queue.last;
    queue.last = before.then(() => promise);
    queue.length += 1;
    await before;
    return () => {
      resolve();
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(key);
    };
  }

  /** Runs `work` when the earlier tasks of this key have finished. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
