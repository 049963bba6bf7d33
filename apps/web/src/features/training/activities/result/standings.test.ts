import type { ListedActivity } from '@boathouse/contract/activities';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstDirection,
  firstOrder,
  rankedResults,
  resultColumns,
  sortResults,
  standingsOf,
} from './standings.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';

const names = (results: readonly ListedActivity[]) => results.map((result) => result.user.displayName);

describe('[SESS-2] the order of completed results', () => {
  const anna = buildActivity({
    name: 'Anna',
    averagePace: 121,
    distance: 5000,
    strokeRate: 22,
    elapsedTime: 1210,
  });
  const bea = buildActivity({
    name: 'Bea',
    averagePace: 118,
    distance: 4800,
    strokeRate: 26,
    elapsedTime: 1133,
  });
  const cleo = buildActivity({ name: 'Cleo', averagePace: null, distance: 0, strokeRate: 0, elapsedTime: 0 });
  const bot = buildActivity({
    name: 'Bot',
    averagePace: 90,
    distance: 9000,
    elapsedTime: 1000,
    isSimulated: true,
  });

  test('a simulated result comes after every real one, at any speed and in either direction', () => {
    const all = [bot, anna, bea];
    expect(names(sortResults(all, { column: 'averagePace', direction: 'ascending' }))).toEqual([
      'Bea',
      'Anna',
      'Bot',
    ]);
    expect(names(sortResults(all, { column: 'averagePace', direction: 'descending' }))).toEqual([
      'Anna',
      'Bea',
      'Bot',
    ]);
  });

  test('each machine has its own part of the list and its own ranks', () => {
    const bike = buildActivity({
      name: 'Bix',
      machine: 'bike',
      workout: '5000m',
      averagePace: 60,
      elapsedTime: 600,
    });
    const one = buildActivity({ name: 'Anna', workout: '5000m', averagePace: 121, elapsedTime: 1210 });
    const two = buildActivity({ name: 'Bea', workout: '5000m', averagePace: 118, elapsedTime: 1180 });
    const all = [bike, one, two];
    expect(names(sortResults(all, { column: 'elapsedTime', direction: 'ascending' }))).toEqual([
      'Bea',
      'Anna',
      'Bix',
    ]);
    const { of } = standingsOf('5000m', all);
    expect(all.map(({ _id }) => of.get(_id))).toEqual([
      { rank: 1, count: 1, gap: null },
      { rank: 2, count: 2, gap: '+30.0 s' },
      { rank: 1, count: 2, gap: null },
    ]);
  });

  test("results of other makers' rowers have no rank", () => {
    const own = buildActivity({ name: 'Anna', workout: '5000m', elapsedTime: 1210 });
    const other = { machine: 'otherrower', workout: '5000m', elapsedTime: 1100 } as const;
    const all = [own, buildActivity({ ...other, name: 'Bea' }), buildActivity({ ...other, name: 'Cleo' })];
    const { of } = standingsOf('5000m', all);
    expect(all.map(({ _id }) => of.get(_id)?.rank)).toEqual([1, undefined, undefined]);
  });

  test('a result without a pace is last in either direction', () => {
    const all = [cleo, anna, bea];
    expect(names(sortResults(all, { column: 'averagePace', direction: 'ascending' })).at(-1)).toBe('Cleo');
    expect(names(sortResults(all, { column: 'averagePace', direction: 'descending' })).at(-1)).toBe('Cleo');
  });

  test('a first click sorts by fastest, longest, highest, or from A', () => {
    const all = [anna, bea];
    const first = (column: (typeof resultColumns)[number]) =>
      names(sortResults(all, { column, direction: firstDirection(column) }))[0];
    expect(Object.fromEntries(resultColumns.map((column) => [column, first(column)]))).toEqual({
      name: 'Anna',
      averagePace: 'Bea',
      distance: 'Anna',
      strokeRate: 'Bea',
      elapsedTime: 'Bea',
    });
  });

  test('equal results have a fixed order, in whichever order they arrive', () => {
    const equal = ['Ann', 'Bob', 'Bob', 'Cyd', 'Dee'].map((name) =>
      buildActivity({ name, averagePace: 120 }),
    );
    fc.assert(
      fc.property(
        fc.shuffledSubarray(equal, { minLength: 5 }),
        fc.constantFrom(...resultColumns),
        (shuffled, column) => {
          const order = { column, direction: firstDirection(column) } as const;
          expect(sortResults(shuffled, order)).toEqual(sortResults(equal, order));
        },
      ),
    );
  });
});

test.each([
  ['2000m', 'elapsedTime', 'ascending'],
  ['60 x 100m / 0:20', 'elapsedTime', 'ascending'],
  ['500 cal', 'elapsedTime', 'ascending'],
  ['10 x 20 cal, rest as needed', 'elapsedTime', 'ascending'],
  ["30' r20", 'distance', 'descending'],
  ['500m + 1:00', 'averagePace', 'ascending'],
  ['Just row', 'averagePace', 'ascending'],
  ['as you like', 'averagePace', 'ascending'],
])('the results of %s are first ordered by %s', (item, column, direction) => {
  expect(firstOrder(item)).toEqual({ column, direction });
});

describe('the standings of an item', () => {
  const row = (name: string, elapsedTime: number, parts: Parameters<typeof buildActivity>[0] = {}) =>
    buildActivity({ name, elapsedTime, distance: 2000, averagePace: elapsedTime / 4, workout: '', ...parts });
  const told = (workout: string, results: readonly ListedActivity[]) => {
    const { of } = standingsOf(
      workout,
      results.map((result) => ({ ...result, workout: result.workout || workout })),
    );
    return results.map(({ _id }) => {
      const standing = of.get(_id);
      return standing === undefined ? 'none' : `${standing.rank} ${standing.gap ?? ''}`.trim();
    });
  };

  test('over a distance are by time, with gaps to the first in tenths of a second', () => {
    const results = [row('Ann', 431.34), row('Ben', 430), row('Cas', 499.96)];
    expect(told('2000m', results)).toEqual(['2 +1.3 s', '1', '3 +1:10.0']);
  });

  test('in a time are by distance, with gaps in meters', () => {
    const results = [row('Ann', 1200, { distance: 5012.4 }), row('Ben', 1200, { distance: 4980 })];
    expect(told('20:00', results)).toEqual(['1', '2 −32 m']);
  });

  test('in a time are shared by athletes with the same whole meters', () => {
    const results = [row('Ann', 1200, { distance: 5012.7 }), row('Ben', 1200, { distance: 5012.1 })];
    expect(told('20:00', results)).toEqual(['1', '1']);
  });

  test('the standings of a text that is not a plan are by pace', () => {
    expect(told('as you like', [row('Ann', 480), row('Ben', 488)])).toEqual(['1', '2 +2.0 s']);
  });

  test('are shared by athletes whose figures look the same', () => {
    expect(told('2000m', [row('Ann', 430.04), row('Ben', 430), row('Cas', 431)])).toEqual([
      '1',
      '1',
      '3 +1.0 s',
    ]);
  });

  test('have neither simulated nor partial results', () => {
    const results = [
      row('Bot', 400, { isSimulated: true }),
      row('Ann', 210, { isPartial: true }),
      row('Ben', 430),
    ];
    expect(told('2000m', results)).toEqual(['none', 'none', '1']);
  });

  test('leave out results from before the item became another workout', () => {
    const results = [row('Ann', 430, { workout: '2k' }), row('Ben', 1200, { workout: '5k' })];
    expect(told('2000m', results)).toEqual(['1', 'none']);
  });
});

test('results of an item that was edited are ranked with those of the same text, after the others', () => {
  const result = (name: string, workout: string, elapsedTime: number, distance: number) =>
    buildActivity({ name, workout, elapsedTime, distance });
  const all = [
    result('Ann', '1000m', 210, 1000),
    result('Ben', '1 km', 205, 1000),
    result('Cas', '2k', 431.3, 2000),
    result('Dan', '10:00', 600, 2700),
    result('Eva', '10:00', 600, 2750),
    result('Flo', '2000m', 430, 2000),
  ];
  const { sorted, of } = rankedResults('2000m', all, { column: 'elapsedTime', direction: 'ascending' });
  expect(
    sorted.map(({ _id, user }) =>
      `${user.displayName} ${of.get(_id)?.rank} ${of.get(_id)?.gap ?? ''}`.trim(),
    ),
  ).toEqual(['Flo 1', 'Cas 2 +1.3 s', 'Ben 1', 'Ann 2 +5.0 s', 'Dan 2 −50 m', 'Eva 1']);
});
