import { describe, expect, test } from 'vitest';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { fitOf } from './rules.ts';

type Rowed = Parameters<typeof fitOf>[1];

/** By the monitor's codes: 1 Just Row, 3 a distance, 5 a time, 8 intervals. */
const rowed = (more: Partial<Rowed>): Rowed => ({
  workoutType: 3,
  distance: 2_000,
  elapsedTime: 425.3,
  totalCalories: null,
  summary: null,
  ...more,
});
const intervals = (...pieces: Array<[distance: number, time: number]>) => ({
  workoutType: 8,
  distance: pieces.reduce((sum, [distance]) => sum + distance, 0),
  elapsedTime: pieces.reduce((sum, [, time]) => sum + time, 0),
  summary: {
    splits: pieces.map(([distance, time], index) => ({
      splitNumber: index + 1,
      time,
      distance,
      averagePace: null,
      restTime: 60,
      strokeRate: null,
      heartRate: null,
    })),
  },
});
const fit = (text: string, more: Partial<Rowed>) => fitOf(parseWorkoutText(text), rowed(more));

describe('a row', () => {
  test.each([
    ['2000m', {}, 'whole'],
    ['2000m', { workoutType: 1, distance: 2_000.4 }, 'whole'],
    ['2000m', { distance: 1_350.2 }, 'part'],
    ['2000m', { workoutType: 1, distance: 2_340 }, 'other'],
    ['500m', {}, 'other'],
    ['20:00', { workoutType: 5, distance: 5_000, elapsedTime: 1_200 }, 'whole'],
    ['20:00', { workoutType: 5, distance: 2_500, elapsedTime: 600 }, 'part'],
    ['20:00', { workoutType: 5, distance: 7_500, elapsedTime: 1_800 }, 'other'],
    ['100 cal', { workoutType: 10, totalCalories: 100 }, 'whole'],
    ['100 cal', { workoutType: 10, totalCalories: 60 }, 'part'],
    ['100 cal', { workoutType: 10, totalCalories: 140 }, 'other'],
    ['Just row', { workoutType: 1, distance: 4_321 }, 'whole'],
    ['Bring water and a friend', { distance: 4_321 }, 'whole'],
  ] as const)('%s: %o is the %s workout', (text, more, expected) => {
    expect(fit(text, more)).toBe(expected);
  });

  test('a row of intervals is a different workout from one piece, and vice versa', () => {
    expect(fit('1000m', intervals([500, 105], [500, 106]))).toBe('other');
    expect(fit('2 x 500m / 1:00 rest', { distance: 1_000 })).toBe('other');
  });

  test('a row of the plan’s intervals is all or a part of it; with other intervals it is another workout', () => {
    const text = '3 x 500m / 1:00 rest';
    expect(fit(text, intervals([500, 105], [500, 106], [500, 104]))).toBe('whole');
    expect(fit(text, intervals([500, 105], [500, 106]))).toBe('part');
    expect(fit(text, intervals([500, 105], [320, 70]))).toBe('part');
    expect(fit(text, intervals([500, 105], [500, 106], [500, 104], [500, 107]))).toBe('other');
    expect(fit(text, intervals([320, 70], [500, 106], [500, 104]))).toBe('other');
    expect(fit(text, intervals([1_000, 220], [500, 106]))).toBe('other');
  });

  test('a row of one piece matches pieces without rests', () => {
    expect(fit('2 x 1000m / 0:00 rest', { distance: 2_000 })).toBe('whole');
    expect(fit('2 x 1000m / 0:00 rest', { distance: 2_600 })).toBe('other');
  });
});
