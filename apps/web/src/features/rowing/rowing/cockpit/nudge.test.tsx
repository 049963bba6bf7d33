// @vitest-environment happy-dom
import { liveEvents } from '@boathouse/contract/live';
import type { Nudged } from '@boathouse/contract/live/nudges';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeRooms } from '../../../../../test/room/fake-rooms.tsx';
import { Nudge } from './nudge.tsx';

const activity = '018f0000-0000-7000-8000-000000000001';
const coach = { _id: '018f0000-0000-7000-8000-000000000002', displayName: 'Cleo Coach', iconURL: null };
let rooms = createFakeRooms();

beforeEach(() => {
  vi.useFakeTimers();
  rooms = createFakeRooms();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const say = (text: string, parts: Partial<Nudged> = {}) =>
  act(() => rooms.say(liveEvents.nudged, { room: activity, activity, sender: coach, text, ...parts }));
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const shown = () => screen.getByRole('group', { name: 'Nudge' }).textContent;

test('a nudge is shown for 8 s, with its sender', () => {
  render(<Nudge activityId={activity} />, { wrapper: rooms.Provider });
  expect(shown()).toBe('');
  say('Rate 22');
  expect(shown()).toBe('Cleo Coach Rate 22');
  wait(7_900);
  expect(shown()).toBe('Cleo Coach Rate 22');
  wait(100);
  expect(shown()).toBe('');
});

test('another nudge replaces it, and has its own 8 s', () => {
  render(<Nudge activityId={activity} />, { wrapper: rooms.Provider });
  say('Rate 22');
  wait(5_000);
  say('Sit up');
  wait(7_900);
  expect(shown()).toBe('Cleo Coach Sit up');
  wait(100);
  expect(shown()).toBe('');
});

test('a nudge for another row, or for the previous one, is not shown', () => {
  const other = '018f0000-0000-7000-8000-000000000003';
  const { rerender } = render(<Nudge activityId={activity} />, { wrapper: rooms.Provider });
  say('Rate 22', { activity: other });
  expect(shown()).toBe('');
  say('Rate 22');
  rerender(<Nudge activityId={other} />);
  expect(shown()).toBe('');
});
