import { describe, expect, test, vi } from 'vitest';
import { ReplayClock } from './replay-clock.ts';

/** Frames that a test passes. */
function fakeFrames() {
  let waiting: ((nowMs: number) => void) | null = null;
  return {
    next: (callback: (nowMs: number) => void) => {
      waiting = callback;
      return () => {
        waiting = null;
      };
    },
    pass(nowMs: number) {
      const callback = waiting;
      waiting = null;
      callback?.(nowMs);
    },
    isWaiting: () => waiting !== null,
  };
}

function playing(endSec = 10) {
  const frames = fakeFrames();
  const clock = new ReplayClock(endSec, frames.next);
  const stop = clock.subscribe(() => {});
  return { clock, frames, stop };
}

describe('the time of a replay', () => {
  test('continues by its speed, from frame to frame', () => {
    const { clock, frames } = playing();
    clock.setSpeed(16);
    clock.play();
    frames.pass(1_000);
    expect(clock.getState().atSec).toBe(0);
    frames.pass(1_100);
    expect(clock.getState().atSec).toBeCloseTo(1.6);
    clock.setSpeed(1);
    frames.pass(1_200);
    expect(clock.getState().atSec).toBeCloseTo(1.7);
  });

  test('ends with the longest row, and plays again from the start', () => {
    const { clock, frames } = playing(1);
    clock.setSpeed(16);
    clock.play();
    frames.pass(0);
    frames.pass(200);
    expect(clock.getState()).toMatchObject({ atSec: 1, isPlaying: false });
    expect(frames.isWaiting()).toBe(false);
    clock.play();
    expect(clock.getState()).toMatchObject({ atSec: 0, isPlaying: true });
  });

  test('does not jump after a page was hidden', () => {
    const { clock, frames } = playing(100);
    clock.setSpeed(1);
    clock.play();
    frames.pass(0);
    frames.pass(60_000);
    expect(clock.getState().atSec).toBe(0.25);
  });

  test('does not move while it is paused, and after its last listener', () => {
    const { clock, frames, stop } = playing();
    clock.play();
    frames.pass(0);
    clock.pause();
    expect(frames.isWaiting()).toBe(false);
    clock.play();
    expect(frames.isWaiting()).toBe(true);
    stop();
    expect(frames.isWaiting()).toBe(false);
  });

  test('is set within the row, and reports it', () => {
    const { clock } = playing(10);
    const listener = vi.fn();
    clock.subscribe(listener);
    clock.seek(4);
    expect(clock.getState().atSec).toBe(4);
    clock.seek(-1);
    expect(clock.getState().atSec).toBe(0);
    clock.seek(99);
    expect(clock.getState().atSec).toBe(10);
    expect(listener).toHaveBeenCalledTimes(3);
  });

  test('the replay of an empty row does not play', () => {
    const { clock, frames } = playing(0);
    clock.play();
    expect(clock.getState().isPlaying).toBe(false);
    expect(frames.isWaiting()).toBe(false);
  });
});
