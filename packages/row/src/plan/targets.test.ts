import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkoutPlan } from '@boathouse/pm5/plan';
import { ownPlanOf } from '@boathouse/workout-text/bests';
import { emptyProgress } from '../reduce/state.ts';
import { emptyTally, keepsTargets, printedBandsOf, tally, type TalliedStroke } from './targets.ts';

const target = { strokeRate: { min: 18, max: 20 }, paceSec: 125 };
const piece = (over: object = target) => ({
  kind: 'distance' as const,
  distanceM: 500,
  restSec: 60,
  target: over,
});
const plan: WorkoutPlan = { pieces: [piece(), piece()] };
const stroke = (number: number, fields: Partial<TalliedStroke> = {}): TalliedStroke => ({
  interval: 1,
  number,
  strokeRate: 20,
  pace: 125,
  ...fields,
});

describe('the tally of targets', () => {
  test('counts the strokes that kept the rate and the pace', () => {
    const strokes = [stroke(1), stroke(2, { strokeRate: 21 }), stroke(3, { pace: 127 })];
    expect(tally(emptyTally(), plan, strokes, true)).toMatchObject({
      strokeRate: { strokes: 3, kept: 2 },
      pace: { strokes: 3, kept: 2 },
    });
  });

  test('counts nothing without a target, without a pace, or if the target is uncertain', () => {
    const none = { strokeRate: { strokes: 0, kept: 0 }, pace: { strokes: 0, kept: 0 } };
    expect(tally(emptyTally(), { pieces: [] }, [stroke(1)], true)).toMatchObject(none);
    expect(tally(emptyTally(), { pieces: [piece({}), piece()] }, [stroke(1)], false)).toMatchObject(none);
    expect(tally(emptyTally(), plan, [stroke(1, { pace: null })], true).pace.strokes).toBe(0);
  });

  test('does not count an unknown rate, as for the first strokes on a rower of another maker', () => {
    const strokes = [1, 2, 3].map((number) => stroke(number, { strokeRate: null }));
    expect(tally(emptyTally(), plan, [...strokes, stroke(4)], true)).toMatchObject({
      strokeRate: { strokes: 1, kept: 1 },
      pace: { strokes: 4, kept: 4 },
    });
  });

  test('counts a stroke once', () => {
    const once = tally(emptyTally(), plan, [stroke(1), stroke(2), stroke(2)], true);
    expect(once.strokeRate.strokes).toBe(2);
    const next = tally(once, plan, [stroke(1, { interval: 2 })], true);
    expect(next.strokeRate.strokes).toBe(3);
  });

  test('continues if a device that joins in mid-workout counts the intervals from 1', () => {
    const before = tally(emptyTally(), plan, [stroke(1), stroke(1, { interval: 2 })], true);
    expect(tally(before, plan, [stroke(1), stroke(2)], true).strokeRate).toEqual({ strokes: 4, kept: 4 });
  });

  test('is the same for any batches of the same strokes', () => {
    const rates = fc.array(fc.integer({ min: 10, max: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(rates, fc.nat(60), (all, cut) => {
        const strokes = all.map((strokeRate, index) => stroke(index + 1, { strokeRate }));
        const whole = tally(emptyTally(), plan, strokes, true);
        const first = tally(emptyTally(), plan, strokes.slice(0, cut), true);
        expect(tally(first, plan, strokes.slice(cut), true)).toEqual(whole);
        expect(whole.strokeRate).toEqual({
          strokes: all.length,
          kept: all.filter((rate) => rate >= 18 && rate <= 20).length,
        });
      }),
    );
  });
});

describe('the targets of the piece under way', () => {
  const rowing = { ...emptyProgress(), phase: 'rowing' as const, intervalNumber: 1 };
  const kept = { ...rowing, currentPaceSec: 125, strokeRateSpm: 20 };

  test('are kept when every value is within its band', () => {
    expect(keepsTargets(plan, kept)).toBe(true);
    expect(keepsTargets(plan, { ...kept, strokeRateSpm: 21 })).toBe(false);
    expect(keepsTargets(plan, { ...kept, currentPaceSec: 130 })).toBe(false);
  });

  test('are unknown without a target, without values, in rests, and if the piece is uncertain', () => {
    expect(keepsTargets({ pieces: [] }, kept)).toBeNull();
    expect(keepsTargets(plan, rowing)).toBeNull();
    expect(keepsTargets(plan, { ...kept, phase: 'resting' })).toBeNull();
    expect(keepsTargets({ pieces: [piece({}), piece()] }, kept)).toBeNull();
  });
});

test('a later best changes no target of a row that was begun with another', () => {
  const place = { workout: '5k @ 2k+10', bests: [{ distanceM: 2000, timeSec: 460 }] };
  const plan = ownPlanOf(place, 'rower');
  if (plan === null) throw new Error('the workout is not read');
  const stroke = { interval: 1, number: 1, strokeRate: 20, pace: 125 };
  expect(tally(emptyTally(), plan, [stroke], true).pace).toEqual({ strokes: 1, kept: 1 });
});

test.each([
  [
    { paceSec: 125, powerW: 179 },
    { pace: { min: 125, max: 125 }, powerW: { min: 179, max: 179 }, strokeRate: null, heartRate: null },
  ],
  [
    { strokeRate: { min: 18, max: 20 }, heartRate: { min: 140, max: 150 } },
    { pace: null, powerW: null, strokeRate: { min: 18, max: 20 }, heartRate: { min: 140, max: 150 } },
  ],
])('the printed target %o has no tolerance', (printed, bands) => {
  expect(printedBandsOf(printed)).toEqual(bands);
});
