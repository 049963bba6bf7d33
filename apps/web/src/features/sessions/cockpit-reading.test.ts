import { beginRow, finishByHand, type RowProgress } from '@boathouse/workout/row-progress';
import { describe, expect, test } from 'vitest';
import { readingOf, shareRowed } from './cockpit-reading.ts';

const rowing: RowProgress = {
  ...beginRow(),
  phase: 'rowing',
  pieceNumber: 1,
  elapsedSec: 60,
  distanceM: 250,
  strokeRateSpm: 24,
  currentPaceSec: 118,
  averagePaceSec: 120,
  heartRateBpm: 150,
  powerW: 211,
  remaining: { kind: 'distance', distanceM: 750 },
};

describe('what the cockpit shows', () => {
  test('of a row under way is what the monitor says now', () => {
    expect(readingOf(rowing)).toEqual({
      elapsedSec: 60,
      distanceM: 250,
      left: { kind: 'distance', distanceM: 750 },
      paceSec: 118,
      averagePaceSec: 120,
      strokeRateSpm: 24,
      heartRateBpm: 150,
      powerW: 211,
    });
  });

  test('is no stroke rate before the first stroke', () => {
    expect(readingOf(beginRow()).strokeRateSpm).toBeNull();
  });

  test('as left is the distance, the time, the rest, or nothing', () => {
    const left = (parts: Partial<RowProgress>) => readingOf({ ...rowing, ...parts }).left;
    expect(left({ remaining: { kind: 'time', durationSec: 90 } })).toEqual({ kind: 'time', timeSec: 90 });
    expect(left({ phase: 'resting', restTimeSec: 45 })).toEqual({ kind: 'rest', timeSec: 45 });
    expect(left({ remaining: null })).toBeNull();
    expect(left({ phase: 'finished' })).toBeNull();
  });

  test('of a finished row is its result, which the last status may have missed', () => {
    const { result } = finishByHand(rowing, 0);
    if (result === null) throw new Error('A row finished by hand has a result');
    const finished: RowProgress = {
      ...rowing,
      phase: 'finished',
      result: { ...result, elapsedSec: 240, distanceM: 1000, averagePaceSec: 120.5 },
    };
    expect(readingOf(finished)).toMatchObject({ elapsedSec: 240, distanceM: 1000, averagePaceSec: 120.5 });
  });
});

describe('the share that is rowed', () => {
  test.each([
    ['1000m', 0.25],
    ['2:00', 0.5],
    ['4 x 250m / 1:00 rest', 0.25],
    ['200m', 1],
    ['easy, as you like', null],
  ])('of %s is %s', (workout, share) => {
    expect(shareRowed(workout, rowing)).toBe(share);
  });

  test('of a row finished by hand is what was rowed of it', () => {
    expect(shareRowed('1000m', finishByHand(rowing, 0))).toBe(0.25);
  });
});
