import { expect, test } from 'vitest';
import { BatchSize } from './batch-size.ts';

/** Records transactions with this time per row and this fixed time, until the size settles. */
function settled(most: number, rowMs: number, fixedMs: number): number {
  const size = new BatchSize(most);
  for (let count = 0; count < 20; count += 1) size.note(fixedMs + size.rows * rowMs);
  return size.rows;
}

test('changes as many rows as take about 20 ms, at least 5 and at most the limit', () => {
  expect(settled(100, 1, 0)).toBe(20);
  expect(settled(100, 0.01, 0.1)).toBe(100);
  expect(settled(100, 50, 10)).toBe(5);
  expect(settled(2, 50, 10)).toBe(2);
});

test('one slow transaction makes the next ones small, and they grow again', () => {
  const size = new BatchSize(100);
  for (let count = 0; count < 10; count += 1) size.note(1);
  expect(size.rows).toBe(100);
  size.note(2_000);
  expect(size.rows).toBe(5);
  size.note(2);
  expect(size.rows).toBe(10);
});
