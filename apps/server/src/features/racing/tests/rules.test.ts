import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Test } from '@boathouse/contract/racing/tests';
import {
  adjustedScoreOf,
  boardRowsOf,
  boardTableRow,
  countedOf,
  triesOf,
  unrankedReasonOf,
  type Athlete,
  type StoredResult,
} from './rules.ts';

const twoK: Test = {
  _id: '019a0000-0000-7000-8000-0000000000d1',
  title: 'Autumn 2k',
  piece: { kind: 'distance', amount: 2_000 },
  machine: 'rower',
  opensAt: '2026-10-01T00:00:00.000Z',
  closesAt: '2026-10-08T00:00:00.000Z',
  counts: 'best',
  rateMax: null,
  squad: null,
  session: null,
};
const athlete = (name: string, given: Partial<Athlete> = {}): Athlete => ({
  user: { _id: name, displayName: name, iconURL: null },
  sex: null,
  birthYear: null,
  weightHg: null,
  squads: [],
  ...given,
});
const rowed = (userId: string, score: number, day = 2, given: Partial<StoredResult> = {}): StoredResult => ({
  userId,
  activityId: `${userId} ${score}`,
  rowedAt: new Date(Date.UTC(2026, 9, day, 12)),
  score,
  strokeRate: 30,
  isEntered: false,
  ...given,
});
const boardOf = (given: Partial<Parameters<typeof boardRowsOf>[0]>) =>
  boardRowsOf({ test: twoK, athletes: [], results: [], before: new Map(), stopped: new Map(), ...given });
const placesIn = (rows: ReturnType<typeof boardOf>) =>
  rows.map(({ user, place, result }) => [user.displayName, place, result?.score ?? null]);

describe('a board', () => {
  test('ranks by time, shares places, and lists athletes without a result last', () => {
    const athletes = ['Ann', 'Ben', 'Cem', 'Dora', 'Eve'].map((name) => athlete(name));
    const results = [rowed('Ann', 4_071), rowed('Cem', 4_060), rowed('Dora', 4_052), rowed('Eve', 4_060)];
    expect(placesIn(boardOf({ athletes, results }))).toEqual([
      ['Dora', 1, 4_052],
      ['Cem', 2, 4_060],
      ['Eve', 2, 4_060],
      ['Ann', 4, 4_071],
      ['Ben', null, null],
    ]);
  });

  test('ranks by meters in a piece of fixed time', () => {
    const halfHour: Test = { ...twoK, piece: { kind: 'time', amount: 1_800 } };
    const athletes = [athlete('Ann'), athlete('Ben')];
    const results = [rowed('Ann', 8_012), rowed('Ben', 8_120)];
    expect(placesIn(boardOf({ test: halfHour, athletes, results }))).toEqual([
      ['Ben', 1, 8_120],
      ['Ann', 2, 8_012],
    ]);
  });

  test('shows a result over the rate cap with its reason and without a place', () => {
    const capped: Test = { ...twoK, rateMax: 20 };
    const athletes = [athlete('Ann'), athlete('Ben'), athlete('Cem')];
    const results = [
      rowed('Ann', 4_000, 2, { strokeRate: 21 }),
      rowed('Ben', 4_100, 2, { strokeRate: 20 }),
      rowed('Cem', 4_050, 2, { strokeRate: null }),
    ];
    expect(boardOf({ test: capped, athletes, results })).toMatchObject([
      { user: { displayName: 'Ben' }, place: 1, unranked: null },
      { user: { displayName: 'Ann' }, place: null, unranked: 'rateTooHigh' },
      { user: { displayName: 'Cem' }, place: null, unranked: 'rateUnknown' },
    ]);
  });

  test('adds the adjusted figures only for athletes who gave a weight', () => {
    const athletes = [athlete('Ann', { weightHg: 700 }), athlete('Ben')];
    const results = [rowed('Ann', 4_300), rowed('Ben', 4_400)];
    // 2.8 / (430 / 2000)^3 = 282 W; Concept2's factor of 70 kg is 0.8832.
    expect(boardOf({ athletes, results })).toMatchObject([
      { result: { watts: 282 }, wattsPerKg: 4.03, adjustedScore: 3_798 },
      { wattsPerKg: null, adjustedScore: null },
    ]);
  });

  test('names the category in the year in which it closes', () => {
    const athletes = [athlete('Ann', { sex: 'female', birthYear: 1976 }), athlete('Ben', { sex: 'male' })];
    expect(boardOf({ athletes }).map(({ category }) => category)).toEqual([
      { sex: 'female', ageGroup: 50 },
      { sex: 'male', ageGroup: null },
    ]);
  });

  test('gives each athlete one row, and a place that counts the better athletes, for any results', () => {
    const names = ['Ann', 'Ben', 'Cem', 'Dora'];
    const result = fc.record({
      name: fc.constantFrom(...names),
      score: fc.integer({ min: 4_000, max: 4_005 }),
      day: fc.integer({ min: 1, max: 20 }),
      strokeRate: fc.option(fc.integer({ min: 18, max: 22 })),
    });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 12 }), fc.constantFrom('first', 'best'), (some, counts) => {
        const results = some.map(({ name, score, day, strokeRate }) =>
          rowed(name, score, day, { strokeRate }),
        );
        const capped: Test = { ...twoK, rateMax: 20, counts };
        const rows = boardOf({ test: capped, athletes: names.map((name) => athlete(name)), results });
        expect(rows.map(({ user }) => user.displayName).toSorted()).toEqual(names);
        for (const { user, place, result: counted, others } of rows) {
          const own = results.filter(({ userId }) => userId === user._id);
          expect(others.length + (counted === null ? 0 : 1)).toBe(own.length);
          if (place === null || counted === null) continue;
          const better = rows.filter((row) => row.place !== null && (row.result?.score ?? 0) < counted.score);
          expect(place).toBe(better.length + 1);
        }
      }),
    );
  });
});

describe('the result that counts', () => {
  const rules = { kind: 'distance', rateMax: null } as const;
  const tries = (...stored: StoredResult[]) => triesOf(twoK, stored);

  test.each([
    ['first', 4_100],
    ['best', 4_000],
  ] as const)('is the %s of two tries', (counts, score) => {
    const of = tries(rowed('Ann', 4_000, 4), rowed('Ann', 4_100, 3));
    expect(countedOf({ ...rules, counts }, of)?.score).toBe(score);
    expect(of.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test('is a late one only if none was rowed in time', () => {
    const late = rowed('Ann', 3_900, 12);
    expect(countedOf({ ...rules, counts: 'best' }, tries(rowed('Ann', 4_000), late))).toMatchObject({
      score: 4_000,
      isLate: false,
    });
    expect(countedOf({ ...rules, counts: 'best' }, tries(late))).toMatchObject({
      score: 3_900,
      isLate: true,
    });
  });

  test('is a slower one within the rate cap', () => {
    const of = tries(rowed('Ann', 4_000, 2, { strokeRate: 22 }), rowed('Ann', 4_100, 3, { strokeRate: 20 }));
    expect(countedOf({ ...rules, counts: 'best', rateMax: 20 }, of)?.score).toBe(4_100);
    expect(countedOf({ ...rules, counts: 'first', rateMax: 20 }, of)?.score).toBe(4_000);
  });
});

test.each([
  [null, null, null],
  [20, 20, null],
  [20, 21, 'rateTooHigh'],
  [20, null, 'rateUnknown'],
])('with a maximum of %s a rate of %s is unranked because of %s', (rateMax, strokeRate, reason) => {
  expect(unrankedReasonOf(rateMax, { strokeRate })).toBe(reason);
});

test.each([
  // 7:10.0 at 70 kg is 6:19.8, as Concept2 computes it.
  ['distance', 4_300, 70, 3_798],
  ['time', 8_000, 70, 9_058],
] as const)('a %s score of %i at %i kg is adjusted to %i', (kind, score, kg, adjusted) => {
  expect(adjustedScoreOf(kind, score, kg)).toBe(adjusted);
});

test('a row of the table has changes with their sign, and no weight', () => {
  const athletes = [athlete('=Ann', { weightHg: 700 })];
  const [row] = boardRowsOf({
    test: twoK,
    athletes,
    results: [rowed('=Ann', 4_300)],
    before: new Map([['=Ann', { lastScore: 4_320, bestScore: 4_290 }]]),
    stopped: new Map(),
  });
  expect(row && boardTableRow(twoK, row, [{ _id: 'a', name: 'Seniors' }])).toMatchObject({
    place: 1,
    squads: 'Seniors',
    result: '7:10.0',
    pace: '1:47.5',
    changeToLast: -2,
    changeToBest: 1,
    weightAdjusted: '6:19.8',
  });
});
