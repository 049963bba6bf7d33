import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within } from './within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a response in time is passed on, and no timer is left', async () => {
  await expect(within(1_000, 'The storage did not respond', Promise.resolve(7))).resolves.toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

test('a party that does not answer is named after its time', async () => {
  const answer = within(1_500, 'The storage did not respond', new Promise(() => {}));
  const refused = expect(answer).rejects.toThrow('The storage did not respond for 1.5 s');
  await vi.advanceTimersByTimeAsync(1_500);
  await refused;
});
