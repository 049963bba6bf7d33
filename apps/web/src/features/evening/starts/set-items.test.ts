import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { programKeyOf } from '@boathouse/row/plan/program';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describe, expect, test } from 'vitest';
import { itemsSetOn } from './set-items.ts';

const plans = ['2000m', '500m', 'Just row', 'as you like'].map(parseWorkoutText);
function planOf(text: string): WorkoutPlan {
  const plan = parseWorkoutText(text);
  if (plan === null) throw new Error(`No plan: ${text}`);
  return plan;
}
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
  expect(itemsSetOn(setup, null, given)).toEqual(items);
});

describe('a monitor on intervals that begin with 500 m', () => {
  const setup = { ...set(500), workoutType: 8 };
  const [one, other, twoK] = [
    planOf('4 x 500m / 2:00 rest'),
    planOf('8 x 500m / 1:00 rest'),
    planOf('2000m'),
  ];

  test.each([
    ['that this page has sent is set to that item alone', one, [one, other, twoK], [0]],
    ['that this page has sent is set to no other item', one, [other, twoK], []],
    ['that this page has sent is set to each item with that text', one, [one, other, one], [0, 2]],
    ['that its athlete has set is set to the only item that it can be', null, [one, twoK], [0]],
    ['that its athlete has set may be one item or another', null, [one, other], []],
  ])('%s', (_, sent, given, items) => {
    expect(itemsSetOn(setup, sent === null ? null : programKeyOf(sent), given)).toEqual(items);
  });
});
