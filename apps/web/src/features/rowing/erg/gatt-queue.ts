type GattQueue = {
  /** Runs the operation after all earlier ones have settled, and settles like it. */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
  /** Rejects running, waiting and future operations. */
  close(reason: Error): void;
};

/**
 * Runs one GATT operation at a time, because the browser rejects a second one in parallel
 * ('GATT operation already in progress').
 *
 * An operation that does not settle within `timeoutMs` closes the queue: the browser would reject all others, so the
 * link is unusable.
 */
export function createGattQueue(timeoutMs: number): GattQueue {
  let closedBecause: Error | null = null;
  const rejecters = new Set<(reason: Error) => void>();
  let last: Promise<unknown> = Promise.resolve();

  function close(reason: Error): void {
    if (closedBecause !== null) return;
    closedBecause = reason;
    for (const reject of rejecters) reject(reason);
    rejecters.clear();
  }

  async function bounded<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (closedBecause !== null) throw closedBecause;
    const timer = setTimeout(() => close(new Error('The monitor does not respond')), timeoutMs);
    try {
      return await operation();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    run(operation) {
      if (closedBecause !== null) return Promise.reject(closedBecause);
      return new Promise((resolve, reject) => {
        rejecters.add(reject);
        const settled = last.then(() => bounded(operation)).then(resolve, reject);
        last = settled.finally(() => rejecters.delete(reject));
      });
    },
    close,
  };
}
