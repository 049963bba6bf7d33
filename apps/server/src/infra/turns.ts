/** Lets work of one key be done one after the other, and work of different keys at once. */
export class Turns {
  readonly #lines = new Map<string, { last: Promise<void>; length: number }>();

  /** How many of this key have the turn or wait for it. */
  lengthOf(key: string): number {
    return this.#lines.get(key)?.length ?? 0;
  }

  /** Waits for the turn. Answers what ends it, to be called once. */
  async take(key: string): Promise<() => void> {
    const line = this.#lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    this.#lines.set(key, line);
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = line.last;
    line.last = before.then(() => promise);
    line.length += 1;
    await before;
    return () => {
      resolve();
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(key);
    };
  }

  /** Does `work` when its turn comes. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const endTurn = await this.take(key);
    try {
      return await work();
    } finally {
      endTurn();
    }
  }
}
