import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NewestValues } from './newest-values.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function storage() {
  const stored: Array<Record<string, number>> = [];
  const errors: unknown[] = [];
  const state = { isFailing: false };
  const values = new NewestValues<number>({
    store: (newest) => {
      if (state.isFailing) return Promise.reject(new Error('The database is away'));
      stored.push(Object.fromEntries(newest));
      return Promise.resolve();
    },
    delayMs: 2_000,
    onError: (error) => errors.push(error),
  });
  return { values, stored, errors, state };
}

test('the store gets the newest value of each key, all at once, every 2 s', async () => {
  const { values, stored } = storage();
  for (let tick = 0; tick < 40; tick += 1) {
    values.add('ann', tick);
    values.add('ben', 100 + tick);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(stored).toEqual([7, 15, 23, 31, 39].map((ann) => ({ ann, ben: 100 + ann })));
});

test('nothing is stored while nothing arrives', async () => {
  const { values, stored } = storage();
  values.add('ann', 1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(stored).toEqual([{ ann: 1 }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('values that could not be stored are kept, unless newer ones have arrived', async () => {
  const { values, stored, errors, state } = storage();
  state.isFailing = true;
  values.add('ann', 1);
  values.add('ben', 2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(errors).toHaveLength(1);
  values.add('ann', 3);
  state.isFailing = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stored).toEqual([{ ann: 3, ben: 2 }]);
});

test('values are not stored a second time while the first runs', async () => {
  const running: Array<() => void> = [];
  const values = new NewestValues<number>({
    store: () => new Promise((resolve) => running.push(resolve)),
    delayMs: 2_000,
    onError: () => {},
  });
  values.add('ann', 1);
  await vi.advanceTimersByTimeAsync(2_000);
  values.add('ann', 2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(running).toHaveLength(1);
  running[0]?.();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(running).toHaveLength(2);
});

test('waiting values are stored at the close, and nothing after it', async () => {
  const { values, stored } = storage();
  values.add('ann', 1);
  await values.close();
  expect(stored).toEqual([{ ann: 1 }]);
  values.add('ann', 2);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(stored).toHaveLength(1);
});

test('an urgent value is stored soon, with those that wait, even if it arrives while others are stored', async () => {
  const running: Array<() => void> = [];
  const stored: Array<Record<string, number>> = [];
  const values = new NewestValues<number>({
    store: (newest) => {
      stored.push(Object.fromEntries(newest));
      return new Promise((resolve) => running.push(resolve));
    },
    delayMs: 2_000,
    onError: () => {},
  });
  values.add('ann', 1);
  values.add('ben', 2, 250);
  await vi.advanceTimersByTimeAsync(250);
  expect(stored).toEqual([{ ann: 1, ben: 2 }]);
  values.add('cas', 3);
  values.add('dan', 4, 250);
  running[0]?.();
  await vi.advanceTimersByTimeAsync(250);
  expect(stored[1]).toEqual({ cas: 3, dan: 4 });
  running[1]?.();
  values.add('ann', 5);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(stored).toHaveLength(2);
});
