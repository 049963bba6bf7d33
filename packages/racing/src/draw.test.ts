import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, drawFlights, drawHeats, laneOrder, placesOf, type SeededEntry } from './draw.ts';

/** Ids are ranks: `1` is the fastest. */
const ranked = (count: number): SeededEntry[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index + 1}`, seedSec: 400 + index }));
const idsOf = (seats: readonly { id: string }[]) => seats.map(({ id }) => id);

describe('places', () => {
  test('are shared by equal times, and the next place is skipped', () => {
    expect(placesOf([4_052, 4_060, 4_060, 4_071], 'ascending')).toEqual([1, 2, 2, 4]);
  });

  test('rank by most meters in a piece of fixed time', () => {
    expect(placesOf([1_520, 1_604, 1_520, 1_499], 'descending')).toEqual([2, 1, 2, 4]);
  });

  test('are in the order of the scores, and an athlete without a result has none', () => {
    expect(placesOf([null, 4_100, null, 4_000], 'ascending')).toEqual([null, 2, null, 1]);
    expect(placesOf([], 'ascending')).toEqual([]);
  });

  test.each([[400.5], [Number.NaN], [Infinity]])("refuse a score of %d, which isn't an integer", (score) => {
    expect(() => placesOf([4_000, score], 'ascending')).toThrow(RangeError);
  });

  test('count the athletes with a better score, for any scores', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 3_500, max: 3_520 }))), (scores) => {
        const places = placesOf(scores, 'ascending');
        for (const [index, score] of scores.entries()) {
          const better = scores.filter((other) => other !== null && score !== null && other < score);
          expect(places[index]).toBe(score === null ? null : better.length + 1);
        }
      }),
    );
  });
});

describe('lanes', () => {
  test.each([
    [1, [1]],
    [2, [1, 2]],
    [4, [2, 3, 1, 4]],
    [5, [3, 4, 2, 5, 1]],
    [6, [3, 4, 2, 5, 1, 6]],
    [8, [4, 5, 3, 6, 2, 7, 1, 8]],
  ])('of %i start at the center', (lanes, order) => {
    expect(laneOrder(lanes)).toEqual(order);
  });

  test('are each given once', () => {
    for (let lanes = 1; lanes <= 40; lanes += 1) {
      expect(laneOrder(lanes).toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: lanes }, (_, index) => index + 1),
      );
    }
  });

  test.each([0, -1, 1.5, Number.NaN])('lanes of %d are refused', (lanes) => {
    expect(() => laneOrder(lanes)).toThrow(/lanes must be a whole number from 1/);
  });
});

describe('flights', () => {
  test('flights of 14 athletes on 6 ergs are even, the slowest first, and the fastest athletes in the middle of the last flight', () => {
    const flights = drawFlights({ entries: ranked(14), lanes: 6 });
    expect(flights.map(idsOf)).toEqual([
      ['11', '12', '13', '14'],
      ['6', '7', '8', '9', '10'],
      ['1', '2', '3', '4', '5'],
    ]);
    expect(flights.at(-1)?.map(({ lane }) => lane)).toEqual([3, 4, 2, 5, 1]);
  });

  test('begin with entries without a time, which keep their order', () => {
    const entries = [{ id: 'new', seedSec: null }, ...ranked(3), { id: 'guest', seedSec: null }];
    expect(drawFlights({ entries, lanes: 3 }).map(idsOf)).toEqual([
      ['new', 'guest'],
      ['1', '2', '3'],
    ]);
  });

  test('are none without entries', () => {
    expect(drawFlights({ entries: [], lanes: 6 })).toEqual([]);
  });

  test('seat each entry once, in separate lanes, in sizes that differ by at most one', () => {
    const entry = fc.record({ seedSec: fc.option(fc.integer({ min: 380, max: 600 })) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 90 }), fc.integer({ min: 1, max: 40 }), (drawn, lanes) => {
        const entries = drawn.map(({ seedSec }, index) => ({ id: `${index}`, seedSec }));
        const flights = drawFlights({ entries, lanes });
        expect(flights.flatMap(idsOf).toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
        expect(flights).toHaveLength(Math.ceil(entries.length / lanes));
        const sizes = flights.map((seats) => seats.length);
        expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
        expect((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)).toBeLessThanOrEqual(1);
        for (const seats of flights) {
          const taken = seats.map(({ lane }) => lane);
          expect(new Set(taken).size).toBe(seats.length);
          expect(taken.every((lane) => lane >= 1 && lane <= lanes)).toBe(true);
        }
      }),
    );
  });
});

describe('heats', () => {
  test('heats of 14 athletes are drawn in a snake', () => {
    expect(drawHeats({ entries: ranked(14), heats: 3 })).toEqual([
      ['1', '6', '7', '12', '13'],
      ['2', '5', '8', '11', '14'],
      ['3', '4', '9', '10'],
    ]);
  });

  test('begin with the fastest, in any order of the entries', () => {
    const entries = [{ id: 'new', seedSec: null }, ...ranked(3).toReversed()];
    expect(drawHeats({ entries, heats: 2 })).toEqual([
      ['1', 'new'],
      ['2', '3'],
    ]);
  });

  test('are empty if there are fewer entries', () => {
    expect(drawHeats({ entries: ranked(1), heats: 2 })).toEqual([['1'], []]);
  });

  test('must be at least one', () => {
    expect(() => drawHeats({ entries: [], heats: 0 })).toThrow(/heats must be/);
  });
});

describe('the athletes of the next round', () => {
  const heats = [
    [
      { id: 'a', tenths: 4_000 },
      { id: 'b', tenths: 4_050 },
      { id: 'c', tenths: 4_200 },
    ],
    [
      { id: 'd', tenths: 3_950 },
      { id: 'e', tenths: 4_010 },
      { id: 'f', tenths: 4_050 },
    ],
    [
      { id: 'g', tenths: 4_100 },
      { id: 'h', tenths: 4_150 },
      { id: 'i', tenths: null },
    ],
  ];

  test('are the winners by time, then the fastest of the others', () => {
    expect(advance({ heats, byPlace: 1, fastest: 1 })).toEqual({ ids: ['d', 'a', 'g', 'e'], tied: [] });
  });

  test('are both athletes with equal times for the last place, and they are named', () => {
    expect(advance({ heats, byPlace: 1, fastest: 2 })).toEqual({
      ids: ['d', 'a', 'g', 'e', 'b', 'f'],
      tied: ['b', 'f'],
    });
  });

  test('are both athletes with equal times that both fit, without a tie to decide', () => {
    expect(advance({ heats, byPlace: 1, fastest: 3 })).toEqual({
      ids: ['d', 'a', 'g', 'e', 'b', 'f'],
      tied: [],
    });
  });

  test('are all winners of a heat with two', () => {
    const dead = [
      { id: 'x', tenths: 4_000 },
      { id: 'y', tenths: 4_000 },
      { id: 'z', tenths: 4_001 },
    ];
    expect(advance({ heats: [dead], byPlace: 1, fastest: 0 })).toEqual({ ids: ['x', 'y'], tied: ['x', 'y'] });
    expect(advance({ heats: [dead], byPlace: 2, fastest: 1 })).toEqual({ ids: ['x', 'y', 'z'], tied: [] });
  });

  test('are all first places, in the order of the heats, and then all second places', () => {
    expect(advance({ heats, byPlace: 2, fastest: 0 }).ids).toEqual(['d', 'a', 'g', 'e', 'b', 'h']);
  });

  test('never include an athlete without a result', () => {
    expect(advance({ heats: [[{ id: 'x', tenths: null }]], byPlace: 1, fastest: 5 })).toEqual({
      ids: [],
      tied: [],
    });
  });

  test('are never limited by a part of a place', () => {
    expect(() => advance({ heats, byPlace: 0.5, fastest: 0 })).toThrow(/byPlace/);
    expect(() => advance({ heats, byPlace: 0, fastest: -1 })).toThrow(/fastest/);
  });
});
