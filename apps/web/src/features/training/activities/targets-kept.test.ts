import { expect, test } from 'vitest';
import { targetsKept } from './targets-kept.ts';

const rate = { strokes: 250, kept: 240 };

test('shows in how many strokes each target was kept', () => {
  const targets = { strokeRate: rate, pace: { strokes: 250, kept: 3 } };
  // The text of the item is not a plan, so the targets have no values.
  expect(targetsKept('as you like', { targets })).toEqual([
    'Target rate kept in 240 of 250 strokes',
    'Target pace kept in 3 of 250 strokes',
  ]);
  expect(targetsKept('as you like', { targets: { strokeRate: rate, pace: null } })).toHaveLength(1);
});

test.each([null, {}, { targets: null }])('shows nothing for a result without targets: %o', (summary) => {
  expect(targetsKept('2000m', summary)).toEqual([]);
});
