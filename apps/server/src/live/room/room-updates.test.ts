import { expect, test } from 'vitest';
import { RoomUpdates } from './room-updates.ts';

test('changes of a room within the spacing share one message with the newest value of each key', () => {
  const updates = new RoomUpdates<number>(250);
  updates.add('a', 'x', 1);
  updates.add('a', 'y', 2);
  updates.add('a', 'x', 3);
  expect(updates.take(0)).toEqual([{ roomId: 'a', values: [3, 2] }]);
  expect(updates.take(0)).toEqual([]);
});

test('a room gets the next message no sooner than the spacing, and another room at once', () => {
  const updates = new RoomUpdates<number>(250);
  updates.add('a', 'x', 1);
  updates.take(0);
  updates.add('a', 'x', 2);
  updates.add('b', 'x', 9);
  expect(updates.take(100)).toEqual([{ roomId: 'b', values: [9] }]);
  expect(updates.take(200)).toEqual([]);
  expect(updates.take(250)).toEqual([{ roomId: 'a', values: [2] }]);
});
