export type GattQueue = {
  /** Runs the operation after all earlier ones have settled; settles as it does. */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
  /** Rejects what runs, what waits and whatever is asked for later. */
  close(reason: Error): void;
};

/**
 * Lets one GATT operation through at a time: a second one in parallel is refused by the browser
 * ('GATT operation already in progress').
 *
 * An operation without an answer for `timeoutMs` closes the queue, since the browser would refuse all others until
 * it settles: the link is of no use any more.
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
    const timer = setTimeout(() => close(new Error('The monitor does not answer')), timeoutMs);
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
