import { expect, test } from 'vitest';
import { DearCalls } from './dear-calls.ts';

/** Calls that end when they are told to. */
function openCalls() {
  const calls = new DearCalls();
  const atWork: Array<{ user: string; end: PromiseWithResolvers<void> }> = [];
  return {
    atWork,
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

test('one call of a user is at work at a time, and two of all users', async () => {
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

test('the ninth call of a user is refused until one has ended; those of others are not', async () => {
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

test('a call that fails makes room for the next', async () => {
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
