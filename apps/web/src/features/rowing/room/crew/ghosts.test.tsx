// @vitest-environment happy-dom
import type { LiveSample } from '@boathouse/contract/live';
import { rowedTrack, steadyTrack } from '@boathouse/row/crew/track';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { createFakeLiveSocket } from '../../../../../test/room/fake-live-socket.ts';
import { LiveRoom } from '../live-room.ts';
import type { OwnLane } from '../room-view.ts';
import { CrewLanes } from './crew-lanes.tsx';
import { activityOfGhost, roomOfOne, roomWithGhosts, type Ghost } from './ghosts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const sample: LiveSample = {
  phase: 'rowing',
  elapsedTime: 96,
  distance: 400,
  currentPace: 120,
  averagePace: 120,
  strokeRate: 24,
  heartRate: null,
  isSimulated: false,
};
const steady: Ghost = {
  id: 'ghost:pace',
  name: '1:55.0',
  track: steadyTrack(115, parseWorkoutText('2000m')),
};
const last: Ghost = {
  id: 'ghost:last',
  name: 'Your last time',
  track: rowedTrack([], { elapsedTime: 500, distance: 2_000 }),
};

function ownLane(first: Partial<LiveSample> | null = {}) {
  let current: LiveSample | null = first === null ? null : { ...sample, ...first };
  const listeners = new Set<() => void>();
  const own: OwnLane = {
    activityId: ownActivity._id,
    getSample: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const row = (next: Partial<LiveSample>) =>
    act(() => {
      current = { ...sample, ...current, ...next };
      for (const listener of listeners) listener();
      vi.advanceTimersByTime(300);
    });
  return { own, row };
}

const ownActivity = buildActivity({
  name: 'Eve',
  workout: '2000m',
  isCompleted: false,
  completedAt: null,
  distance: 0,
});
const other = buildActivity({
  name: 'Ann',
  workout: '2000m',
  isCompleted: false,
  completedAt: null,
  distance: 390,
  elapsedTime: 96,
});

test("ghosts row beside a single athlete, marked, without a rank, by the athlete's rowed time", () => {
  const { own, row } = ownLane();
  const ghosts = [steady, last];
  const activities = [ownActivity, ...ghosts.map((ghost) => activityOfGhost(ghost, ownActivity))];
  render(
    <CrewLanes
      workout="2000m"
      activities={activities}
      room={roomWithGhosts(roomOfOne(), own, ghosts)}
      viewerId={ownActivity.user._id}
      own={own}
    />,
  );
  const lanes = () => screen.getAllByRole('listitem').map((lane) => lane.textContent);
  expect(lanes()).toEqual([
    '–1:55.0Ghostpace 1:55.0stroke rate –',
    '1You+4.2 s behind 1:55.0pace 2:00.0stroke rate 24',
    '–Your last timeGhost+4.0 s behind youpace 2:05.0stroke rate –',
  ]);
  expect(screen.getByRole('region', { name: 'Crew' }).querySelector('p')?.textContent).toContain('1 of 1');
  row({ elapsedTime: 480, distance: 1_990 });
  expect(lanes()[0]).toBe('–1:55.0Ghost7:40.0');
});

test('stay at the start before the first stroke, and stop while the athlete stops', () => {
  const { own, row } = ownLane(null);
  const { getLane } = roomWithGhosts(roomOfOne(), own, [steady]);
  expect(getLane(steady.id)?.sample).toMatchObject({ phase: 'waiting', distance: 0, elapsedTime: 0 });
  row({ phase: 'resting', elapsedTime: 23 });
  expect(getLane(steady.id)?.sample).toMatchObject({ phase: 'resting', distance: 100 });
  expect(getLane(steady.id)?.sample).toMatchObject({ phase: 'resting', distance: 100 });
});

test('do not change the lanes of the others', () => {
  const room = new LiveRoom({ id: other._id, userId: other._id, socket: createFakeLiveSocket().socket });
  const { own } = ownLane();
  const withGhosts = roomWithGhosts(room, own, [steady]);
  expect(withGhosts.getLane(other._id)).toBe(room.getLane(other._id));
  expect(withGhosts.hasLanes()).toBe(room.hasLanes());
  expect(withGhosts.laneClock).toBe(room.laneClock);
});
