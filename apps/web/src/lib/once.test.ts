import { expect, test } from 'vitest';
import { once } from './once.ts';

test('the work is done once for all who call, also while it runs', async () => {
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

test('a failure reaches all who waited, and the next call tries again', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('code')];
  const load = once(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  const failed = await Promise.allSettled([load(), load()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await load()).toBe('code');
});
