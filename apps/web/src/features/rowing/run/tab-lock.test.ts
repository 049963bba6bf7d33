import { afterEach, expect, test, vi } from 'vitest';
import { createFakeLocks } from '../../../../test/rowing/fake-tab-locks.ts';
import { createTabLock, RowTabs, type Locks } from './tab-lock.ts';

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
  second.lock.steal();
  await settled();
  expect([first.changes, second.changes]).toEqual([[true, false], [true]]);
  second.lock.close();
  await settled();
  expect(first.changes).toEqual([true, false, true]);
});

test('a tab that holds the lock takes nothing, and without locks each tab counts as the only one', async () => {
  const only = openTab(createFakeLocks());
  await settled();
  only.lock.steal();
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
