import { expect, test } from 'vitest';
import { BatchedLookup } from './batched-lookup.ts';

function lookup() {
  const asked: string[][] = [];
  const ends: Array<(error?: Error) => void> = [];
  const names = new BatchedLookup<string>((ids) => {
    asked.push([...ids]);
    return new Promise((resolve, reject) => {
      ends.push((error) =>
        error ? reject(error) : resolve(new Map(ids.map((id) => [id, `name of ${id}`]))),
      );
    });
  });
  return { names, asked, ends };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('ids requested during a lookup share the next one', async () => {
  const { names, asked, ends } = lookup();
  const first = names.get('a');
  await turn();
  const others = [names.get('b'), names.get('c'), names.get('b')];
  await turn();
  expect(asked).toEqual([['a']]);
  ends[0]?.();
  expect(await first).toBe('name of a');
  await turn();
  expect(asked).toEqual([['a'], ['b', 'c']]);
  ends[1]?.();
  expect(await Promise.all(others)).toEqual(['name of b', 'name of c', 'name of b']);
});

test('an id without a value is null', async () => {
  const names = new BatchedLookup<string>(() => Promise.resolve(new Map()));
  expect(await names.get('a')).toBeNull();
});

test('a failed lookup fails only its own ids; the next one continues', async () => {
  const { names, asked, ends } = lookup();
  const first = names.get('a');
  await turn();
  const second = names.get('b');
  ends[0]?.(new Error('The database is away'));
  await expect(first).rejects.toThrow('The database is away');
  await turn();
  ends[1]?.();
  expect(await second).toBe('name of b');
  expect(asked).toEqual([['a'], ['b']]);
});
