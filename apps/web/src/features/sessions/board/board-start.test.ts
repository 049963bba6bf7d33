import { expect, test } from 'vitest';
import { shownAfter, startBy } from './board-start.ts';

const start = (inMs: number, startAt = '2026-05-01T18:00:20.000Z') => ({
  workoutItemIndex: 1,
  startAt,
  inMs,
});

test('a start is at its moment on the clock of the screen, with any time on the screen', () => {
  expect(startBy(null, start(20_000), { sentMs: 1_000, receivedMs: 1_100 })).toMatchObject({
    item: 1,
    atMs: 21_050,
  });
  expect(startBy(null, null, { sentMs: 0, receivedMs: 1 })).toBeNull();
  expect(startBy(null, undefined, { sentMs: 0, receivedMs: 1 })).toBeNull();
});

test('a slow response does not replace the start of a quick one, but a quicker one does', () => {
  const first = startBy(null, start(20_000), { sentMs: 1_000, receivedMs: 1_100 });
  expect(startBy(first, start(18_800), { sentMs: 2_000, receivedMs: 4_000 })).toBe(first);
  expect(startBy(first, start(18_000), { sentMs: 3_000, receivedMs: 3_020 })?.atMs).toBe(21_010);
});

test('another start replaces it, a canceled one ends it, and a screen that has slept follows the server', () => {
  const first = startBy(null, start(20_000), { sentMs: 1_000, receivedMs: 1_100 });
  const other = start(30_000, '2026-05-01T18:01:00.000Z');
  expect(startBy(first, other, { sentMs: 2_000, receivedMs: 4_000 })?.atMs).toBe(33_000);
  expect(startBy(first, null, { sentMs: 2_000, receivedMs: 4_000 })).toBeNull();
  expect(startBy(first, start(5_000), { sentMs: 2_000, receivedMs: 2_200 })?.atMs).toBe(7_100);
});

test('the results of an item stay until the next item starts, and that item is shown before its first stroke', () => {
  const went = startBy(null, start(0), { sentMs: 10_000, receivedMs: 10_000 });
  expect(shownAfter(null, { item: 0, atMs: 5_000 }, 9_000)).toEqual({ item: 0, isPodium: true });
  expect(shownAfter(went, { item: 0, atMs: 5_000 }, 12_000)).toEqual({ item: 1, isPodium: false });
  expect(shownAfter(went, { item: 1, atMs: 400_000 }, 401_000)).toEqual({ item: 1, isPodium: true });
  expect(shownAfter(went, null, 80_000)).toEqual({ item: null, isPodium: false });
});
