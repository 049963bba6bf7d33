import { afterEach, expect, test, vi } from 'vitest';
import { createFakeLocks } from '../../../../../test/rowing/fake-tab-locks.ts';
import { createTabLock, RowTabs, TabLockError, type Locks } from './tab-lock.ts';

function openTab(locks: Locks | undefined) {
  const changes: boolean[] = [];
  return { changes, lock: createTabLock('row', { locks, onChange: (isHeld) => changes.push(isHeld) }) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('the first tab holds the lock, and the next one gets it when that tab is closed', async () => {
  const locks = createFakeLocks();
  const first = openTab(locks);
  const second = openTab(locks);
  await settled();
  expect([first.changes, second.changes]).toEqual([[true], []]);
  first.lock.close();
  await settled();
  expect(second.changes).toEqual([true]);
});

test('a tab takes the lock from another, which waits for it again', async () => {
  const locks = createFakeLocks();
  const first = openTab(locks);
  const second = openTab(locks);
  await settled();
  await second.lock.steal();
  await settled();
  expect([first.changes, second.changes]).toEqual([[true, false], [true]]);
  second.lock.close();
  await settled();
  expect(first.changes).toEqual([true, false, true]);
});

test('a tab that holds the lock takes nothing over, and without locks each tab counts as the only one', async () => {
  const only = openTab(createFakeLocks());
  await settled();
  await only.lock.steal();
  await settled();
  expect(only.changes).toEqual([true]);
  expect(openTab(undefined).changes).toEqual([true]);
});

afterEach(() => void vi.useRealTimers());

test('the rows are taken from another tab only once they are taken up here', async () => {
  vi.useFakeTimers();
  const locks = createFakeLocks();
  const first = openTab(locks);
  let takeUp = () => {};
  const tabs = new RowTabs({
    userId: 'row',
    locks,
    openChannel: () => null,
    onHolder: () => new Promise<void>((resolve) => (takeUp = resolve)),
    onOther: async () => {},
    onHeard: () => {},
    monotonicMs: () => 0,
  });
  void tabs.open();
  await vi.advanceTimersByTimeAsync(500);
  const taken = vi.fn<() => void>();
  void tabs.take().then(taken);
  await vi.advanceTimersByTimeAsync(100);
  expect([first.changes, tabs.isHolder]).toEqual([[true, false], true]);
  void tabs.take().then(taken);
  await vi.advanceTimersByTimeAsync(100);
  expect(taken).not.toHaveBeenCalled();
  takeUp();
  await vi.advanceTimersByTimeAsync(100);
  expect(taken).toHaveBeenCalledTimes(2);
});

type Answer = 'never' | 'InvalidStateError' | 'SecurityError';

/** A browser that responds to each request for a lock in the same way; `asked` counts the requests. */
function locksThat(toSteal: () => Answer, toWait: () => Answer = () => 'never') {
  const asked = { steals: 0, waits: 0 };
  const locks: Locks = {
    request: (_name, { steal, signal }) => {
      asked[steal === true ? 'steals' : 'waits'] += 1;
      const answer = steal === true ? toSteal() : toWait();
      if (answer !== 'never') return Promise.reject(new DOMException('Refused', answer));
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    },
  };
  return { asked, locks };
}

function openTabs(locks: Locks): RowTabs {
  return new RowTabs({
    userId: 'row',
    locks,
    openChannel: () => null,
    onHolder: async () => {},
    onOther: async () => {},
    onHeard: () => {},
    monotonicMs: () => 0,
  });
}

/** The outcome of a promise, read without waiting for it. */
function watched(promise: Promise<void>): { outcome: unknown } {
  const seen: { outcome: unknown } = { outcome: 'waits' };
  promise.then(
    () => (seen.outcome = 'resolved'),
    (error: unknown) => (seen.outcome = error),
  );
  return seen;
}

test('taking the rows is refused with a message when the browser refuses the lock, and can be tried again', async () => {
  vi.useFakeTimers();
  const browser = locksThat(() => 'InvalidStateError');
  const tabs = openTabs(browser.locks);
  void tabs.open();
  await vi.advanceTimersByTimeAsync(500);
  const first = watched(tabs.take());
  await vi.advanceTimersByTimeAsync(0);
  expect(first.outcome).toBeInstanceOf(TabLockError);
  expect(String(first.outcome)).toContain('Close the other tab, then try again.');
  void watched(tabs.take());
  expect(browser.asked).toEqual({ steals: 2, waits: 1 });
  tabs.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('a tab whose request for the lock is refused asks again', async () => {
  vi.useFakeTimers();
  let answer: Answer = 'InvalidStateError';
  const browser = locksThat(
    () => 'never',
    () => answer,
  );
  const tabs = openTabs(browser.locks);
  void tabs.open();
  await vi.advanceTimersByTimeAsync(1_500);
  answer = 'never';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(browser.asked.waits).toBe(3);
  tabs.close();
});

test('taking the rows from a browser that never responds ends with a message', async () => {
  vi.useFakeTimers();
  const tabs = openTabs(locksThat(() => 'never').locks);
  void tabs.open();
  const taken = watched(tabs.take());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(taken.outcome).toBeInstanceOf(TabLockError);
  tabs.close();
});

test('opening and taking end when the page closes before, during or after them', async () => {
  vi.useFakeTimers();
  const tabs = openTabs(locksThat(() => 'never').locks);
  const opened = watched(tabs.open());
  const taken = watched(tabs.take());
  tabs.close();
  const late = watched(tabs.take());
  await vi.advanceTimersByTimeAsync(0);
  expect(opened.outcome).toBe('resolved');
  expect(taken.outcome).toBeInstanceOf(TabLockError);
  expect(late.outcome).toBeInstanceOf(TabLockError);
  expect(vi.getTimerCount()).toBe(0);
});

test('a tab that may not use locks counts as the only one', async () => {
  const tabs = openTabs(
    locksThat(
      () => 'SecurityError',
      () => 'SecurityError',
    ).locks,
  );
  await tabs.open();
  await tabs.take();
  expect(tabs.isHolder).toBe(true);
  tabs.close();
});
