import { expect, test } from 'vitest';
import { newInterval, newWorkout } from '../workout.ts';
import { timelineOf } from './timeline.ts';

test.each([
  ['the workout', { restTime: 90, restDistance: 20 }, 1_020, 330],
  ['the intervals, if the workout has none', {}, 1_012, 300],
])('the total has the rests of %s', (_, rests, totalM, totalSec) => {
  const workout = newWorkout({
    startedAt: '2025-03-01T07:30:00Z',
    elapsedTime: 240,
    distance: 1_000,
    intervals: [
      newInterval({ kind: 'work', time: 120, distance: 500 }),
      newInterval({ kind: 'rest', time: 60, distance: 12 }),
      newInterval({ kind: 'work', time: 120, distance: 500 }),
    ],
    ...rests,
  });
  const { startSec, endSec, ...time } = timelineOf(workout);
  expect(time).toMatchObject({ totalM, totalSec });
  expect(endSec - startSec).toBe(totalSec);
});
