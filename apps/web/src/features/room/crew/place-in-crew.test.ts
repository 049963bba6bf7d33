import { parseWorkoutText } from '@boathouse/row/text';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enterRoom, rowingSample } from '../../../../test/room/rowing-room.ts';
import { placeInCrew } from './place-in-crew.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the own row is placed by its newest values among those who row the item, and without a metre it has no place', () => {
  const { room, activities, idOf, sendFrameOf } = enterRoom(['Ann', 'Ben']);
  sendFrameOf({ Ben: rowingSample(90) });
  vi.advanceTimersToNextFrame();
  const placeAt = (distanceM: number) =>
    placeInCrew(room, {
      activities,
      plan: parseWorkoutText('2000m'),
      own: {
        activityId: idOf('Ann'),
        getSample: () => rowingSample(distanceM),
        subscribe: () => () => {},
      },
    });
  expect([placeAt(120), placeAt(60), placeAt(0)]).toEqual([
    { rank: 1, count: 2 },
    { rank: 2, count: 2 },
    null,
  ]);
});
