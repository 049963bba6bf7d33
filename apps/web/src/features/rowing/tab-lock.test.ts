import { expect, test } from 'vitest';
import { createTabLock, type Locks } from './tab-lock.ts';

type Waiting = { grant: () => void; signal: AbortSignal | undefined };

/** The lock manager of a browser, for one name. */
function createLocks(): Locks {
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

function openTab(locks: Locks | undefined) {
  const changes: boolean[] = [];
  return { changes, lock: createTabLock('row', { locks, onChange: (isHeld) => changes.push(isHeld) }) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('the first tab holds the lock, and the next one gets it when that tab is closed', async () => {
  const locks = createLocks();
  const first = openTab(locks);
  const second = openTab(locks);
  await settled();
  expect([first.changes, second.changes]).toEqual([[true], []]);
  first.lock.close();
  await settled();
  expect(second.changes).toEqual([true]);
});

test('a tab takes the lock from another, which waits for it again', async () => {
  const locks = createLocks();
  const first = openTab(locks);
  const second = openTab(locks);
  await settled();
  second.lock.steal();
  await settled();
  expect([first.changes, second.changes]).toEqual([[true, false], [true]]);
  second.lock.close();
  await settled();
  expect(first.changes).toEqual([true, false, true]);
});

test('a tab that holds the lock takes nothing, and without locks each tab counts as the only one', async () => {
  const only = openTab(createLocks());
  await settled();
  only.lock.steal();
  await settled();
  expect(only.changes).toEqual([true]);
  expect(openTab(undefined).changes).toEqual([true]);
});
