import { NewIdSchema } from '@boathouse/contract/ids';
import { expect, test } from 'vitest';
import { newEntryId } from './new-entry-id.ts';

test('an id is a UUID of version 7 that begins with its time, and no two are the same', () => {
  const nowMs = Date.parse('2026-11-24T12:00:00.123Z');
  const ids = Array.from({ length: 100 }, () => newEntryId(nowMs));
  for (const id of ids) {
    expect(NewIdSchema.parse(id)).toBe(id);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(nowMs);
  }
  expect(new Set(ids).size).toBe(100);
});
