import { expect, test, vi } from 'vitest';
import { createKeyedListeners, createListeners, createStore, once } from './store.ts';

test('a store calls its listeners with each different value, until they unsubscribe', () => {
  const store = createStore('a');
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.set('a');
  expect(listener).not.toHaveBeenCalled();
  store.set('b');
  expect([store.get(), listener.mock.calls.length]).toEqual(['b', 1]);
  stop();
  store.set('c');
  expect([store.get(), listener.mock.calls.length]).toEqual(['c', 1]);
});

test('listeners are also called after one that throws, whose error is thrown at the end', () => {
  const listeners = createListeners<[number]>();
  const last = vi.fn();
  listeners.subscribe(() => {
    throw new Error('first');
  });
  listeners.subscribe(last);
  expect(() => listeners.call(1)).toThrow('first');
  expect(last).toHaveBeenCalledExactlyOnceWith(1);
});

test('a source that listeners need is followed while there is at least one of them', () => {
  const end = vi.fn();
  const follow = vi.fn(() => end);
  const listeners = createListeners(follow);
  const stops = [listeners.subscribe(() => {}), listeners.subscribe(() => {})];
  expect(follow).toHaveBeenCalledTimes(1);
  stops[0]?.();
  stops[0]?.();
  expect(end).not.toHaveBeenCalled();
  stops[1]?.();
  expect([end.mock.calls.length, listeners.isEmpty()]).toEqual([1, true]);
  listeners.subscribe(() => {});
  expect(follow).toHaveBeenCalledTimes(2);
});

test('a key has its own listeners, even after its last one has left', () => {
  const listeners = createKeyedListeners();
  const [one, other] = [vi.fn(), vi.fn()];
  const stop = listeners.subscribe('one', one);
  listeners.subscribe('other', other);
  listeners.call('one');
  stop();
  listeners.call('one');
  listeners.subscribe('one', one);
  listeners.call('one');
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([2, 0]);
});

test('the work is done once for all callers, even while it runs', async () => {
  const answer = Promise.withResolvers<string>();
  let runs = 0;
  const load = once(() => {
    runs += 1;
    return answer.promise;
  });
  expect(runs).toBe(0);
  const both = Promise.all([load(), load()]);
  answer.resolve('code');
  expect(await both).toEqual(['code', 'code']);
  expect(await load()).toBe('code');
  expect(runs).toBe(1);
});

test('a failure reaches all waiting callers, and the next call tries again', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('code')];
  const load = once(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  const failed = await Promise.allSettled([load(), load()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await load()).toBe('code');
});
