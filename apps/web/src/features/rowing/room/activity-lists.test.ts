import type { ListedActivity } from '@boathouse/contract/activities';
import { describe, expect, test } from 'vitest';
import { mergeActivities, type ActivityLists } from './activity-lists.ts';
import { buildActivity } from '../../../../test/sessions/factory.ts';

const at = (minute: number) => `2025-11-21T17:${minute}:00.000Z`;
const begun = (minute: number) =>
  buildActivity({
    isCompleted: false,
    completedAt: null,
    elapsedTime: 0,
    distance: 0,
    createdAt: at(minute),
    heardAt: at(minute),
  });

const merge = (lists: ActivityLists, activities: ListedActivity[], discarded: string[] = []) =>
  mergeActivities(lists, { activities, discarded });

describe('an activity of an event', () => {
  test('is added to the list of its item, in order of the start', () => {
    const [first, second, third] = [begun(10), begun(20), begun(30)];
    const other = { ...begun(15), workoutItemIndex: 1 };
    expect(merge([[first, third], []], [other, second])).toEqual([[first, second, third], [other]]);
  });

  test('replaces its older state, and keeps the identity of the other objects', () => {
    const [anna, ben] = [begun(10), begun(20)];
    const done = { ...anna, isCompleted: true, completedAt: at(40), distance: 2000, elapsedTime: 400 };
    const merged = merge([[anna, ben]], [done]);
    expect(merged).toEqual([[done, ben]]);
    expect(merged[0]?.[1]).toBe(ben);
  });

  test('an event that is late changes neither a result nor newer values', () => {
    const anna = { ...begun(10), elapsedTime: 60, distance: 250 };
    // The monitor was restarted: its values are lower.
    const later = { ...anna, elapsedTime: 0, distance: 0, heardAt: at(11) };
    const done = { ...later, isCompleted: true, completedAt: at(40) };
    expect(merge([[later]], [anna])).toEqual([[later]]);
    expect(merge([[done]], [anna, later, { ...done, distance: 1 }])).toEqual([[done]]);
  });

  test('an event with the monitor’s own summary replaces a result without one, once', () => {
    const summary = {
      logEntryDate: null,
      logEntryTime: null,
      averageStrokeRate: 24,
      averageHeartRate: null,
      recoveryHeartRate: null,
    };
    const byHand = {
      ...begun(10),
      isCompleted: true,
      completedAt: at(40),
      summary: { ...summary, source: 'byHand' as const },
    };
    const ofTheMonitor = { ...byHand, distance: 100, summary: { ...summary, source: 'summary' as const } };
    expect(merge([[byHand]], [ofTheMonitor])).toEqual([[ofTheMonitor]]);
    expect(merge([[ofTheMonitor]], [byHand, { ...ofTheMonitor, distance: 1 }])).toEqual([[ofTheMonitor]]);
  });

  test('an activity that is reopened is in progress again, and its next result replaces the first', () => {
    const first = { ...begun(10), isCompleted: true, completedAt: at(20), heardAt: at(19) };
    const again = { ...first, isCompleted: false, completedAt: null, heardAt: at(21) };
    const second = { ...first, completedAt: at(30), heardAt: at(30), distance: 2000 };
    expect(merge([[first]], [again])).toEqual([[again]]);
    expect(merge([[first]], [{ ...again, heardAt: at(18) }])).toEqual([[first]]);
    expect(merge([[first]], [second, again])).toEqual([[second]]);
    expect(merge([[again]], [second])).toEqual([[second]]);
  });

  test('an activity that was discarded is removed, and the others stay', () => {
    const [anna, ben] = [begun(10), begun(20)];
    expect(merge([[anna, ben]], [], [anna._id])).toEqual([[ben]]);
    expect(merge([[ben]], [], [anna._id])).toEqual([[ben]]);
  });

  test('an activity of an unknown item is ignored', () => {
    expect(merge([[]], [{ ...begun(10), workoutItemIndex: 3 }])).toEqual([[]]);
  });
});
