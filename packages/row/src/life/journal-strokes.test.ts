import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { describe, expect, test } from 'vitest';
import { place, recordsAt } from '../../test/model/rowing.ts';
import { beginRow, reduceRow } from '../reduce/progress.ts';
import { isOfOtherMonitorWorkout, withStored } from './journal-strokes.ts';
import { step } from './life.ts';

const at = { wallMs: Date.UTC(2026, 10, 29, 12), monoMs: 1_000_000 };

function strokeOf(values: Partial<Stroke>): Stroke {
  return {
    number: 1,
    interval: 1,
    elapsedTime: 10,
    distance: 40,
    pace: 125,
    strokeRate: 24,
    heartRate: null,
    power: null,
    driveLength: 1.4,
    driveTime: 0.8,
    recoveryTime: 1.4,
    strokeDistance: 8,
    peakForce: 400,
    averageForce: 250,
    workPerStroke: null,
    calories: null,
    ...values,
  };
}

/** How many strokes count against the target once a page that takes the row over has read these, in the stored order. */
function countedOf(strokes: readonly Stroke[]): number | undefined {
  const begun = step(
    null,
    {
      kind: 'resumed',
      key: 'row',
      activity: { id: 'row', owner: 'tablet', isCompleted: false, machine: 'rower' },
      totals: { elapsedSec: 0, distanceM: 0 },
      place: { ...place, workout: '2 x 500m / 1:00 r24' },
      begunAtMs: at.wallMs,
      owner: 'tablet',
      isSimulated: false,
      timeZone: 'Europe/Oslo',
    },
    at,
  ).life;
  if (begun === null) throw new Error('The page has taken up no row');
  return withStored(begun, { kind: 'strokes', strokes: [...strokes] }).life.kept.targets.strokeRate.strokes;
}

test.each<[string, Partial<Stroke>[]]>([
  [
    'interval',
    [
      { interval: 1, number: 9, elapsedTime: 50 },
      { interval: 2, number: 1, elapsedTime: 50.2 },
      { interval: 1, number: 9, elapsedTime: 50.4, peakForce: 380 },
    ],
  ],
  [
    'time',
    [
      { number: 5, elapsedTime: 10, distance: 40 },
      { number: 6, elapsedTime: 12, distance: 40 },
      { number: 5, elapsedTime: 10.5, distance: 40, peakForce: 380 },
    ],
  ],
  [
    'distance',
    [
      { number: 5, distance: 40 },
      { number: 6, distance: 48 },
      { number: 5, distance: 40.5, peakForce: 380 },
    ],
  ],
])(
  'a stroke that two devices received counts once, even if it was stored after the next stroke by %s',
  (_, [first = {}, next = {}, again = {}]) => {
    const strokes = [first, next, again].map(strokeOf);
    expect(countedOf(strokes)).toBe(2);
    expect(countedOf(strokes.toReversed())).toBe(2);
  },
);

test('strokes that were rowed before the row had a place are numbered in their order', () => {
  let progress = beginRow();
  for (let sec = 0.5; sec <= 10; sec += 0.5) {
    for (const record of recordsAt(sec)) progress = reduceRow(progress, record, at.wallMs);
  }
  const input = {
    kind: 'start' as const,
    id: 'row',
    place,
    owner: 'phone',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
    isWaiting: false,
    progress,
  };
  const unsent = step(null, input, at).life?.run.unsent ?? [];
  expect(unsent.map(({ sequence, stroke }) => [sequence, stroke.number])).toEqual(
    unsent.map((_, index) => [index, index + 1]),
  );
  expect(unsent.length).toBeGreaterThan(2);
});

describe('a stroke with the number of a stored one and another drive', () => {
  const keys = ['1,1,1.4,0.8,400,250'];
  const isOther = (workoutType: number | null, known = keys) =>
    isOfOtherMonitorWorkout([strokeOf({ peakForce: 380 })], known, { ...beginRow(), workoutType });

  test('belongs to another workout of the monitor in a single piece', () => {
    expect(isOther(3)).toBe(true);
    expect(isOfOtherMonitorWorkout([strokeOf({})], keys, { ...beginRow(), workoutType: 3 })).toBe(false);
  });

  test('shows nothing in intervals, before the kind of the workout is known, and without stored strokes', () => {
    expect([isOther(7), isOther(null), isOther(3, [])]).toEqual([false, false, false]);
  });
});
