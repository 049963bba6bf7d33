import { expect, test } from 'vitest';
import type { WorkoutSummary } from '@boathouse/contract/activities';
import { splitRowsOf } from './split-rows.ts';

const split = (splitNumber: number, time: number, distance = 500) => ({
  splitNumber,
  time,
  distance,
  averagePace: time,
  restTime: 60,
  strokeRate: 26,
  heartRate: null,
});
const summary = (
  splits: WorkoutSummary['splits'],
  source: WorkoutSummary['source'] = 'summary',
): WorkoutSummary => ({
  logEntryDate: null,
  logEntryTime: null,
  averageStrokeRate: 26,
  averageHeartRate: null,
  recoveryHeartRate: null,
  splits,
  source,
});
const whole = { workout: '4 x 500m / 1:00 rest', distance: 2_000, elapsedTime: 438 };
const heard = [split(1, 110), split(3, 109.5), split(4, 109.5)];

test('one missing interval is the total minus the others, and is marked', () => {
  const rows = splitRowsOf(whole, summary(heard));
  expect(rows.map(({ number, isDerived }) => [number, isDerived])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, false],
  ]);
  expect(rows[1]?.split).toMatchObject({ distance: 500, time: 109, averagePace: 109, strokeRate: null });
});

test.each([
  ['two intervals', whole, summary([split(1, 110), split(4, 109.5)])],
  ['a whole that the monitor has not sent', whole, summary(heard, 'lastStatus')],
  ['a workout of more intervals', { ...whole, workout: '5 x 500m / 1:00 rest' }, summary(heard)],
  ['a text that is no plan', { ...whole, workout: 'Four hard ones' }, summary(heard)],
])('for %s nothing is derived: missing ones have no figures', (_, of, given) => {
  const rows = splitRowsOf(of, given);
  expect(rows).toHaveLength(4);
  expect(rows[1]).toEqual({ number: 2, split: null, isDerived: false });
});

test('splits without their own numbers are counted', () => {
  const rows = splitRowsOf(whole, summary([split(0, 110), split(0, 109)]));
  expect(rows.map(({ number }) => number)).toEqual([1, 2]);
});
