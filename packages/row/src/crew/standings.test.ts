import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  caloriesRowed,
  longestGapSec,
  standingsAtEqualTime,
  standingsOf,
  type CrewRower,
  type LateRower,
  type Standings,
} from './standings.ts';
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import { parseWorkoutText } from '@boathouse/workout-text/parse';

const planOf = (text: string): WorkoutPlan => {
  const plan = parseWorkoutText(text);
  if (plan === null) throw new Error(`Not a plan: ${text}`);
  return plan;
};
const twoK = planOf('2000m');
const halfHour = planOf('30:00');
const four500 = planOf('4 x 500m / 2:00 rest');
const calories: WorkoutPlan = { pieces: [{ kind: 'calories', calories: 100, restSec: 0 }] };
const mixed: WorkoutPlan = {
  pieces: [
    { kind: 'distance', distanceM: 500, restSec: 60 },
    { kind: 'time', durationSec: 60, restSec: 0 },
  ],
};

function rower(id: string, fields: Partial<CrewRower> = {}): CrewRower {
  return {
    id,
    machine: 'rower',
    elapsedSec: 100,
    distanceM: 400,
    calories: null,
    currentPaceSec: 125,
    averagePaceSec: 125,
    phase: 'rowing',
    isPartial: false,
    other: null,
    ...fields,
  };
}
const finished = (id: string, elapsedSec: number, fields: Partial<CrewRower> = {}) =>
  rower(id, { phase: 'finished', distanceM: 2000, elapsedSec, ...fields });

const idsOf = ({ standings }: Standings<CrewRower>) => standings.map((standing) => standing.rower.id);
const ranksOf = ({ standings }: Standings<CrewRower>) => standings.map(({ rank }) => rank);
const column = (
  { standings }: Standings<CrewRower>,
  key: 'position' | 'gapToLeader' | 'gapBefore' | 'gapBehind',
) => standings.map((standing) => standing[key] && Math.round(standing[key] * 1000) / 1000);

describe('athletes over a distance', () => {
  test('are in order of distance, at their share of it, with gaps in seconds', () => {
    const result = standingsOf(twoK, [
      rower('c', { distanceM: 380, currentPaceSec: 150, averagePaceSec: 130 }),
      rower('a', { distanceM: 500 }),
      rower('b', { distanceM: 420, currentPaceSec: 100 }),
    ]);
    expect(idsOf(result)).toEqual(['a', 'b', 'c']);
    expect(ranksOf(result)).toEqual([1, 2, 3]);
    expect(result.standings[0]?.unit).toBe('seconds');
    expect(result.standings.map(({ rankedCount }) => rankedCount)).toEqual([3, 3, 3]);
    expect(column(result, 'position')).toEqual([0.25, 0.21, 0.19]);
    expect(column(result, 'gapBefore')).toEqual([null, 16, 12]);
    expect(column(result, 'gapBehind')).toEqual([16, 12, null]);
    expect(column(result, 'gapToLeader')).toEqual([null, 16, 36]);
  });

  test('are ranked by their results, before athletes who are still rowing; athletes who stopped before the end come last', () => {
    const result = standingsOf(twoK, [
      rower('rowing', { distanceM: 1990, elapsedSec: 440 }),
      finished('stopped', 300, { distanceM: 1500, isPartial: true }),
      finished('second', 430.5),
      finished('first', 420),
      rower('stopping', { phase: 'ending', distanceM: 900 }),
    ]);
    expect(idsOf(result)).toEqual(['first', 'second', 'rowing', 'stopped', 'stopping']);
    expect(ranksOf(result)).toEqual([1, 2, 3, null, null]);
    expect(column(result, 'position')).toEqual([1, 1, 0.995, 0.75, 0.45]);
    // 10 m at 2:05 are 2.5 s: 442.5 s after the start.
    expect(column(result, 'gapBefore')).toEqual([null, 10.5, 12, null, null]);
  });

  test('are projected at their average pace, and by their result once it is known', () => {
    const { standings } = standingsOf(twoK, [rower('a'), finished('b', 421.3), rower('c', { distanceM: 0 })]);
    expect(standings.map(({ rower: { id }, finish }) => [id, finish])).toEqual([
      ['b', { kind: 'time', elapsedSec: 421.3 }],
      ['a', { kind: 'time', elapsedSec: 500 }],
      ['c', null],
    ]);
  });

  test('in the rest after the same interval are in order of their time', () => {
    const result = standingsOf(four500, [
      rower('slow', { phase: 'resting', distanceM: 500, elapsedSec: 110, currentPaceSec: null }),
      rower('fast', { phase: 'resting', distanceM: 500, elapsedSec: 101.5, currentPaceSec: null }),
      rower('third', { distanceM: 490, elapsedSec: 112 }),
    ]);
    expect(idsOf(result)).toEqual(['fast', 'slow', 'third']);
    expect(column(result, 'gapBefore')).toEqual([null, 8.5, 2.5]);
    expect(column(result, 'position')).toEqual([0.25, 0.25, 0.245]);
  });

  test('with equal distances share a rank, and the next one is counted after both', () => {
    const result = standingsOf(twoK, [rower('b'), rower('a'), rower('c', { distanceM: 300 })]);
    expect(idsOf(result)).toEqual(['a', 'b', 'c']);
    expect(ranksOf(result)).toEqual([1, 1, 3]);
    expect(column(result, 'gapBefore')).toEqual([null, 0, 25]);
    expect(ranksOf(standingsOf(twoK, [finished('a', 420.04), finished('b', 420)]))).toEqual([1, 1]);
  });

  test('have no rank and no gap before their first meter', () => {
    const result = standingsOf(twoK, [
      rower('a', {
        distanceM: 0,
        elapsedSec: 0,
        phase: 'waiting',
        currentPaceSec: null,
        averagePaceSec: null,
      }),
      rower('b'),
    ]);
    expect(idsOf(result)).toEqual(['b', 'a']);
    expect(result).toMatchObject({
      standings: [
        { rank: 1, rankedCount: 1, gapBehind: null },
        { rank: null, rankedCount: 1 },
      ],
    });
  });

  test('athletes who hardly move have bounded gaps', () => {
    const paddling = { distanceM: 300, currentPaceSec: 900, averagePaceSec: 120 };
    const crawling = { distanceM: 10, currentPaceSec: 900, averagePaceSec: 900 };
    const still = { distanceM: 5, currentPaceSec: null, averagePaceSec: null };
    const result = standingsOf(twoK, [
      rower('a'),
      rower('b', paddling),
      rower('c', crawling),
      rower('d', still),
    ]);
    // 100 m at 3:00, one and a half times the average pace; 290 m at 15:00.
    expect(column(result, 'gapBefore')).toEqual([null, 36, 522, null]);
    const far = standingsOf(twoK, [rower('a', { distanceM: 1900 }), rower('c', crawling)]);
    expect(column(far, 'gapBefore')).toEqual([null, longestGapSec]);
  });

  test('athletes who began later and will be faster than a result have no gap to it', () => {
    const result = standingsOf(twoK, [
      finished('a', 420),
      rower('late', { elapsedSec: 200, distanceM: 1000, currentPaceSec: 100 }),
    ]);
    expect(column(result, 'gapBefore')).toEqual([null, null]);
  });
});

test('a ghost is in the order, with gaps, and takes no rank from an athlete', () => {
  const result = standingsOf(twoK, [
    rower('second', { distanceM: 400 }),
    rower('ghost', { distanceM: 450, isGhost: true }),
    rower('first', { distanceM: 500 }),
    finished('done', 420, { isGhost: true }),
  ]);
  expect(idsOf(result)).toEqual(['done', 'first', 'ghost', 'second']);
  expect(ranksOf(result)).toEqual([null, 1, null, 2]);
  expect(result.standings.map(({ rankedCount }) => rankedCount)).toEqual([2, 2, 2, 2]);
  expect(column(result, 'gapBefore').slice(2)).toEqual([12.5, 12.5]);
});

test('an athlete level with a ghost has no shared rank', () => {
  const result = standingsOf(twoK, [
    rower('a'),
    rower('b', { isGhost: true }),
    rower('c', { distanceM: 300 }),
  ]);
  expect(Object.fromEntries(result.standings.map(({ rower: { id }, rank }) => [id, rank]))).toEqual({
    a: 1,
    b: null,
    c: 2,
  });
});

describe('athletes over a time, in kcal, or without a plan', () => {
  test("are in order of distance with gaps in meters; the leader's position is the clock's", () => {
    const result = standingsOf(halfHour, [
      rower('b', { distanceM: 1800, elapsedSec: 450 }),
      rower('a', { distanceM: 2000, elapsedSec: 450, averagePaceSec: 112.5 }),
      rower('c', { distanceM: 1000, elapsedSec: 225 }),
    ]);
    expect(result.standings[0]?.unit).toBe('meters');
    expect(idsOf(result)).toEqual(['a', 'b', 'c']);
    expect(column(result, 'position')).toEqual([0.25, 0.225, 0.125]);
    expect(column(result, 'gapBefore')).toEqual([null, 200, 800]);
    expect(result.standings[0]?.finish).toEqual({ kind: 'distance', distanceM: 8000 });
  });

  test('keep their order when one of them has reached the end a moment earlier', () => {
    const result = standingsOf(halfHour, [
      rower('done', { phase: 'finished', distanceM: 7400, elapsedSec: 1800 }),
      rower('ahead', { distanceM: 7480, elapsedSec: 1799.5 }),
    ]);
    expect(idsOf(result)).toEqual(['ahead', 'done']);
    expect(ranksOf(result)).toEqual([1, 2]);
  });

  test('in kcal are compared by calories if all are known, otherwise by distance', () => {
    const known = [
      rower('a', { calories: 30, distanceM: 400 }),
      rower('b', { calories: 31, distanceM: 390 }),
    ];
    const result = standingsOf(calories, known);
    expect(result.standings[0]?.unit).toBe('calories');
    expect(idsOf(result)).toEqual(['b', 'a']);
    expect(column(result, 'position')).toEqual([0.31, 0.3]);
    expect(column(result, 'gapBefore')).toEqual([null, 1]);
    expect(result.standings[1]?.finish).toEqual({ kind: 'time', elapsedSec: (100 * 100) / 30 });

    const unknown = standingsOf(calories, [...known, rower('c')]);
    expect(unknown.standings[0]?.unit).toBe('meters');
    expect(idsOf(unknown)).toEqual(['a', 'c', 'b']);
  });

  test.each<[string, WorkoutPlan, Partial<CrewRower>, number | null]>([
    ['in kcal, where only the time counts', calories, { calories: 100, elapsedSec: 300 }, null],
    ['over a time', halfHour, { distanceM: 500, elapsedSec: 1800 }, 100],
  ])('have a gap to a result %s: %o', (_, plan, result, gap) => {
    const { standings } = standingsOf(plan, [
      rower('done', { phase: 'finished', ...result }),
      rower('rowing', { calories: 90 }),
    ]);
    expect(standings.map(({ rower: { id }, gapToLeader }) => [id, gapToLeader])).toEqual([
      ['done', null],
      ['rowing', gap],
    ]);
  });

  test('in kcal are still compared when a result has no known calories; it has no rank', () => {
    const unheard = rower('c', { phase: 'finished', calories: null, isPartial: true, distanceM: 600 });
    const result = standingsOf(calories, [rower('a', { calories: 30 }), unheard]);
    expect(result.standings[0]?.unit).toBe('calories');
    expect(idsOf(result)).toEqual(['a', 'c']);
    expect(ranksOf(result)).toEqual([1, null]);
  });

  test.each([
    [60, 100],
    [100, 100],
    [101, 200],
    [420, 500],
    [999, 1000],
    [1001, 2000],
    [4999, 5000],
    [5001, 10_000],
  ])('an athlete without a plan who has rowed %i m is on a lane of %i m', (distanceM, courseM) => {
    for (const plan of [null, { pieces: [] }, mixed]) {
      const result = standingsOf(plan, [rower('a', { distanceM })]);
      expect(result.standings[0]?.unit).toBe('meters');
      expect(result.standings[0]).toMatchObject({ position: distanceM / courseM, finish: null });
    }
  });
});

describe('the order', () => {
  test('is kept between two athletes side by side, regardless of the ages of their samples', () => {
    const former = ['b', 'a'];
    const sideBySide = [rower('a', { distanceM: 400.9 }), rower('b', { distanceM: 400.1 })];
    const kept = standingsOf(twoK, sideBySide, former);
    expect(idsOf(kept)).toEqual(['b', 'a']);
    expect(column(kept, 'gapBefore')).toEqual([null, 0]);
    const passed = standingsOf(
      twoK,
      [rower('a', { distanceM: 401.2 }), rower('b', { distanceM: 400.1 })],
      former,
    );
    expect(idsOf(passed)).toEqual(['a', 'b']);
  });

  test('the order of results is exact', () => {
    expect(idsOf(standingsOf(twoK, [finished('a', 420), finished('b', 419.9)], ['a', 'b']))).toEqual([
      'b',
      'a',
    ]);
  });
});

describe('at equal elapsed time', () => {
  const late = (id: string, startOffsetSec: number, fields: Partial<CrewRower> = {}): LateRower => ({
    ...rower(id, fields),
    startOffsetSec,
    ageSec: 0,
  });

  test('an athlete who began later is moved forward at the average pace, and keeps their own values', () => {
    const began = late('late', 50, { elapsedSec: 100, distanceM: 420 });
    const result = standingsAtEqualTime(twoK, [late('a', 0, { elapsedSec: 150, distanceM: 600 }), began]);
    expect(idsOf(result)).toEqual(['late', 'a']);
    expect(column(result, 'position')).toEqual([0.315, 0.3]);
    expect(result.standings[0]?.rower).toBe(began);
  });

  test('an athlete who began early is moved back by that time', () => {
    const result = standingsAtEqualTime(twoK, [
      late('early', -10, { elapsedSec: 110, distanceM: 440 }),
      late('a', 0, { distanceM: 410 }),
    ]);
    expect(column(result, 'position')).toEqual([0.205, 0.2]);
  });

  test('an athlete is moved on at the average pace since the last sample, for at most 3 s', () => {
    const at = (ageSec: number) =>
      standingsAtEqualTime(twoK, [{ ...late('a', 0, { distanceM: 404 }) }, { ...late('old', 0), ageSec }]);
    expect(idsOf(at(0))).toEqual(['a', 'old']);
    expect(idsOf(at(2))).toEqual(['old', 'a']);
    expect(column(at(40), 'position')).toEqual([0.206, 0.202]);
  });

  test('an athlete is at their own distance for the first 10 s', () => {
    const result = standingsAtEqualTime(twoK, [
      late('a', 0, { elapsedSec: 68, distanceM: 300 }),
      late('late', 60, { elapsedSec: 8, distanceM: 40 }),
    ]);
    expect(column(result, 'position')).toEqual([0.15, 0.02]);
  });

  test('no one is moved beyond the interval under way, out of a rest, or beyond a result', () => {
    const result = standingsAtEqualTime(four500, [
      late('rowing', 60, { distanceM: 480 }),
      late('resting', 60, { distanceM: 500, phase: 'resting' }),
      late('done', 60, { distanceM: 2000, elapsedSec: 420, phase: 'finished' }),
    ]);
    expect(idsOf(result)).toEqual(['done', 'resting', 'rowing']);
    expect(column(result, 'position')).toEqual([1, 0.25, 0.25]);
  });
});

const anyRower = fc.record({
  elapsedSec: fc.double({ min: 0, max: 4000, noNaN: true }),
  // Few values, so that many athletes are side by side.
  distanceM: fc.oneof(
    fc.integer({ min: 0, max: 60 }).map((value) => value / 10),
    fc.double({ min: 0, max: 2000, noNaN: true }),
  ),
  calories: fc.option(fc.integer({ min: 0, max: 120 }), { freq: 8 }),
  currentPaceSec: fc.option(fc.double({ min: 80, max: 600, noNaN: true })),
  averagePaceSec: fc.option(fc.double({ min: 80, max: 600, noNaN: true })),
  phase: fc.constantFrom(null, 'waiting', 'rowing', 'resting', 'paused', 'ending', 'finished' as const),
  isPartial: fc.boolean(),
  other: fc.constantFrom(
    null,
    null,
    { key: '1000m', plan: planOf('1000m') },
    { key: '5:00', plan: planOf('5:00') },
  ),
  startOffsetSec: fc.double({ min: -20, max: 600, noNaN: true }),
  ageSec: fc.constantFrom(0, 0, 2, 40),
});
const anyCrew = fc
  .array(anyRower, { maxLength: 30 })
  .map((rowers): LateRower[] =>
    rowers.map((fields, index) => ({ ...fields, id: `rower-${index}`, machine: 'rower' })),
  );
const anyPlan = fc.constantFrom(twoK, halfHour, four500, calories, mixed, null);
const anyOrder = fc.shuffledSubarray(Array.from({ length: 30 }, (_, index) => `rower-${index}`));

describe('athletes on different machines', () => {
  const crew = [
    rower('ann', { distanceM: 400 }),
    rower('bike', { distanceM: 900, machine: 'bike' }),
    rower('ben', { distanceM: 420 }),
    rower('ski', { distanceM: 380, machine: 'skierg' }),
  ];

  test('have ranks and gaps only among athletes on the same machine', () => {
    const result = standingsOf(twoK, crew);
    expect(idsOf(result)).toEqual(['ben', 'ann', 'bike', 'ski']);
    expect(result.standings.map(({ rank, rankedCount, place }) => [rank, rankedCount, place])).toEqual([
      [1, 2, 1],
      [2, 2, 2],
      [1, 1, 3],
      [1, 1, 4],
    ]);
    expect(column(result, 'gapBefore')).toEqual([null, 5, null, null]);
    expect(column(result, 'gapBehind')).toEqual([5, null, null, null]);
    expect(column(result, 'gapToLeader')).toEqual([null, 5, null, null]);
  });

  test('have no rank on rowers of other makers, which measure by different rules', () => {
    const others = [
      rower('cas', { distanceM: 500, machine: 'otherrower' }),
      rower('dan', { distanceM: 300, machine: 'otherrower' }),
    ];
    const { standings } = standingsOf(twoK, [...crew, ...others]);
    expect(
      standings
        .filter(({ rower: { machine } }) => machine === 'otherrower')
        .map(({ rank, rankedCount }) => [rank, rankedCount]),
    ).toEqual([
      [null, 0],
      [null, 0],
    ]);
    for (const { rower: one, gapBefore, gapBehind, gapToLeader } of standings) {
      if (one.machine === 'otherrower')
        expect([gapBefore, gapBehind, gapToLeader]).toEqual([null, null, null]);
    }
    expect(standings.find(({ rower: { id } }) => id === 'ben')).toMatchObject({ rank: 1, rankedCount: 2 });
  });

  test('do not affect each other in a timed item', () => {
    const [alone] = standingsOf(halfHour, [rower('ann')]).standings;
    const { standings } = standingsOf(halfHour, crew);
    expect(standings.find(({ rower: { id } }) => id === 'bike')).toMatchObject({
      rank: 1,
      gapToLeader: null,
    });
    expect(standings.find(({ rower: { id } }) => id === 'ben')?.position).toBe(alone?.position);
  });
});

test('athletes on an earlier version of the item are compared with each other, and do not affect the others', () => {
  fc.assert(
    fc.property(anyPlan, anyCrew, anyOrder, (plan, crew, former) => {
      const { standings } = standingsAtEqualTime(plan, crew, former);
      const ofItem = crew.filter(({ other }) => other === null);
      const alone = standingsAtEqualTime(plan, ofItem, former).standings;
      expect(standings.slice(0, ofItem.length)).toEqual(alone);
      for (const text of ['1000m', '5:00']) {
        const own = crew.filter(({ other }) => other?.key === text);
        const expected = standingsAtEqualTime(
          planOf(text),
          own.map((one) => ({ ...one, other: null })),
          former,
        ).standings;
        const among = standings.filter(({ rower: { other } }) => other?.key === text);
        expect(
          among.map(({ rower: { id }, rank, unit, gapToLeader }) => [id, rank, unit, gapToLeader]),
        ).toEqual(
          expected.map(({ rower: { id }, rank, unit, gapToLeader }) => [id, rank, unit, gapToLeader]),
        );
      }
    }),
  );
});

test('a crew whose item is edited in the middle keeps its ranks and gaps', () => {
  const before = { key: '1000m', plan: planOf('1000m') };
  const crew = [
    rower('a', { distanceM: 500 }),
    rower('b', { distanceM: 450 }),
    rower('c', { distanceM: 400 }),
  ];
  const during = standingsOf(planOf('1000m'), crew);
  const after = standingsOf(
    twoK,
    crew.map((one) => ({ ...one, other: before })),
  );
  expect(ranksOf(after)).toEqual([1, 2, 3]);
  for (const key of ['position', 'gapToLeader', 'gapBefore', 'gapBehind'] as const) {
    expect(column(after, key)).toEqual(column(during, key));
  }
});

test('the standings of any crew list everyone once, with positions, ranks and gaps within their bounds', () => {
  fc.assert(
    fc.property(anyPlan, anyCrew, anyOrder, (plan, crew, former) => {
      for (const result of [standingsOf(plan, crew, former), standingsAtEqualTime(plan, crew, former)]) {
        expect(idsOf(result).toSorted()).toEqual(crew.map(({ id }) => id).toSorted());
        for (const key of [null, '1000m', '5:00']) {
          const own = result.standings.filter(({ rower: { other } }) => (other?.key ?? null) === key);
          const ranks = own.flatMap(({ rank }) => rank ?? []);
          expect(ranks).toHaveLength(own[0]?.rankedCount ?? 0);
          ranks.forEach((rank, index) => expect(rank === index + 1 || rank === ranks[index - 1]).toBe(true));
        }
        for (const [index, standing] of result.standings.entries()) {
          expect(standing.position).toBeGreaterThanOrEqual(0);
          expect(standing.position).toBeLessThanOrEqual(1);
          expect(standing.gapBefore).toBe(result.standings[index - 1]?.gapBehind ?? null);
          for (const gap of [standing.gapBefore, standing.gapBehind, standing.gapToLeader]) {
            if (gap !== null) expect(gap).toBeGreaterThanOrEqual(0);
          }
        }
      }
    }),
  );
});

test('the order stays the same while nothing changes, in any order of the given athletes', () => {
  fc.assert(
    fc.property(anyPlan, anyCrew, anyOrder, (plan, crew, former) => {
      const order = idsOf(standingsOf(plan, crew, former));
      expect(idsOf(standingsOf(plan, crew.toReversed(), order))).toEqual(order);
    }),
  );
});

test('an athlete more than a meter ahead in a timed item comes first, regardless of the former order', () => {
  fc.assert(
    fc.property(anyCrew, anyOrder, (crew, former) => {
      const rowing = crew.map((one): CrewRower => ({
        ...one,
        phase: 'rowing',
        isPartial: false,
        other: null,
      }));
      const { standings } = standingsOf(halfHour, rowing, former);
      standings.forEach(({ rower: one }, index) => {
        for (const { rower: other } of standings.slice(index + 1)) {
          expect(other.distanceM - one.distanceM).toBeLessThanOrEqual(1);
        }
      });
    }),
  );
});

test('the calories rowed are those of the pieces so far, without the rest of the present one', () => {
  const piece = (amount: number) => ({ kind: 'calories' as const, calories: amount, restSec: 60 });
  const plan = { pieces: [piece(10), piece(20), piece(30)] };
  expect(caloriesRowed(plan, 1, 4)).toBe(6);
  expect(caloriesRowed(plan, 2, 4)).toBe(26);
  expect(caloriesRowed(plan, 1, 11)).toBe(0);
});

describe('a gap', () => {
  const gapOf = (one: Partial<CrewRower>, other: Partial<CrewRower>, plan = twoK) =>
    standingsOf(plan, [rower('one', one), rower('other', other)]).standings[1]?.gapToLeader;

  test('a gap to an athlete who has not begun, or who ended early, is unknown', () => {
    expect(gapOf({}, { distanceM: 0 })).toBeNull();
    expect(gapOf({ distanceM: 0 }, { distanceM: 0 })).toBeNull();
    expect(gapOf({}, { phase: 'finished', isPartial: true })).toBeNull();
  });

  test('a gap in a rest is in seconds if both rest after the same meters', () => {
    const resting = { phase: 'resting', distanceM: 500 } as const;
    const late = { ...resting, elapsedSec: 103 };
    expect(gapOf(resting, late, four500)).toBe(3);
    expect(gapOf({ ...resting, phase: 'rowing' }, late, four500)).toBe(0);
    expect(gapOf(resting, { ...late, phase: 'rowing' }, four500)).toBe(0);
  });
});

test.each([
  ['without a pace', { averagePaceSec: null }, twoK, null],
  ['with an impossible pace', { averagePaceSec: 0 }, twoK, null],
  ['before the first calorie', { calories: 0 }, calories, null],
  ['before the first meter', { distanceM: 0 }, twoK, null],
])('an athlete %s has no projected end', (_, fields, plan, finish) => {
  expect(standingsOf(plan, [rower('a', fields)]).standings[0]?.finish ?? null).toBe(finish);
});

describe('an athlete who is moved to the common clock', () => {
  const moved = (plan: WorkoutPlan | null, fields: Partial<LateRower>) => {
    const one: LateRower = { ...rower('a'), startOffsetSec: 50, ageSec: 0, ...fields };
    // The other one is far ahead, so that the position is that of the moved values.
    return standingsAtEqualTime(plan, [one]).standings[0];
  };

  test('is moved from 10 s on', () => {
    expect(moved(twoK, { elapsedSec: 10, distanceM: 40 })?.position).toBe(0.12);
    expect(moved(twoK, { elapsedSec: 9.9, distanceM: 40 })?.position).toBe(0.02);
  });

  test('has the time and the calories of the moved row', () => {
    expect(moved(calories, { calories: 20 })).toMatchObject({
      position: 0.3,
      finish: { kind: 'time', elapsedSec: 500 },
    });
    expect(moved(halfHour, {})?.finish).toEqual({ kind: 'distance', distanceM: 600 + (1_650 * 500) / 125 });
  });

  test('an athlete who is moved to the common clock in kcal before the first calorie is moved without an end', () => {
    expect(moved(calories, { calories: 0 })?.position).toBe(0);
  });

  test('an athlete who is moved to the common clock at the end of an interval is moved to the end of the next one at most', () => {
    expect(moved(four500, { elapsedSec: 100, distanceM: 500, startOffsetSec: 150 })?.position).toBe(0.5);
  });
});
