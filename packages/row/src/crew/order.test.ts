import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { compare, entryOf, inOrder, leads, raceOf, type CrewRower, type Entry, type Race } from './order.ts';

/**
 * A slow version of `inOrder`: repeatedly takes the first athlete of the former order whom no remaining athlete leads.
 */
function slowOrder(race: Race, entries: readonly Entry<CrewRower>[], former: readonly string[]): string[] {
  const formerIndexes = new Map(former.map((id, index) => [id, index]));
  const formerIndexOf = ({ rower }: Entry<CrewRower>) => formerIndexes.get(rower.id) ?? former.length;
  const left = entries.toSorted(
    (one, other) =>
      formerIndexOf(one) - formerIndexOf(other) ||
      compare(race, other, one) ||
      (one.rower.id < other.rower.id ? -1 : 1),
  );
  const ordered: string[] = [];
  while (left.length > 0) {
    const next = left.findIndex((entry) => !left.some((other) => leads(race, other, entry)));
    ordered.push(...left.splice(Math.max(0, next), 1).map(({ rower }) => rower.id));
  }
  return ordered;
}

const plans = ['2000m', '30:00', '4x500m/2:00', '3x10cal/1:00', '500m + 2:00', 'not a plan'].map((text) =>
  parseWorkoutText(text),
);
const ids = Array.from({ length: 24 }, (_, index) => `rower-${index}`);
const anyRower = fc.record({
  elapsedSec: fc.oneof(
    fc.integer({ min: 0, max: 40 }).map((value) => value / 10),
    fc.double({ min: 0, max: 4000, noNaN: true }),
  ),
  // Few values, so that many athletes are side by side.
  distanceM: fc.oneof(
    fc.integer({ min: 0, max: 60 }).map((value) => value / 10),
    fc.double({ min: 0, max: 6, noNaN: true }),
    fc.double({ min: 0, max: 2100, noNaN: true }),
    fc.constant(2000),
  ),
  calories: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 20 }),
  currentPaceSec: fc.constant(120),
  averagePaceSec: fc.constant(120),
  phase: fc.constantFrom('rowing', 'rowing', 'resting', 'finished', 'waiting' as const),
  isPartial: fc.boolean(),
  other: fc.constant(null),
});
const anyCrew = fc
  .array(anyRower, { maxLength: ids.length })
  .map((rowers): CrewRower[] =>
    rowers.map((fields, index) => ({ ...fields, machine: 'rower', id: ids[index] ?? '' })),
  );

test('the order always takes the first athlete whom no remaining one leads', () => {
  fc.assert(
    fc.property(fc.constantFrom(...plans), anyCrew, fc.shuffledSubarray(ids), (plan, crew, former) => {
      const race = raceOf(plan, crew);
      const entries = crew.map((rower) => entryOf(race, rower));
      expect(inOrder(race, entries, former).map(({ rower }) => rower.id)).toEqual(
        slowOrder(race, entries, former),
      );
    }),
    { numRuns: 1_000 },
  );
});

/** Returns two athletes of a workout with equal values, except for the given ones. */
function entriesOf(text: string, one: Partial<CrewRower>, other: Partial<CrewRower>) {
  const plan = parseWorkoutText(text);
  const figures = {
    elapsedSec: 120,
    distanceM: 600,
    calories: 30,
    currentPaceSec: 120,
    averagePaceSec: 120,
    phase: 'rowing' as const,
    isPartial: false,
    other: null,
    machine: 'rower' as const,
  };
  const rowers: CrewRower[] = [
    { id: 'one', ...figures, ...one },
    { id: 'other', ...figures, ...other },
  ];
  const race = raceOf(plan, rowers);
  const [first, second] = rowers.map((rower) => entryOf(race, rower));
  if (first === undefined || second === undefined) throw new Error('Two athletes have two entries');
  return { race, first, second };
}

test.each<[string, string, Partial<CrewRower>, Partial<CrewRower>, boolean]>([
  ['a meter while they row, no', '2000m', { distanceM: 601 }, {}, false],
  ['more than a meter while they row', '2000m', { distanceM: 601.1 }, {}, true],
  ['half a meter while one rests, no', '2000m', { distanceM: 600.5, phase: 'resting' }, {}, false],
  [
    'seconds while both rest after the same meters',
    '4x500m/2:00',
    { distanceM: 500, elapsedSec: 100, phase: 'resting' },
    { distanceM: 500, elapsedSec: 100.1, phase: 'resting' },
    true,
  ],
  ['a calorie', '3x10cal/1:00', { calories: 21 }, { calories: 20 }, true],
  [
    'the end before someone who still rows',
    '2000m',
    { distanceM: 2000, phase: 'finished' },
    { distanceM: 1999.9 },
    true,
  ],
  [
    'a tenth of a second at the end',
    '2000m',
    { distanceM: 2000, elapsedSec: 420, phase: 'finished' },
    { distanceM: 2000, elapsedSec: 420.1, phase: 'finished' },
    true,
  ],
  ['nothing, no', '2000m', {}, {}, false],
])('an athlete leads by %s', (_, text, one, other, isAhead) => {
  const { race, first, second } = entriesOf(text, one, other);
  expect(leads(race, first, second)).toBe(isAhead);
  expect(leads(race, second, first)).toBe(false);
});

test.each([
  ['ends at its rest', '4 x 500m / 2:00', [500, 1000, 1500, 2000]],
  ['without a rest ends once', '500m + 1500m', [2000]],
])('an interval %s', (_, text, ends) => {
  const race = raceOf(parseWorkoutText(text), []);
  expect(race.kind === 'open' ? [] : race.ends).toEqual(ends);
});

test.each([
  ['a meter short', 1999, 'complete'],
  ['more than a meter short', 1998.9, 'short'],
])('a result %s of the item is %s', (_, distanceM, state) => {
  const { first } = entriesOf('2000m', { distanceM, phase: 'finished' }, {});
  expect(first.state).toBe(state);
});

test('athletes who are level are in the order of their ids, and of their meters within a class', () => {
  const level = ['b', 'c', 'a'].map((id): CrewRower => ({ ...entriesOf('2000m', {}, {}).first.rower, id }));
  const race = raceOf(parseWorkoutText('2000m'), level);
  const order = inOrder(
    race,
    level.map((rower) => entryOf(race, rower)),
    [],
  );
  expect(order.map(({ rower: { id } }) => id)).toEqual(['a', 'b', 'c']);
});
