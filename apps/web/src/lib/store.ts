type Listeners<Args extends unknown[]> = {
  /** Returns a function that unsubscribes. */
  subscribe: (listener: (...args: Args) => void) => () => void;
  /** Calls all of them, even after one that throws; its error is thrown at the end. */
  call: (...args: Args) => void;
  isEmpty: () => boolean;
};

/** Creates a set of listeners. `follow` is called with the first one, and its result after the last one. */
export function createListeners<Args extends unknown[] = []>(
  follow: () => () => void = () => () => {},
): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  let stop = () => {};
  return {
    isEmpty: () => listeners.size === 0,
    subscribe(listener) {
      const isFirst = listeners.size === 0;
      listeners.add(listener);
      if (isFirst) stop = follow();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },
    call(...args) {
      const errors: unknown[] = [];
      for (const listener of listeners) {
        try {
          listener(...args);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Creates listeners by key, such as the id of a table's row. */
export function createKeyedListeners() {
  const byKey = new Map<string, Listeners<[]>>();
  return {
    subscribe(key: string, listener: () => void): () => void {
      const listeners = byKey.get(key) ?? createListeners(() => () => byKey.delete(key));
      byKey.set(key, listeners);
      return listeners.subscribe(listener);
    },
    call: (key: string) => byKey.get(key)?.call(),
  };
}

/** Creates a value that `useSyncExternalStore` can follow. Setting the present value does nothing. */
export function createStore<Value>(initial: Value) {
  const { subscribe, call } = createListeners();
  let value = initial;
  return {
    subscribe,
    get: () => value,
    set(next: Value): void {
      if (Object.is(next, value)) return;
      value = next;
      call();
    },
  };
}

/**
 * Returns a function that does the work at its first call and gives all callers its result. A failure is not cached:
 * the next call tries again.
 */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | null = null;
  return () =>
    (begun ??= work().catch((error: unknown) => {
      begun = null;
      throw error;
    }));
}
