// @vitest-environment happy-dom
import type { LiveSample } from '@boathouse/contract/live';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { createFakeLiveSocket } from '../../../../../test/room/fake-live-socket.ts';
import { LiveRoom } from '../live-room.ts';
import { CrewLanes } from './crew-lanes.tsx';

const roomId = '018f0000-0000-7000-8000-00000000aaaa';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const sample: LiveSample = {
  phase: 'rowing',
  elapsedTime: 100,
  distance: 400,
  currentPace: 125,
  averagePace: 125,
  strokeRate: 24,
  heartRate: null,
  isSimulated: false,
};
const inProgress = (name: string, distance: number, isSimulated = false) =>
  buildActivity({
    name,
    workout: '2000m',
    isSimulated,
    isCompleted: false,
    completedAt: null,
    distance,
    elapsedTime: 100,
    currentPace: 125,
    averagePace: 125,
  });

function show(activities: ReturnType<typeof buildActivity>[]) {
  const [own] = activities;
  if (!own) throw new Error('No activity');
  const room = new LiveRoom({ id: roomId, userId: roomId, socket: createFakeLiveSocket().socket });
  const listeners = new Set<() => void>();
  let current = sample;
  render(
    <CrewLanes
      workout="2000m"
      activities={activities}
      room={room}
      viewerId={own.user._id}
      own={{
        activityId: own._id,
        getSample: () => current,
        subscribe(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      }}
    />,
  );
  return {
    row: (next: Partial<LiveSample>) =>
      act(() => {
        current = { ...current, ...next };
        for (const listener of listeners) listener();
        vi.advanceTimersByTime(300);
      }),
  };
}
const summary = () => screen.getByRole('region', { name: 'Crew' }).querySelector('p')?.textContent;
const lanes = () => screen.getAllByRole('listitem').map((lane) => lane.textContent);

describe("the lanes beside the athlete's figures", () => {
  test('are in order, and give rank, gap, pace and rate as texts', () => {
    show([inProgress('Eve', 0), inProgress('Ann', 404), inProgress('Ben', 380, true)]);
    expect(summary()).toBe('2 of 3Ann 1.0 s aheadBen 5.0 s behind');
    expect(lanes()).toEqual([
      '1Ann',
      '2You+1.0 s behind Annpace 2:05.0stroke rate 24',
      '3BenSimulated+5.0 s behind you',
    ]);
  });

  test('move the boat without rendering, and change places when the order does', () => {
    const { row } = show([inProgress('Eve', 0), inProgress('Ann', 404)]);
    const boat = () => screen.getByText('You').closest('li')?.querySelector<HTMLElement>('[style]')?.style;
    expect(boat()?.transform).toBe('translateX(-80.0%)');
    row({ distance: 402 });
    expect(boat()?.transform).toBe('translateX(-79.9%)');
    row({ distance: 420 });
    expect(lanes()[0]).toContain('You');
    expect(screen.getByText('1 of 2')).toBeTruthy();
  });

  test('are hidden from an athlete who rows alone', () => {
    show([inProgress('Eve', 0)]);
    expect(screen.queryByRole('region', { name: 'Crew' })).toBeNull();
  });

  test("the lanes of a big crew are those around the viewer's own, with the count of all", () => {
    show(Array.from({ length: 32 }, (_, index) => inProgress(`Rower ${index}`, 100 + index * 20)));
    expect(screen.getAllByRole('listitem')).toHaveLength(7);
    expect(screen.getByText('32 in all')).toBeTruthy();
  });
});
