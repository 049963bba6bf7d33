/** Cache Storage in memory, as far as the worker uses it. `failWith` makes the next writes fail, as on a full disk. */
export class FakeCaches implements CacheStorage {
  failWith: Error | null = null;
  readonly #caches = new Map<string, Map<string, Response>>();

  async open(name: string): Promise<Cache> {
    const entries = this.#caches.get(name) ?? new Map<string, Response>();
    this.#caches.set(name, entries);
    const unused = (): never => {
      throw new Error('The worker does not use it');
    };
    return {
      add: unused,
      addAll: unused,
      matchAll: unused,
      delete: async (key) => entries.delete(pathOf(key)),
      keys: async () => [...entries.keys()].map((path) => new Request(`https://row.example${path}`)),
      match: async (key) => entries.get(pathOf(key))?.clone(),
      put: async (key, response) => {
        if (this.failWith !== null) throw this.failWith;
        entries.set(pathOf(key), response);
      },
    };
  }

  async match(key: RequestInfo | URL): Promise<Response | undefined> {
    for (const entries of this.#caches.values()) {
      const found = entries.get(pathOf(key));
      if (found) return found.clone();
    }
    return undefined;
  }

  async keys(): Promise<string[]> {
    return [...this.#caches.keys()];
  }

  async has(name: string): Promise<boolean> {
    return this.#caches.has(name);
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }
}

const pathOf = (key: RequestInfo | URL) =>
  new URL(key instanceof Request ? key.url : key, 'https://row.example').pathname;
