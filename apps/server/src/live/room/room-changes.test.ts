import { expect, test } from 'vitest';
import { RoomChanges } from './room-changes.ts';

test('changes within the spacing share one message with the newest value of each key', () => {
  const changes = new RoomChanges<number>(250);
  changes.add('x', 1);
  changes.add('y', 2);
  changes.add('x', 3);
  expect(changes.take(0)).toEqual([3, 2]);
  expect(changes.take(0)).toEqual([]);
});

test('the next message comes no sooner than the spacing', () => {
  const changes = new RoomChanges<number>(250);
  changes.add('x', 1);
  changes.take(0);
  changes.add('x', 2);
  expect(changes.take(100)).toEqual([]);
  expect(changes.take(249)).toEqual([]);
  expect(changes.take(250)).toEqual([2]);
});
