import type { Locks } from '../../src/features/rowing/rowing/run/tab-lock.ts';

/* For tests: the locks of one browser, for one name. */

type Waiting = { grant: () => void; signal: AbortSignal | undefined };

export function createFakeLocks(): Locks {
  let holder: { lose: (error: Error) => void } | null = null;
  const queue: Waiting[] = [];
  const next = () => {
    holder = null;
    const waiting = queue.shift();
    waiting?.grant();
  };
  const run = (callback: () => unknown) =>
    new Promise<void>((resolve, reject) => {
      const own = { lose: reject };
      holder = own;
      void Promise.resolve(callback()).then(() => {
        if (holder === own) next();
        resolve();
      });
    });
  const request = (_name: string, options: LockOptions, callback: () => unknown) => {
    if (options.steal) {
      holder?.lose(new DOMException('Stolen', 'AbortError'));
      return run(callback);
    }
    if (holder === null) return run(callback);
    return new Promise<void>((resolve, reject) => {
      const waiting = { signal: options.signal, grant: () => void run(callback).then(resolve, reject) };
      queue.push(waiting);
      options.signal?.addEventListener('abort', () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new DOMException('Aborted', 'AbortError'));
      });
    });
  };
  return { request };
}
