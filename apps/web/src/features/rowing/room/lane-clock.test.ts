import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LaneClock } from './lane-clock.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }));
afterEach(() => void vi.useRealTimers());

const nextFrame = () => vi.advanceTimersToNextFrame();

function followClock() {
  const clock = new LaneClock();
  const batches: string[][] = [];
  const stop = clock.subscribe((ids) => void batches.push([...ids]));
  return { clock, batches, stop };
}

test('passes on each change in the next animation frame, even for quick changes', () => {
  const { clock, batches } = followClock();
  for (const id of ['a', 'b', 'a']) {
    clock.note(id);
    nextFrame();
  }
  expect(batches).toEqual([['a'], ['b'], ['a']]);
});

test('passes on all lanes that change before an animation frame together, each once', () => {
  const { clock, batches } = followClock();
  const lanes = Array.from({ length: 50 }, (_, lane) => `lane-${lane}`);
  for (const lane of [...lanes, ...lanes]) clock.note(lane);
  expect(batches).toEqual([]);
  nextFrame();
  expect(batches).toEqual([lanes]);
});

test('requests no animation frame while nothing changes', () => {
  const { clock } = followClock();
  clock.note('a');
  expect(vi.getTimerCount()).toBe(1);
  nextFrame();
  expect(vi.getTimerCount()).toBe(0);
});

test('a change during a batch is in the next one', () => {
  const { clock, batches } = followClock();
  const stop = clock.subscribe(() => {
    stop();
    clock.note('b');
  });
  clock.note('a');
  nextFrame();
  nextFrame();
  expect(batches).toEqual([['a'], ['b']]);
});

test('collects nothing without a listener', () => {
  const { clock, batches, stop } = followClock();
  clock.note('a');
  stop();
  clock.note('b');
  expect(vi.getTimerCount()).toBe(0);
  nextFrame();
  expect(batches).toEqual([]);
});
