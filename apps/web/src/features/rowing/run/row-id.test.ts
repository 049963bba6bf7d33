import { NewIdSchema } from '@boathouse/contract/ids';
import { expect, test } from 'vitest';
import { newActivityId } from './row-id.ts';

test('the id of an activity is a UUID of version 7 with its time', () => {
  const atMs = Date.UTC(2026, 2, 6, 11, 36);
  const ids = Array.from({ length: 50 }, () => newActivityId(atMs));
  for (const id of ids) expect(NewIdSchema.parse(id)).toBe(id);
  expect(new Set(ids).size).toBe(50);
  expect(parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)).toBe(atMs);
});

test('has the version and variant whatever the random bytes are', () => {
  for (const byte of [0, 255]) NewIdSchema.parse(newActivityId(0, new Uint8Array(10).fill(byte)));
  expect(newActivityId(0, new Uint8Array(10).fill(255))).toBe('00000000-0000-7fff-bfff-ffffffffffff');
});
