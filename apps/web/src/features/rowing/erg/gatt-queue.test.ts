import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGattQueue } from './gatt-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number, result: string): (() => Promise<string>) => {
  return () => new Promise((resolve) => setTimeout(() => resolve(result), ms));
};
function never(): Promise<never> {
  return new Promise(() => {});
}

test('runs operations one after the other in order', async () => {
  const queue = createGattQueue(1000);
  const order: string[] = [];
  const step = (name: string, ms: number) => () => {
    order.push(`${name} starts`);
    return after(ms, name)().then((result) => void order.push(`${result} ends`));
  };
  const all = Promise.all([queue.run(step('slow', 50)), queue.run(step('quick', 1))]);
  await vi.advanceTimersByTimeAsync(100);
  await all;
  expect(order).toEqual(['slow starts', 'slow ends', 'quick starts', 'quick ends']);
});

test('a failed operation rejects by itself and the next one runs', async () => {
  const queue = createGattQueue(1000);
  const failing = queue.run(() => Promise.reject(new Error('Not supported')));
  const next = queue.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('Not supported');
  await expect(next).resolves.toBe('done');
});

test('an operation that times out rejects, with all operations behind it', async () => {
  const queue = createGattQueue(1000);
  const ran = vi.fn(after(0, 'never asked'));
  const outcomes = Promise.allSettled([queue.run(never), queue.run(ran)]);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(ran).not.toHaveBeenCalled();
});

test('the time-out of an operation does not include waiting for others', async () => {
  const queue = createGattQueue(1000);
  const both = Promise.all([queue.run(after(900, 'first')), queue.run(after(900, 'second'))]);
  await vi.advanceTimersByTimeAsync(1800);
  await expect(both).resolves.toEqual(['first', 'second']);
});

test('closing rejects running, waiting and later operations with the reason', async () => {
  const queue = createGattQueue(1000);
  const outcomes = Promise.allSettled([queue.run(never), queue.run(never)]);
  await vi.advanceTimersByTimeAsync(1);
  const lost = new Error('The link was lost');
  queue.close(lost);
  await expect(queue.run(() => Promise.resolve('late'))).rejects.toBe(lost);
  for (const outcome of await outcomes) expect(outcome).toEqual({ status: 'rejected', reason: lost });
});
