import type { PlannedPiece } from '@boathouse/pm5/plan';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWorkoutText } from './parse.ts';
import { describePlan } from './describe.ts';
import { describePiece, describePieces } from './in-words.ts';
import { calories, effort, heartRate, meters, minutes, rate, times } from '../test/piece-factory.ts';

describe('describing a plan', () => {
  test.each([
    ['Just row', 'Just row'],
    ["1'/2'/1' r1'", '1:00 + 2:00 + 1:00 / 1:00 rest'],
    ['2 x (5x500m / 1:00) / 5:00', '2 x (5 x 500 m / 1:00 rest) / 5:00 rest'],
    ['3 x (500m/1:00 + 250m/2:00)', '3 x (500 m / 1:00 rest + 250 m / 2:00 rest)'],
    ["10 x 1' hard / 1' easy", '10 x (1:00 hard + 1:00 easy)'],
    ["20' r18-20 hr <150 UT2", '20:00 rate 18-20 hr <150 UT2'],
    ['5k @ 2:05.5 200w', '5000 m @ 2:05.5 200 w'],
    ['2 x (12:30 / 1:00)', '2 x (12:30 / 1:00 rest)'],
    ['2k @ 7:00/500m', '2000 m @ 7:00/500m'],
    ['10 x 20 cal, rest as needed', '10 x 20 cal / undefined rest'],
    ['WU 2k + 4x500m/2:00 + CD 1k', '2000 m WU / 0:00 rest + 4 x 500 m / 2:00 rest + 1000 m CD / 0:00 rest'],
  ])('%s is described as %s', (text, described) => {
    const plan = parseWorkoutText(text);
    expect(plan && describePlan(plan)).toBe(described);
  });

  test.each<[PlannedPiece, string]>([
    [meters(500), '500 m'],
    [meters(5000, 0, rate(0, 24)), '5000 m, up to 24 spm'],
    [meters(500, 60, rate(20, 22)), '500 m at 20 to 22 spm, 1:00 rest'],
    [minutes(20, 0, { ...rate(0, 20), paceSec: 125 }), '20:00 at 2:05 /500 m, up to 20 spm'],
    [
      minutes(60, 0, { ...heartRate(140, 150), powerW: 180, ...effort('UT2') }),
      '1:00:00 UT2 at 140 to 150 bpm, 180 W',
    ],
    [calories(20, null), '20 cal, undefined rest'],
    [meters(5000, 0, { relative: { ofDistanceM: 2000, offsetSec: 10 } }), '5000 m at 2k pace + 0:10'],
    [meters(500, 0, { relative: { ofDistanceM: 2000, offsetSec: -1.5 } }), '500 m at 2k pace − 0:01.5'],
    [meters(500, 0, { relative: { ofDistanceM: 5000, offsetSec: 0 } }), '500 m at 5k pace'],
    [minutes(30, 0, { relative: { ofDistanceM: 2000, powerShare: 0.7 } }), '30:00 at 70 % of 2k watts'],
  ])('one piece: %o', (piece, described) => {
    expect(describePiece(piece)).toBe(described);
  });
});

test.each<[string, string[]]>([
  ['just row', ['Just row, until you finish']],
  ['4x500m r20-22 / 1:00', ['4 × 500 m at 20 to 22 spm, 1:00 rest']],
  ['WU 2k + 4x500m/2:00 + CD 1k', ['2000 m WU', '4 × 500 m, 2:00 rest', '1000 m CD']],
  ["10 x 1' hard / 1' easy", ['10 × (1:00 hard; 1:00 easy)']],
  ['2 x (5x500m / 1:00) / 5:00', ['2 × (4 × 500 m, 1:00 rest; 500 m, 5:00 rest)']],
])('people read %s piece by piece', (text, lines) => {
  const plan = parseWorkoutText(text);
  expect(plan && describePieces(plan)).toEqual(lines);
});

const restSec = fc.oneof(fc.constantFrom(0, 60, null), fc.integer({ min: 0, max: 35_999 }));

function band(least: number, most: number) {
  const value = fc.integer({ min: least, max: most });
  return fc.oneof(
    value.map((max) => ({ min: max, max })),
    value.map((max) => ({ min: 0, max })),
    fc
      .tuple(value, value)
      .filter(([one, other]) => one !== other)
      .map(([one, other]) => ({ min: Math.min(one, other), max: Math.max(one, other) })),
  );
}

const relative = fc
  .tuple(
    fc.constantFrom(500, 1000, 2000, 5000, 6000, 10_000),
    fc.oneof(
      fc.integer({ min: -450, max: 450 }).map((tenths) => ({ offsetSec: tenths / 10 })),
      fc.integer({ min: 20, max: 150 }).map((percent) => ({ powerShare: percent / 100 })),
    ),
  )
  .map(([ofDistanceM, by]) => ({ ofDistanceM, ...by }));

const target = fc
  .record(
    {
      paceSec: fc.integer({ min: 600, max: 6000 }).map((tenths) => tenths / 10),
      relative,
      strokeRate: band(10, 60),
      heartRate: band(50, 230),
      powerW: fc.integer({ min: 20, max: 1500 }),
      intensity: fc.constantFrom(
        'UT2',
        'ut 1',
        'AT',
        'easy',
        'hard effort',
        'warm up',
        'CD',
        'test',
        '90%',
        '75% HRmax',
        'WU easy',
        'max',
        'Max effort',
      ),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);

/** Lengths are often possible rests of each other. */
const work = fc.oneof(
  fc.record({
    kind: fc.constant('distance' as const),
    distanceM: fc.oneof(fc.constantFrom(250, 500, 2000), fc.integer({ min: 100, max: 50_000 })),
  }),
  fc.record({
    kind: fc.constant('time' as const),
    durationSec: fc.oneof(fc.constantFrom(60, 180, 1200), fc.integer({ min: 20, max: 35_999 })),
  }),
  fc.record({ kind: fc.constant('calories' as const), calories: fc.integer({ min: 1, max: 9999 }) }),
);

const piece = fc
  .tuple(work, restSec, fc.option(target, { nil: undefined }))
  .map(([of, rest, aim]): PlannedPiece => ({ ...of, restSec: rest, ...(aim ? { target: aim } : {}) }));

/** Plans as coaches make them: few kinds of pieces, repeated, perhaps with another rest at the end of each set. */
const plan = fc
  .tuple(
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 1, max: 4 }),
    fc.option(restSec, { nil: undefined }),
    fc.boolean(),
  )
  .map(([kinds, order, count, setRest, isOneRest]): PlannedPiece[] => {
    const once = order.flatMap((at) => kinds[at % kinds.length] ?? []);
    const rests = once.map((each, index) => {
      const isLast = index === once.length - 1 && setRest !== undefined;
      return { ...each, restSec: isLast ? setRest : isOneRest ? (once[0]?.restSec ?? null) : each.restSec };
    });
    return times(count, ...rests);
  });

test('the parser reads every description back to the same plan', () => {
  fc.assert(
    fc.property(fc.oneof(plan, fc.array(piece, { maxLength: 12 })), (pieces) => {
      expect(parseWorkoutText(describePlan({ pieces }))).toEqual({ pieces });
    }),
    { numRuns: 2000 },
  );
});

test('the parser reads the description of 100 different pieces with every target', () => {
  const pieces = Array.from({ length: 100 }, (_, index) =>
    meters(49_900 + index, 35_999, {
      paceSec: 599.9,
      strokeRate: { min: 10, max: 60 },
      heartRate: { min: 100, max: 230 },
      powerW: 1500,
      intensity: 'warm-up anaerobic effort',
    }),
  );
  expect(parseWorkoutText(describePlan({ pieces }))).toEqual({ pieces });
});
