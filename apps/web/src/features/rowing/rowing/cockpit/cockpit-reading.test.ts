import { beginRow, finishByHand, type RowProgress } from '@boathouse/row/reduce/progress';
import { describe, expect, test } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { planReadingOf } from './cockpit-plan.ts';
import { readingOf } from './cockpit-reading.ts';

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

describe('the values of the cockpit', () => {
  test('project nothing after the monitor has been reset', () => {
    const projection = { kind: 'time', elapsedSec: 105 } as const;
    expect(readingOf({ ...rowing, projection }).projection).toEqual(projection);
    expect(readingOf({ ...rowing, projection, phase: 'waiting' }).projection).toBeNull();
  });

  test('the values of a row in progress are the monitor’s current values', () => {
    expect(readingOf(rowing)).toEqual({
      phase: 'rowing',
      machine: 'rower',
      elapsedSec: 60,
      distanceM: 250,
      left: { kind: 'distance', distanceM: 750 },
      paceSec: 118,
      averagePaceSec: 120,
      strokeRateSpm: 24,
      heartRateBpm: 150,
      powerW: 211,
      calories: 0,
      dragFactor: null,
      projection: null,
      splits: [],
    });
  });

  test('have no stroke rate before the first stroke', () => {
    expect(readingOf(beginRow()).strokeRateSpm).toBeNull();
  });

  test('include the remaining distance, time or rest, or none', () => {
    const left = (parts: Partial<RowProgress>) => readingOf({ ...rowing, ...parts }).left;
    expect(left({ remaining: { kind: 'time', durationSec: 90 } })).toEqual({ kind: 'time', durationSec: 90 });
    expect(left({ phase: 'resting', restTimeSec: 45 })).toEqual({ kind: 'rest', timeSec: 45 });
    expect(left({ remaining: null })).toBeNull();
    expect(left({ phase: 'finished' })).toBeNull();
  });

  test('the values of a finished row are its result, which the last status may not include', () => {
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

describe('the values of a row resumed from another device', () => {
  const stored = buildActivity({
    isCompleted: false,
    elapsedTime: 20.2,
    distance: 82.3,
    averagePace: 122.5,
    strokeRate: 24,
  });

  test('are the server’s, until the monitor sends later ones', () => {
    expect(readingOf(beginRow(), stored)).toMatchObject({
      elapsedSec: 20.2,
      distanceM: 82.3,
      paceSec: null,
      averagePaceSec: 122.5,
      strokeRateSpm: null,
    });
    expect(readingOf(rowing, stored).distanceM).toBe(250);
  });

  test('are the stored result after the end, not this device’s last values', () => {
    const completed = { ...stored, isCompleted: true, distance: 900 };
    expect(readingOf(rowing, completed)).toMatchObject({ distanceM: 900, strokeRateSpm: 24 });
    expect(readingOf(finishByHand(rowing, 0), completed).distanceM).toBe(900);
  });
});

describe('the values of a reloaded page that is behind the samples it has sent', () => {
  const ahead = buildActivity({ isCompleted: false, elapsedTime: 61, distance: 257.1, averagePace: 118.6 });
  const byHand = finishByHand(rowing, 0);

  test('are no less than the server’s, before and after Finish', () => {
    const raised = { elapsedSec: 61, distanceM: 257.1, averagePaceSec: (500 * 61) / 257.1 };
    expect(readingOf(rowing, ahead)).toMatchObject(raised);
    expect(readingOf(byHand, ahead)).toMatchObject(raised);
    const stored = { ...ahead, isCompleted: true, strokeRate: 29, totalCalories: 20 };
    expect(readingOf(byHand, stored)).toMatchObject({
      phase: 'finished',
      elapsedSec: 61,
      distanceM: 257.1,
      averagePaceSec: 118.6,
      strokeRateSpm: 29,
      calories: 20,
    });
  });

  test("are this page's own if those are ahead", () => {
    const behind = { ...ahead, elapsedTime: 50, distance: 200 };
    expect(readingOf(rowing, behind)).toEqual(readingOf(rowing));
    expect(readingOf(byHand, behind)).toEqual(readingOf(byHand));
  });

  test('are those of the monitor’s summary, which corrects a sample', () => {
    const { result } = byHand;
    if (result === null) throw new Error('A row finished by hand has a result');
    const corrected: RowProgress = { ...byHand, result: { ...result, distanceM: 250, source: 'summary' } };
    expect(readingOf(corrected, { ...ahead, distance: 250.3 }).distanceM).toBe(250);
  });
});

test('a result with missing records has no rate, heart rate and calories', () => {
  const { result } = finishByHand(rowing, 0);
  if (result === null) throw new Error('A row finished by hand has a result');
  const unknown = { averageStrokeRateSpm: null, averageHeartRateBpm: null, totalCalories: null };
  const heard = { ...rowing, totalCalories: 16, heartRateBpm: 144, phase: 'finished' as const };
  expect(readingOf({ ...heard, result: { ...result, ...unknown } })).toMatchObject({
    strokeRateSpm: null,
    heartRateBpm: null,
    calories: null,
  });
});

const shareOf = (workout: string, progress: RowProgress) =>
  planReadingOf(parseWorkoutText(workout), progress, readingOf(progress))?.share ?? null;

describe('the completed share', () => {
  test.each([
    { set: 1000, share: 0.25 },
    { set: 2000, share: null },
  ])('is $share in a 1000 m item if the monitor is set to $set m', ({ set, share }) => {
    const work = { kind: 'distance', distanceM: set } as const;
    const setup = { workoutType: 3, work, isBegun: true };
    expect(shareOf('1000m', { ...rowing, setup })).toBe(share);
  });

  test.each([
    ['1000m', 0.25],
    ['2:00', 0.5],
    ['4 x 250m / 1:00 rest', 0.25],
    ['200m', 1],
    ['easy, as you like', null],
  ])('of %s is %s', (workout, share) => {
    expect(shareOf(workout, rowing)).toBe(share);
  });

  test('the completed share of a row finished by hand is the rowed part', () => {
    const finished = finishByHand(rowing, 0);
    expect(shareOf('1000m', finished)).toBe(0.25);
  });
});
