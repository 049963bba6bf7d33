import { parseWorkoutText } from '@boathouse/row/text';
import { expect, test } from 'vitest';
import { itemsSetOn } from './set-items.ts';

const plans = ['2000m', '500m', 'Just row', 'as you like'].map(parseWorkoutText);
const set = (distanceM: number) => ({
  workoutType: 3,
  work: { kind: 'distance', distanceM } as const,
  isBegun: false,
});
const justRow = { workoutType: 1, work: null, isBegun: false };

test.each([
  ['in its menu', null, plans.slice(0, 3), null],
  ['in its menu, with a text that is no plan', null, plans, [3]],
  ['set to 500 m', set(500), plans, [1, 3]],
  ['set to 5000 m', set(5000), plans.slice(0, 2), []],
  ['set to Just Row, or in its menu', justRow, plans.slice(0, 2), null],
  ['set to Just Row, with such an item', justRow, plans.slice(0, 3), [2]],
] as const)('a monitor %s', (_, setup, given, items) => {
  expect(itemsSetOn(setup, given)).toEqual(items);
});
