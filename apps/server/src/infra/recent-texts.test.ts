import { expect, test } from 'vitest';
import { JsonText } from '../http/compression.ts';
import { RecentTexts } from './recent-texts.ts';

function open() {
  const clock = { nowMs: 0 };
  const recent = new RecentTexts({ max: 2, maxAgeMs: 1_000, nowMs: () => clock.nowMs });
  const made: string[] = [];
  const read = async (key: string) => {
    const text = await recent.of(key, async () => {
      made.push(key);
      return new JsonText(JSON.stringify(key));
    });
    return text.text;
  };
  return { clock, recent, made, read };
}

test('users who read the same text at once get one copy', async () => {
  const { made, read } = open();
  expect(await Promise.all(['a', 'a', 'b', 'a'].map(read))).toEqual(['"a"', '"a"', '"b"', '"a"']);
  expect(made).toEqual(['a', 'b']);
});

test('a text is made again after its time', async () => {
  const { clock, made, read } = open();
  await read('a');
  clock.nowMs = 999;
  await read('a');
  clock.nowMs = 1_000;
  await read('a');
  expect(made).toEqual(['a', 'a']);
});

test('only the newest few texts are kept', async () => {
  const { made, read } = open();
  for (const key of ['a', 'b', 'c', 'b', 'a']) await read(key);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});

test('a failure is not kept', async () => {
  const { recent, read } = open();
  const failed = recent.of('a', async () => {
    throw new Error('no database');
  });
  await expect(failed).rejects.toThrow('no database');
  expect(await read('a')).toBe('"a"');
});
