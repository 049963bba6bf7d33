import { expect, test } from 'vitest';
import { Rechecks } from './rechecks.ts';

/** A check of everything that fails the first times. */
function failing(times: number) {
  const errors: unknown[] = [];
  let left = times;
  const rechecks = new Rechecks({
    sockets: () => {
      if (left === 0) return [];
      left -= 1;
      throw new Error('the database is away');
    },
    sightOf: async () => 'all',
    expel: () => {},
    resolveCaller: async () => null,
    resolveBoard: async () => null,
    onError: (error) => errors.push(error),
    againMs: 1,
  });
  return { rechecks, errors };
}

test('a check of everything is repeated until it succeeds', async () => {
  const { rechecks, errors } = failing(3);
  expect(await rechecks.all()).toBe(true);
  expect(errors).toHaveLength(3);
});

test('a failed check of everything is left to a later one', async () => {
  const { rechecks, errors } = failing(2);
  expect(await Promise.all([rechecks.all(), rechecks.all()])).toEqual([false, true]);
  expect(errors).toHaveLength(2);
});
