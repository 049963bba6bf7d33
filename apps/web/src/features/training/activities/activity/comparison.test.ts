import { expect, test } from 'vitest';
import { idOf, mara } from '../../../../../test/people.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { candidatesOf, differenceInWords } from './comparison.ts';

const session = { _id: idOf(70), title: 'Test', workoutItems: ['2000m'] };
const rowed = { session, distance: 2_000, elapsedTime: 440, averagePace: 110, isCompleted: true };
const own = buildActivity({ ...rowed, _id: idOf(1), user: mara });
const best = {
  piece: '2k' as const,
  activity: idOf(2),
  createdAt: '2026-11-19T12:00:00.000Z',
  distance: 2_000,
  elapsedTime: 430,
  averagePace: 107.5,
};
const ben = { _id: idOf(9), displayName: 'Ben Scull', iconURL: null };
const bens = buildActivity({ ...rowed, _id: idOf(3), user: ben, averagePace: 105 });

test("offers the athlete's own best and the other results of the item", () => {
  const found = candidatesOf({ activity: own, viewerId: mara._id, bests: [best], results: [own, bens] });
  expect(found.map(({ label }) => label)).toEqual(['Your best 2k (7:10.0)', 'Ben Scull (1:45.0 /500 m)']);
  const forBen = candidatesOf({ activity: own, viewerId: ben._id, bests: [best], results: [own, bens] });
  expect(forBen.map(({ name }) => name)).toEqual([`${mara.displayName}'s best 2k`, 'You']);
});

test('a row that is the best, or is not a ranked piece, has no best to compare with', () => {
  const isBest = { ...best, activity: own._id };
  expect(candidatesOf({ activity: own, viewerId: mara._id, bests: [isBest], results: [own] })).toEqual([]);
  const odd = buildActivity({ ...own, distance: 1_234 });
  expect(candidatesOf({ activity: odd, viewerId: mara._id, bests: [best], results: [] })).toEqual([]);
});

test("Just Row is compared with the viewer's best, but intervals are not", () => {
  const countOf = (text: string) => {
    const activity = buildActivity({ ...own, workout: text });
    return candidatesOf({ activity, viewerId: mara._id, bests: [best], results: [] }).length;
  };
  expect([countOf('Just row'), countOf('2k @ 1:50 r28'), countOf('4x500m/undefined rest')]).toEqual([
    1, 1, 0,
  ]);
});

test('differenceInWords compares the times of calories', () => {
  expect(
    differenceInWords({ distance: 8_950, elapsedTime: 1_900 }, { distance: 9_010, elapsedTime: 1_880 }),
  ).toBe('31:20.0, 20 s less than this activity');
});

test('differenceInWords compares times over a distance and distances in a time', () => {
  expect(differenceInWords(own, { distance: 2_000, elapsedTime: 436.8 })).toBe(
    '7:16.8, 3.2 s less than this activity',
  );
  expect(differenceInWords(own, { distance: 2_000, elapsedTime: 440.02 })).toBe(
    '7:20.0, the same as this activity',
  );
  expect(differenceInWords(own, { distance: 2_030.5, elapsedTime: 440 })).toBe(
    '2,030.5 m, 30.5 m more than this activity',
  );
});
