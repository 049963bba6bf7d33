import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ActivityPatchSchema,
  ErgometerFieldsSchema,
  type ErgometerFields,
} from '@boathouse/contract/activities';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { isPartialResult, liveChangeOf, neverLess } from './rules.ts';

const fields: ErgometerFields = {
  elapsedTime: 120.5,
  currentPace: 118.2,
  averagePace: 119.9,
  distance: 500.1,
  strokeRate: 28,
  workoutType: 3,
  heartRate: 161,
  dragFactor: 125,
  averagePower: 203,
  totalCalories: 31,
  isSimulated: false,
};
const id = '019a0000-0000-7000-8000-000000000000';
/** The fields of a patch that are not live fields. */
const identity = {
  _id: id,
  user: id,
  session: id,
  workoutItemIndex: 3,
  isCompleted: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: '2026-01-01T00:00:00.000Z',
};

/** An activity without heart rates so far. */
const unheard = { heartRateSource: null };

describe('the merged fields of a patch', () => {
  test('[SESS-9] include every live field of the contract', () => {
    expect(Object.keys(fields).sort()).toEqual(Object.keys(ErgometerFieldsSchema.shape).sort());
    expect(liveChangeOf(fields, unheard)).toEqual(fields);
  });

  test('[SESS-9] never include the user, the session or isCompleted', () => {
    const patch = ActivityPatchSchema.parse({ ...identity, ...fields });
    expect(liveChangeOf(patch, unheard)).toEqual(fields);
    expect(liveChangeOf(ActivityPatchSchema.parse(identity), unheard)).toEqual({});
  });

  test('[SESS-9] include null and zero, but not absent fields', () => {
    expect(liveChangeOf({ heartRate: null, distance: 0, isSimulated: false }, unheard)).toEqual({
      heartRate: null,
      distance: 0,
      isSimulated: false,
    });
    expect(liveChangeOf({}, unheard)).toEqual({});
  });

  test.each([
    [null, 'belt', 'belt'],
    ['belt', 'belt', 'belt'],
    ['belt', 'monitor', 'mixed'],
    ['mixed', 'belt', 'mixed'],
  ] as const)('have heart rates of %s and then of %s as %s', (heartRateSource, given, merged) => {
    expect(liveChangeOf({ heartRateSource: given }, { heartRateSource })).toEqual({
      heartRateSource: merged,
    });
  });

  test('[SESS-9] equal any given subset of the live fields', () => {
    fc.assert(
      fc.property(fc.subarray(Object.entries(fields)), (entries) => {
        const some = Object.fromEntries(entries);
        expect(liveChangeOf(ActivityPatchSchema.parse({ ...identity, ...some }), unheard)).toEqual(some);
      }),
    );
  });
});

describe('a partial result', () => {
  const split = (distance: number, time: number, splitNumber: number) => ({
    splitNumber,
    time,
    distance,
    averagePace: null,
    restTime: 0,
    strokeRate: null,
    heartRate: null,
  });
  const rowed = (distance: number, elapsedTime: number, splits: ReturnType<typeof split>[] = []) => ({
    distance,
    elapsedTime,
    totalCalories: 10,
    summary: { splits },
  });

  test.each([
    ['500m', rowed(39, 12), true],
    ['500m', rowed(499.9, 100), true],
    ['500m', rowed(500, 100), false],
    ['500m', rowed(501, 100), false],
    ['20:00', rowed(4_800, 1_199.9), true],
    ['20:00', rowed(4_800, 1_200), false],
    ['4 x 500m / 1:00 rest', rowed(1_500, 400), true],
    ['4 x 500m / 1:00 rest', rowed(500.1 + 499.9 + 500.1 + 499.9, 400), false],
    ['500m + 1:00', rowed(800, 160), false],
    ['500m + 1:00', rowed(400, 160), true],
    // The sums suffice, but the second interval is 40 s short.
    ['2000m + 2:00', rowed(2_400, 580, [split(2_000, 500, 1), split(400, 80, 2)]), true],
    ['2000m + 2:00', rowed(2_000, 500, [split(2_000, 500, 1)]), true],
    ['2000m + 2:00', rowed(2_600, 620, [split(2_000, 500, 1), split(600, 120, 2)]), false],
    ['500 cal', { ...rowed(9_000, 1_500), totalCalories: 499 }, true],
    ['500 cal', { ...rowed(9_000, 1_500), totalCalories: 500 }, false],
    ['500 cal', { ...rowed(9_000, 1_500), totalCalories: null }, true],
    ['500m', { ...rowed(500, 100), totalCalories: null }, false],
    ['10 x 20 cal / 1:00 rest', { ...rowed(3_000, 700), totalCalories: 180 }, true],
    ['10 x 20 cal / 1:00 rest', { ...rowed(3_000, 700), totalCalories: 203 }, false],
    ['4x500m/undefined rest', rowed(2_000, 400), false],
    ['4x500m/undefined rest', rowed(1_500, 300), true],
    ['60 x 100m / 0:20', rowed(5_900, 1_300), true],
    ['60 x 100m / 0:20', rowed(6_000, 1_300), false],
    ["30' r20 UT2", rowed(7_000, 1_800), false],
    // Just Row has no length.
    ['Just row', rowed(10, 3), false],
    // Unread text is not a plan.
    ['steady state, as you like', rowed(10, 3), false],
    ['', rowed(0, 0), false],
  ])('of %s', (item, result, isPartial) => {
    expect(isPartialResult(parseWorkoutText(item), result)).toBe(isPartial);
  });

  test('is detected without a summary too', () => {
    const short = { distance: 499, elapsedTime: 100, totalCalories: 10, summary: null };
    const whole = { distance: 700, elapsedTime: 160, totalCalories: 10, summary: null };
    expect(isPartialResult(parseWorkoutText('500m'), short)).toBe(true);
    expect(isPartialResult(parseWorkoutText('500m + 1:00'), whole)).toBe(false);
  });
});

test.each([
  ['rower', 203],
  ['skierg', 203],
  ['bike', 25],
  ['multierg', null],
] as const)('a result raised to what is stored has the watts of a %s', (machine, averagePower) => {
  const stored = { distance: 500, elapsedTime: 120, totalCalories: 30, machine };
  const given = { distance: 498, elapsedTime: 119.5, averagePace: 119.9, averagePower: 204 };
  expect(neverLess(given, stored)).toMatchObject({ distance: 500, averagePace: 120, averagePower });
});
