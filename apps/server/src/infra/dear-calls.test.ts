import { expect, onTestFinished, test, vi } from 'vitest';
import { DearCalls } from './dear-calls.ts';

/** Calls that end on request, and their clock. */
function openCalls() {
  let nowMs = 0;
  const calls = new DearCalls({ nowMs: () => nowMs });
  const atWork: Array<{ user: string; end: PromiseWithResolvers<void> }> = [];
  return {
    atWork,
    wait: (ms: number) => {
      nowMs += ms;
    },
    users: () => atWork.map(({ user }) => user),
    start: (user: string) =>
      calls.run(user, async () => {
        const work = { user, end: Promise.withResolvers<void>() };
        atWork.push(work);
        await work.end.promise;
      }),
    /** Ends the oldest call, and lets the next one begin. */
    end: async (error?: Error) => {
      const work = atWork.shift();
      if (error) work?.end.reject(error);
      else work?.end.resolve();
      await new Promise(setImmediate);
    },
  };
}

test('runs one call of a user at a time, and two of all users', async () => {
  const { start, end, users } = openCalls();
  const all = Promise.all(['ann', 'ann', 'ben', 'cem', 'ann'].map(start));
  await new Promise(setImmediate);
  expect(users()).toEqual(['ann', 'ben']);
  await end();
  expect(users()).toEqual(['ben', 'cem']);
  await end();
  expect(users()).toEqual(['cem', 'ann']);
  await end();
  expect(users()).toEqual(['ann']);
  await end();
  expect(users()).toEqual(['ann']);
  await end();
  await all;
});

test('refuses the ninth call of a user until one has ended, but not those of others', async () => {
  const { start, end, atWork } = openCalls();
  const waiting = Array.from({ length: 8 }, () => start('ann'));
  await expect(start('ann')).rejects.toMatchObject({ status: 429, retryAfterSec: 1 });
  const ben = start('ben');
  await new Promise(setImmediate);
  await end();
  waiting.push(start('ann'));
  while (atWork.length > 0) await end();
  await Promise.all([...waiting, ben]);
});

test('gives the place of a failed call to the next', async () => {
  const { start, end, users } = openCalls();
  const failing = start('ann');
  const next = start('ann');
  await new Promise(setImmediate);
  const failed = expect(failing).rejects.toThrow('broken');
  await end(new Error('broken'));
  await failed;
  expect(users()).toEqual(['ann']);
  await end();
  await next;
});

test('users with long calls lately leave a place free, and wait behind the others', async () => {
  const { start, end, users, wait } = openCalls();
  const all = ['ann', 'ben'].map(start);
  await new Promise(setImmediate);
  wait(5_000);
  all.push(...['ann', 'ben', 'cem'].map(start));
  await end();
  expect(users()).toEqual(['ben', 'cem']);
  await end();
  // The place that cem has left, and will have again, is not for them.
  expect(users()).toEqual(['cem', 'ann']);
  await end();
  expect(users()).toEqual(['ann']);
  all.push(start('dan'));
  await new Promise(setImmediate);
  expect(users()).toEqual(['ann', 'dan']);
  await end();
  expect(users()).toEqual(['dan', 'ben']);
  await end();
  await end();
  await Promise.all(all);
});

test('the costs of a user are forgotten with time', async () => {
  const { start, end, users, wait } = openCalls();
  const first = ['ann', 'ben'].map(start);
  await new Promise(setImmediate);
  wait(5_000);
  await end();
  await end();
  wait(120_000);
  const second = ['ann', 'ben'].map(start);
  await new Promise(setImmediate);
  expect(users()).toEqual(['ann', 'ben']);
  await end();
  await end();
  await Promise.all([...first, ...second]);
});

test('begins a call beside long ones that occupy all places, before they end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { start, end, users, wait } = openCalls();
  /** Nothing begins or ends in the meantime. */
  const pass = async () => {
    wait(2_000);
    vi.advanceTimersByTime(2_000);
    await new Promise(setImmediate);
  };
  const all = ['ann', 'ben', 'cem'].map(start);
  await new Promise(setImmediate);
  expect(users()).toEqual(['ann', 'ben']);
  await pass();
  expect(users()).toEqual(['ann', 'ben', 'cem']);
  // Not the next ones of the same users.
  all.push(...['ann', 'ben', 'dan', 'eve'].map(start));
  await new Promise(setImmediate);
  expect(users()).toEqual(['ann', 'ben', 'cem', 'dan']);
  await pass();
  // Exactly twice as many as there are places.
  expect(users()).toEqual(['ann', 'ben', 'cem', 'dan']);
  for (let count = 0; count < 7; count += 1) await end();
  await Promise.all(all);
});
