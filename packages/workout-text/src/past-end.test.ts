import { describe, expect, test } from 'vitest';
import { parseWorkoutText } from './parse.ts';
import { isOtherWorkout, isPastEnd } from './past-end.ts';

type Rowed = Parameters<typeof isOtherWorkout>[1];

/** The monitor's codes of a fixed distance with splits, and of variable intervals. */
const [fixedDistance, variableIntervals] = [3, 8];

function planOf(text: string) {
  const plan = parseWorkoutText(text);
  if (plan === null) throw new Error(`Not a plan: ${text}`);
  return plan;
}

const rowed = (figures: Partial<Rowed>): Rowed => ({
  workoutType: fixedDistance,
  distance: 0,
  elapsedTime: 0,
  totalCalories: null,
  intervals: [],
  ...figures,
});

describe('a row is past the end of its plan', () => {
  test.each<[string, Partial<Rowed>, boolean]>([
    ['2k', { distance: 2001 }, false],
    ['2k', { distance: 2001.1 }, true],
    ['4 x 500m / 1:00', { distance: 2001.1, elapsedTime: 9999 }, true],
    ['4 x 500m / 1:00', { distance: 1500, elapsedTime: 9999 }, false],
    ['10:00', { elapsedTime: 600.05, distance: 9999 }, false],
    ['10:00', { elapsedTime: 600.1 }, true],
    ['100 cal', { totalCalories: 100, distance: 9999 }, false],
    ['100 cal', { totalCalories: 101 }, true],
    // Unknown calories decide nothing.
    ['100 cal', { totalCalories: null, distance: 9999, elapsedTime: 9999 }, false],
    ['500m + 5:00', { distance: 9999, elapsedTime: 9999 }, false],
    ['Just row', { distance: 9999, elapsedTime: 9999 }, false],
  ])('%s, rowed %o: %s', (text, figures, isPast) => {
    expect(isPastEnd(planOf(text), rowed(figures))).toBe(isPast);
  });
});

describe('a row is another workout than its plan', () => {
  const interval = (distance: number, time = 100, restTime = 60) => ({ distance, time, restTime });
  const intervals = (...distances: number[]) => distances.map((distance) => interval(distance));

  test.each<[string, string, Partial<Rowed>, boolean]>([
    ['splits of a single piece', '2k', { distance: 2000, intervals: [interval(2000, 480, 0)] }, false],
    ['a single piece that went on', '2k', { distance: 2010 }, true],
    ['intervals in place of a single piece', '2k', { workoutType: variableIntervals, distance: 2000 }, true],
    ['rests in a single piece', '2k', { distance: 2000, intervals: intervals(1000, 1000) }, true],
    ['pieces without rests that were rowed as one', '1k + 1k', { distance: 2000 }, false],
    ['more than pieces without rests', '1k + 1k', { distance: 2010 }, true],
    ['pieces with rests that were rowed as one', '2 x 1k / 1:00', { distance: 2000 }, true],
    [
      'intervals that are not known singly',
      '2 x 1k / 1:00',
      { workoutType: variableIntervals, distance: 2000 },
      false,
    ],
    [
      'too much in intervals that are not known singly',
      '2 x 1k / 1:00',
      { workoutType: variableIntervals, distance: 2010 },
      true,
    ],
    ['the same intervals', '2 x 1k / 1:00', { intervals: intervals(1000, 1000) }, false],
    ['intervals within a meter', '2 x 1k / 1:00', { intervals: intervals(999, 1001) }, false],
    ['a shorter interval before the last', '2 x 1k / 1:00', { intervals: intervals(998, 1000) }, true],
    ['a longer interval before the last', '2 x 1k / 1:00', { intervals: intervals(1002, 1000) }, true],
    ['a last interval that was left early', '2 x 1k / 1:00', { intervals: intervals(1000, 400) }, false],
    ['a longer last interval', '2 x 1k / 1:00', { intervals: intervals(1000, 1002) }, true],
    ['an interval too many', '2 x 1k / 1:00', { intervals: intervals(1000, 1000, 100) }, true],
    [
      'intervals of other times',
      '2 x 5:00 / 1:00',
      { intervals: [interval(1, 300), interval(1, 302)] },
      true,
    ],
    [
      'intervals of the same times',
      '2 x 5:00 / 1:00',
      { intervals: [interval(1, 300), interval(1, 299)] },
      false,
    ],
    // Calories of an interval are not stored.
    ['intervals of calories', '2 x 20 cal / 1:00', { intervals: intervals(1, 2) }, false],
  ])('%s of %s: %o is %s', (_, text, figures, isOther) => {
    expect(isOtherWorkout(planOf(text), rowed(figures))).toBe(isOther);
  });
});
