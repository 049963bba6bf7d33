import { describe, expect, test } from 'vitest';
import { describePlan } from './describe.ts';
import { isSameWorkout, parseWorkoutText, workoutKeyOf } from './parse.ts';
import type { PlannedPiece } from '@boathouse/pm5/plan';
import { meters, seconds, times } from '../test/piece-factory.ts';

describe('parsing the text of a coach', () => {
  test.each<[string, PlannedPiece[]]>([
    ['2000m', [meters(2000)]],
    ['2k', [meters(2000)]],
    [' 5 KM ', [meters(5000)]],
    ['2.5k', [meters(2500)]],
    ['5,000 m', [meters(5000)]],
    ['30 min', [seconds(1800)]],
    ["30'", [seconds(1800)]],
    ['20:00', [seconds(1200)]],
    ['1:30:00', [seconds(5400)]],
    ['90:00', [seconds(5400)]],
    ['1 h 5 min', [seconds(3900)]],
    ['45 s', [seconds(45)]],
    ['4 x 500m / 1:00 rest', times(4, meters(500, 60))],
    ['4x500m/1:00', times(4, meters(500, 60))],
    ['3x500m, 2min r', times(3, meters(500, 120))],
    ['8 × 500 m r 3:30', times(8, meters(500, 210))],
    ['8 × 500 m r3:30', times(8, meters(500, 210))],
    ['6 * 500m rest 90s', times(6, meters(500, 90))],
    ['5 x 3 min w/ 1 min 30 s rest', times(5, seconds(180, 90))],
    ['4 x 4min with 2:00 off', times(4, seconds(240, 120))],
    ['10 x 1:00/1:00', times(10, seconds(60, 60))],
    ['500m + 1000m', [meters(500), meters(1000)]],
    ['500m, 1000m, 500m', [meters(500), meters(1000), meters(500)]],
    ['500m + 1000m + 500m / 2:00 rest', [meters(500, 120), meters(1000, 120), meters(500, 120)]],
    ['500m/1:00 + 1000m/2:00 + 500m', [meters(500, 60), meters(1000, 120), meters(500)]],
    ['2 x 1k / 3:00 + 2000m', [...times(2, meters(1000, 180)), meters(2000)]],
  ])('%s', (text, pieces) => {
    expect(parseWorkoutText(text)).toEqual({ pieces });
  });

  test.each([
    '',
    'easy',
    '2000',
    '2k / 100m',
    'constructor',
    '1 constructor',
    '4 x',
    'x 500m',
    '4 x 500m /',
    '1:00 rest',
    '20:75',
    '1:75:00',
    '30 s 1 min',
    '1234.5 m',
    '500m ++ 500m',
    '2k, nothing',
  ])('returns null for text it does not understand: %j', (text) => {
    expect(parseWorkoutText(text)).toBeNull();
  });
});

describe('limits of a plan', () => {
  test.each([
    ['100m', '99m'],
    ['50000m', '50001m'],
    ['50k', '51k'],
    ['0:20', '0:19'],
    ['9:59:59', '10:00:00'],
    ['100 x 100m', '101 x 100m'],
    ['50 x 100m + 50 x 100m', '50 x 100m + 51 x 100m'],
    ['1 x 100m', '0 x 100m'],
  ])('accepts %s and rejects %s', (accepted, refused) => {
    expect(parseWorkoutText(accepted)).not.toBeNull();
    expect(parseWorkoutText(refused)).toBeNull();
  });
});

describe('describing a plan', () => {
  test.each([
    ['2k', '2000 m'],
    ['30 min', '30:00'],
    ['60 min', '1:00:00'],
    ['4x500m/1:00', '4 x 500 m / 1:00 rest'],
    ['500m + 1000m + 500m / 2:00', '500 m + 1000 m + 500 m / 2:00 rest'],
    ['500m/1:00 + 1000m', '500 m / 1:00 rest + 1000 m / 0:00 rest'],
  ])('%s is described as %s', (text, described) => {
    const plan = parseWorkoutText(text);
    expect(plan && describePlan(plan)).toBe(described);
  });
});

describe('two texts of one workout', () => {
  test.each([
    ['2k', '2000 m', true],
    ['4 x 500m / 2:00', '4x500m, 2 min rest', true],
    ['2k', '2001 m', false],
    // A text that is not understood equals only itself.
    ['As you feel', 'As you feel', true],
    ['As you feel', 'as you feel', false],
    ['As you feel', 'Go by feel', false],
    ['2k', 'As you feel', false],
    ['As you feel', '2k', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSameWorkout(one, other)).toBe(isSame);
    expect(workoutKeyOf(one) === workoutKeyOf(other)).toBe(isSame);
  });
});
