import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enterRoom, rowingSample } from '../../../../../test/room/rowing-room.ts';
import { rankInCrew } from './rank-in-crew.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the viewer's row is ranked by its newest values among those who row the item, and without a meter it has no rank", () => {
  const { room, activities, idOf, sendFrameOf } = enterRoom(['Ann', 'Ben']);
  sendFrameOf({ Ben: rowingSample(90) });
  vi.advanceTimersToNextFrame();
  const rankAt = (distanceM: number) =>
    rankInCrew(room, {
      activities,
      workout: '2000m',
      own: {
        activityId: idOf('Ann'),
        getSample: () => rowingSample(distanceM),
        subscribe: () => () => {},
      },
    });
  expect([rankAt(120), rankAt(60), rankAt(0)]).toEqual([{ rank: 1, count: 2 }, { rank: 2, count: 2 }, null]);
});
