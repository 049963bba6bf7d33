import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startMetronome, type Clicks } from './metronome.ts';

/** A clock that runs with the fake timers, and the requested times of clicks. */
class FakeClicks implements Clicks {
  currentSec = 0;
  isClosed = false;
  readonly starts: number[] = [];
  nowSec(): number {
    return this.currentSec;
  }
  clickAt(atSec: number): void {
    this.starts.push(atSec);
  }
  close(): void {
    this.isClosed = true;
  }
}

let clicks: FakeClicks;
beforeEach(() => {
  vi.useFakeTimers();
  clicks = new FakeClicks();
});
afterEach(() => {
  vi.useRealTimers();
});

function pass(sec: number, stepSec = 0.13): void {
  for (let gone = 0; gone < sec; gone += stepSec) {
    clicks.currentSec += stepSec;
    vi.advanceTimersByTime(stepSec * 1000);
  }
}
const start = (rateSpm: number) => startMetronome(clicks, rateSpm);
const gaps = () => clicks.starts.slice(1).map((atSec, index) => atSec - (clicks.starts[index] ?? 0));

describe('the metronome', () => {
  test('clicks once per stroke on the audio clock, without drift over ten minutes', () => {
    start(24);
    pass(600);
    expect(clicks.starts.length).toBeGreaterThanOrEqual(240);
    const [first = 0] = clicks.starts;
    for (const [index, atSec] of clicks.starts.entries()) expect(atSec).toBeCloseTo(first + index * 2.5, 6);
  });

  test('misses no beat when the timers of a hidden page run once a second', () => {
    start(40);
    pass(60, 1);
    expect(clicks.starts.length).toBeGreaterThanOrEqual(40);
    for (const gap of gaps()) expect(gap).toBeCloseTo(1.5, 6);
  });

  test('changes its rate with the next beat, and skips the beats of a suspension', () => {
    const metronome = start(20);
    pass(6);
    metronome.setRate(30);
    const before = clicks.starts.length;
    pass(20);
    for (const gap of gaps().slice(before)) expect(gap).toBeCloseTo(2, 6);
    clicks.currentSec += 60;
    const silent = clicks.starts.length;
    pass(1);
    expect(clicks.starts.length - silent).toBeLessThanOrEqual(3);
  });

  test('reports which beat sounds, and is silent after the stop', () => {
    const metronome = start(60);
    expect(metronome.beat()).toBe(0);
    pass(3.5);
    expect(metronome.beat()).toBe(4);
    metronome.stop();
    const count = clicks.starts.length;
    pass(5);
    expect(clicks.starts).toHaveLength(count);
    expect(clicks.isClosed).toBe(true);
  });
});
