import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveSample } from '../live.ts';
import { SampleTiming } from './sample-timing.ts';

const sampleMs = 250;
/** In a row that began this long ago, and with a page that has seen ticks for so long, samples may wait. */
const settledMs = 16_000;

const sampleOf = (elapsedMs: number, phase: LiveSample['phase'] = 'rowing'): LiveSample => ({
  phase,
  elapsedTime: Math.round(elapsedMs / 10) / 100,
  distance: elapsedMs / 250,
  currentPace: null,
  averagePace: null,
  strokeRate: 24,
  heartRate: null,
  isSimulated: false,
});

type World = {
  /** Between two values of the monitor. */
  everyMs: number;
  /** When the first value comes, and how long the athlete has rowed then. */
  firstAtMs: number;
  rowedMs: number;
  /** Each way, of the message sent at this time. */
  latencyMs(atMs: number): number;
  tickMsAt(atMs: number): number;
  /** Added to a tick, by its number: the server is late. */
  lateMs(tick: number): number;
  /** Whether the frame of this tick reaches the page. */
  isLost(tick: number): boolean;
  /** How late the page's timers are. */
  timerLateMs(atMs: number): number;
  phaseAt(atMs: number): LiveSample['phase'];
  endMs: number;
};

const usual: World = {
  everyMs: 250,
  firstAtMs: 40,
  rowedMs: 0,
  latencyMs: () => 3,
  tickMsAt: () => 250,
  lateMs: () => 0,
  isLost: () => false,
  timerLateMs: () => 0,
  phaseAt: () => 'rowing',
  endMs: 30_000,
};

type Value = { atMs: number; elapsedMs: number; sentAtMs: number | null; framedAtMs: number | null };

/**
 * Runs a page that rows and a room's ticks in steps of 1 ms, as `LiveRoom` and the server do: the newest value waits on the
 * page, the newest sample on the server.
 */
function run(parts: Partial<World>): Value[] {
  const world = { ...usual, ...parts };
  const timing = new SampleTiming();
  timing.restart();
  const values: Value[] = [];
  let held: { value: Value; fireAtMs: number } | null = null;
  const toServer: Array<{ value: Value; atMs: number }> = [];
  let newest: { value: Value; atMs: number } | null = null;
  const toPage: Array<{ value: Value; ageMs: number; tickMs: number; atMs: number }> = [];
  let [nextValueAtMs, nextTickAtMs, tick] = [world.firstAtMs, 0, 0];
  const send = (value: Value, nowMs: number) => {
    held = null;
    timing.noteSent(sampleOf(value.elapsedMs, world.phaseAt(value.atMs)), nowMs);
    value.sentAtMs = nowMs;
    const lastAtMs = toServer.at(-1)?.atMs ?? 0;
    toServer.push({ value, atMs: Math.max(lastAtMs, nowMs + world.latencyMs(nowMs)) });
  };
  for (let nowMs = 0; nowMs < world.endMs; nowMs += 1) {
    while (toPage[0] && toPage[0].atMs <= nowMs) {
      const frame = toPage.shift();
      if (frame) timing.noteFramed(sampleOf(frame.value.elapsedMs), frame, nowMs);
    }
    if (nowMs >= nextValueAtMs) {
      const elapsedMs = world.rowedMs + nowMs - world.firstAtMs;
      const value: Value = { atMs: nowMs, elapsedMs, sentAtMs: null, framedAtMs: null };
      values.push(value);
      const dueAtMs = timing.dueAtMs(sampleOf(elapsedMs, world.phaseAt(nowMs)), nowMs);
      if (dueAtMs <= nowMs) send(value, nowMs);
      else held = { value, fireAtMs: dueAtMs + world.timerLateMs(nowMs) };
      nextValueAtMs += world.everyMs;
    }
    if (held !== null && nowMs >= held.fireAtMs) send(held.value, nowMs);
    while (toServer[0] && toServer[0].atMs <= nowMs) newest = toServer.shift() ?? null;
    const tickMs = world.tickMsAt(nowMs);
    if (nowMs >= nextTickAtMs + world.lateMs(tick)) {
      if (newest !== null && !world.isLost(tick)) {
        newest.value.framedAtMs = nowMs;
        const ageMs = Math.round(nowMs - newest.atMs);
        toPage.push({ value: newest.value, ageMs, tickMs, atMs: nowMs + world.latencyMs(nowMs) });
      }
      newest = null;
      nextTickAtMs += tickMs;
      tick += 1;
    }
  }
  return values;
}

const after = (values: Value[], ms: number) => values.filter(({ atMs }) => atMs >= ms);
const sentOnly = (values: Value[]) => values.filter(({ sentAtMs }) => sentAtMs !== null);
const waitOf = ({ atMs, sentAtMs }: Value) => (sentAtMs ?? atMs) - atMs;
const waits = (values: Value[]) => sentOnly(values).map(waitOf);
/** The ages of the newest framed value, at the end of every tick and for all who watch. */
function agesAtTicks(values: Value[]): number[] {
  return values.flatMap(({ framedAtMs, atMs }) => (framedAtMs === null ? [] : [framedAtMs - atMs]));
}
const share = (values: number[], isSuch: (value: number) => boolean) =>
  values.filter(isSuch).length / values.length;

const phase = fc.integer({ min: 0, max: sampleMs - 1 });
/** Spreads times evenly over 0 to `rangeMs`. */
const jittered = (rangeMs: number) => (atMs: number) => (Math.floor(atMs) * 7_919) % (rangeMs + 1);

describe('samples', () => {
  it('arrive shortly before the tick, whatever the phases, the period of the values and the latency', () => {
    fc.assert(
      fc.property(
        phase,
        fc.integer({ min: 250, max: 320 }),
        fc.integer({ min: 0, max: 400 }),
        (firstAtMs, everyMs, latencyMs) => {
          const values = run({ firstAtMs, everyMs, latencyMs: () => latencyMs });
          for (const { sentAtMs } of sentOnly(after(values, settledMs + everyMs))) {
            const earlyMs = (sampleMs - (((sentAtMs ?? 0) + latencyMs) % sampleMs)) % sampleMs;
            expect(earlyMs).toBeLessThanOrEqual(12);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('never wait longer than a tick, and none is lost unless a newer one is sent', () => {
    const chaos = fc.record({
      firstAtMs: phase,
      everyMs: fc.integer({ min: 250, max: 320 }),
      jitterMs: fc.integer({ min: 0, max: 300 }),
      lateMs: fc.integer({ min: 0, max: 150 }),
      lostOf: fc.integer({ min: 2, max: 9 }),
      tickMs: fc.constantFrom(100, 250, 500),
    });
    fc.assert(
      fc.property(chaos, ({ jitterMs, lateMs, lostOf, tickMs, ...parts }) => {
        const values = run({
          ...parts,
          latencyMs: jittered(jitterMs),
          lateMs: (tick) => jittered(lateMs)(tick),
          isLost: (tick) => tick % lostOf === 1,
          tickMsAt: (atMs) => (atMs < 20_000 || atMs > 26_000 ? 250 : tickMs),
          endMs: 40_000,
        });
        const sentAtMs = sentOnly(values).map((value) => value.sentAtMs ?? 0);
        // The last values may wait at the end of the run.
        for (const { atMs } of values.filter((value) => value.atMs < 39_500)) {
          const nextSentAtMs = sentAtMs.find((sent) => sent >= atMs) ?? Number.POSITIVE_INFINITY;
          expect(nextSentAtMs - atMs).toBeLessThanOrEqual(sampleMs + 1);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are in a frame within a tick and 10 ms on a local network', () => {
    fc.assert(
      fc.property(phase, fc.integer({ min: 250, max: 320 }), (firstAtMs, everyMs) => {
        const values = run({ firstAtMs, everyMs, latencyMs: jittered(3), timerLateMs: jittered(3) });
        expect(share(agesAtTicks(values), (ageMs) => ageMs > sampleMs + 10)).toBeLessThan(0.01);
      }),
      { numRuns: 40 },
    );
  });

  it('seldom miss their tick on a network that varies by 20 ms, and with timers that are up to 10 ms late', () => {
    fc.assert(
      fc.property(phase, (firstAtMs) => {
        const values = run({
          firstAtMs,
          everyMs: 260,
          latencyMs: (atMs) => 20 + jittered(20)(atMs),
          timerLateMs: jittered(10),
          endMs: 70_000,
        });
        const settled = after(values, settledMs);
        expect(share(waits(settled), (waitMs) => waitMs > 0)).toBeGreaterThan(0.9);
        const framed = settled.filter(({ framedAtMs }) => framedAtMs !== null);
        expect(framed.length).toBeGreaterThan(sentOnly(settled).length * 0.98);
        for (const ageMs of agesAtTicks(settled)) expect(ageMs).toBeLessThan(sampleMs + 60);
      }),
      { numRuns: 20 },
    );
  });

  it('follow ticks that drift away from the page’s clock, and miss none', () => {
    fc.assert(
      fc.property(phase, fc.integer({ min: -1, max: 1 }), (firstAtMs, driftMs) => {
        // 1 ms in 1 s.
        const values = run({
          firstAtMs,
          lateMs: (tick) => 50 + Math.round((tick * driftMs) / 4),
          endMs: 60_000,
        });
        for (const ageMs of agesAtTicks(after(values, settledMs))) {
          expect(ageMs).toBeLessThanOrEqual(sampleMs + 25);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('samples are sent at once', () => {
  it('in the first 10 s of a row, so that they bound the first stroke as before', () => {
    const values = run({});
    const young = values.filter(({ elapsedMs }) => elapsedMs < 10_000);
    expect(young).toHaveLength(40);
    expect(waits(young)).toEqual(young.map(() => 0));
    expect(waits(after(values, settledMs)).some((waitMs) => waitMs > 0)).toBe(true);
    // The smallest difference is what the server stores as the first stroke.
    const sinceMs = (of: Value[]) =>
      Math.min(...sentOnly(of).map(({ sentAtMs, elapsedMs }) => (sentAtMs ?? 0) - elapsedMs));
    expect(sinceMs(values)).toBe(sinceMs(young));
  });

  it('for 10 s after joining in the middle of a row', () => {
    const values = run({ rowedMs: 600_000 });
    expect(waits(values.filter(({ atMs }) => atMs < 10_000)).every((waitMs) => waitMs === 0)).toBe(true);
    expect(waits(after(values, settledMs)).some((waitMs) => waitMs > 0)).toBe(true);
  });

  it('in rooms with more frequent ticks, and after a change to them', () => {
    const values = run({ tickMsAt: (atMs) => (atMs < 20_000 ? 250 : 100), endMs: 40_000 });
    expect(waits(after(values, 20_600)).every((waitMs) => waitMs === 0)).toBe(true);
  });

  it('under overload, and wait again after it', () => {
    const isLoaded = (atMs: number) => atMs >= 20_000 && atMs < 30_000;
    const values = run({ tickMsAt: (atMs) => (isLoaded(atMs) ? 500 : 250), endMs: 50_000 });
    const loaded = values.filter(({ atMs }) => atMs > 21_000 && isLoaded(atMs));
    expect(waits(loaded).every((waitMs) => waitMs === 0)).toBe(true);
    expect(waits(after(values, 40_000)).some((waitMs) => waitMs > 0)).toBe(true);
  });

  it('while ticks are irregular', () => {
    const values = run({ lateMs: jittered(100) });
    expect(share(waits(values), (waitMs) => waitMs > 0)).toBeLessThan(0.1);
  });

  it('while the latency varies too much, and after the ticks have moved until they are known again', () => {
    expect(share(waits(run({ latencyMs: jittered(100) })), (waitMs) => waitMs > 0)).toBeLessThan(0.1);
    const moved = run({ lateMs: (tick) => (tick < 80 ? 0 : 90), endMs: 40_000 });
    const unsure = moved.filter(({ atMs }) => atMs > 21_000 && atMs < 23_000);
    expect(waits(unsure).every((waitMs) => waitMs === 0)).toBe(true);
    for (const ageMs of agesAtTicks(after(moved, 26_000))) expect(ageMs).toBeLessThanOrEqual(sampleMs + 20);
    expect(waits(after(moved, 26_000)).some((waitMs) => waitMs > 0)).toBe(true);
  });

  it('a second after frames have stopped, and wait again when they come', () => {
    const values = run({ isLost: (tick) => tick >= 80 && tick < 100, endMs: 40_000 });
    const silent = values.filter(({ atMs }) => atMs > 21_500 && atMs < 25_000);
    expect(waits(silent).every((waitMs) => waitMs === 0)).toBe(true);
    expect(waits(after(values, 30_000)).some((waitMs) => waitMs > 0)).toBe(true);
  });

  it('when the row pauses or ends, with what waits', () => {
    for (const phaseThen of ['paused', 'resting', 'ending', 'finished'] as const) {
      const values = run({ phaseAt: (atMs) => (atMs < 20_000 ? 'rowing' : phaseThen), endMs: 25_000 });
      expect(waits(after(values, 20_000)).every((waitMs) => waitMs === 0)).toBe(true);
    }
  });

  it('on a page whose timers stand still: the next value is late by no more than its own wait', () => {
    const values = run({ timerLateMs: () => 1_000, everyMs: 260 });
    for (const waitMs of waits(values)) expect(waitMs).toBeLessThanOrEqual(sampleMs);
  });
});

describe('a page that knows the tick', () => {
  /** Knows that ticks are 100 ms after its values. */
  function inStep() {
    const timing = new SampleTiming();
    const nextAtMs = 61 * sampleMs;
    for (let nowMs = sampleMs; nowMs < nextAtMs; nowMs += sampleMs) {
      const sample = sampleOf(nowMs);
      timing.dueAtMs(sample, nowMs);
      timing.noteSent(sample, nowMs);
      timing.noteFramed(sample, { ageMs: 100, tickMs: 250 }, nowMs + 100);
      // Again in a keyframe, and of the athlete's other device.
      timing.noteFramed(sample, { ageMs: 177, tickMs: 250 }, nowMs + 110);
      timing.noteFramed(sampleOf(nowMs + 77_000), { ageMs: 33, tickMs: 250 }, nowMs + 120);
    }
    return { timing, nextAtMs };
  }

  it('holds a sample until 8 ms before it, and a newer one no longer than the older', () => {
    const { timing, nextAtMs } = inStep();
    expect(timing.dueAtMs(sampleOf(nextAtMs), nextAtMs)).toBe(nextAtMs + 92);
    expect(timing.dueAtMs(sampleOf(nextAtMs + 91), nextAtMs + 91)).toBe(nextAtMs + 92);
    expect(timing.dueAtMs(sampleOf(nextAtMs + 300), nextAtMs + 300)).toBe(nextAtMs + 92);
  });

  it('sends at once what can still reach it, and what is in the first 10 s of a row that has begun again', () => {
    const { timing, nextAtMs } = inStep();
    const lateAtMs = nextAtMs + 95;
    expect(timing.dueAtMs(sampleOf(lateAtMs), lateAtMs)).toBe(lateAtMs);
    timing.noteSent(sampleOf(lateAtMs), lateAtMs);
    expect(timing.dueAtMs(sampleOf(500), nextAtMs + 250)).toBe(nextAtMs + 250);
  });

  it('knows nothing after joining again', () => {
    const { timing, nextAtMs } = inStep();
    timing.restart();
    expect(timing.dueAtMs(sampleOf(nextAtMs), nextAtMs)).toBe(nextAtMs);
  });
});
