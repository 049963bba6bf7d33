import { describe, expect, test } from 'vitest';
import { dayRowsMax, nearestOf, shownOf } from './day-plan.ts';

const nowMs = Date.UTC(2025, 10, 21, 18, 30);
const startingIn = (minutes: number) => ({
  _id: `in ${minutes} min`,
  startAt: new Date(nowMs + minutes * 60_000).toISOString(),
});

describe('the nearest session of a day', () => {
  test.each([
    [[-38, -1, 8], -1],
    [[-38, 8, 60], 8],
    [[-59, 240], -59],
    [[-61, 240], 240],
    [[-5, 5], 5],
  ])('with starts in %j min is the one in %i min', (starts, nearest) => {
    expect(nearestOf(starts.map(startingIn), nowMs)?._id).toBe(`in ${nearest} min`);
  });

  test('is none after all have ended', () => {
    expect(nearestOf([startingIn(-60), startingIn(-600)], nowMs)).toBe(null);
    expect(nearestOf([], nowMs)).toBe(null);
  });
});

describe('the rows of a day', () => {
  const day = Array.from({ length: 12 }, (_, index) => startingIn(index * 10));
  const shownFrom = (nearest: number | null) =>
    shownOf(day, nearest === null ? null : (day[nearest]?._id ?? null)).map((session) =>
      day.indexOf(session),
    );

  test('are all of a short day', () => {
    expect(shownOf(day.slice(0, dayRowsMax), null)).toHaveLength(dayRowsMax);
    expect(shownOf(day.slice(0, 2), day[1]?._id ?? null)).toHaveLength(2);
  });

  test.each([
    [0, [0, 1, 2, 3, 4, 5]],
    [3, [3, 4, 5, 6, 7, 8]],
    [9, [6, 7, 8, 9, 10, 11]],
    [null, [6, 7, 8, 9, 10, 11]],
  ])('begin with the nearest one (%j)', (nearest, rows) => expect(shownFrom(nearest)).toEqual(rows));
});
