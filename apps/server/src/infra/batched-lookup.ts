/**
 * Looks up values by id in batches: ids that are requested while a lookup runs wait for the next one. A crew that
 * starts together costs one query or two, not one for each rower.
 */
export class BatchedLookup<T> {
  readonly #find: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>;
  #next: { ids: Set<string>; found: Promise<ReadonlyMap<string, T>> } | null = null;
  #running: Promise<unknown> = Promise.resolve();

  /** @param find resolves to the values that exist, by id */
  constructor(find: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>) {
    this.#find = find;
  }

  /** Resolves to null if there is none; rejects like `find`, for all ids of that lookup. */
  async get(id: string): Promise<T | null> {
    const { ids, found } = (this.#next ??= this.#begin());
    ids.add(id);
    return (await found).get(id) ?? null;
  }

  #begin() {
    const ids = new Set<string>();
    const found = this.#running.then(() => {
      this.#next = null;
      return this.#find([...ids]);
    });
    this.#running = found.catch(() => undefined);
    return { ids, found };
  }
}
