import { decodeNotification } from '@boathouse/pm5/decode';
import { createSimulatedErg, type SimulatedPlan } from '@boathouse/pm5/simulated-erg';
import { describe, expect, test } from 'vitest';
import { beginRow, reduceRow, type RowProgress } from './progress.ts';

type Step = { atMs: number; before: RowProgress; after: RowProgress };

type Form = 'individual' | 'multiplexed';
function erg(plan: SimulatedPlan, form: Form) {
  return createSimulatedErg({
    plan,
    form,
    startDate: { year: 2026, month: 3, day: 6 },
    startTime: { hour: 11, minute: 36 },
  });
}

/** Rows the plan to its end over the monitor's bytes; the link is down within `gaps`, in seconds. */
function rowPlan(
  plan: SimulatedPlan,
  sec: number,
  gaps: [number, number][] = [],
  form: Form = 'individual',
): Step[] {
  const monitor = erg(plan, form);
  monitor.advanceTo(1);
  monitor.startRowing();
  const steps: Step[] = [];
  let progress = beginRow();
  for (const { atSec, characteristic, bytes } of monitor.advanceTo(sec)) {
    if (gaps.some(([from, to]) => atSec >= from && atSec < to)) continue;
    const before = progress;
    progress = reduceRow(before, decodeNotification(characteristic, bytes), atSec * 1000);
    steps.push({ atMs: atSec * 1000, before, after: progress });
  }
  return steps;
}

function lastOf(steps: Step[]): RowProgress {
  return steps.at(-1)?.after ?? beginRow();
}

const distanceIntervals: SimulatedPlan = {
  pieces: Array.from({ length: 3 }, () => ({ kind: 'distance' as const, distanceM: 250, restSec: 30 })),
  paceSec: 120,
  strokeRateSpm: 26,
};
const timeIntervals: SimulatedPlan = {
  pieces: Array.from({ length: 4 }, () => ({ kind: 'time' as const, durationSec: 40, restSec: 20 })),
  paceSec: 115,
  strokeRateSpm: 28,
};
const pyramid: SimulatedPlan = {
  pieces: [
    { kind: 'distance', distanceM: 150, restSec: 20 },
    { kind: 'time', durationSec: 45, restSec: 25 },
    { kind: 'distance', distanceM: 150, restSec: 20 },
  ],
  paceSec: 125,
  strokeRateSpm: 24,
};
const withoutRest: SimulatedPlan = {
  pieces: Array.from({ length: 3 }, () => ({ kind: 'distance' as const, distanceM: 200, restSec: 0 })),
  paceSec: 118,
  strokeRateSpm: 27,
};
const single: SimulatedPlan = {
  pieces: [{ kind: 'distance', distanceM: 1000, restSec: 0 }],
  paceSec: 120,
  strokeRateSpm: 26,
  heartRate: true,
};

describe.each([
  ['distance intervals', distanceIntervals, 300],
  ['time intervals', timeIntervals, 300],
  ['a pyramid', pyramid, 250],
  ['intervals without rest', withoutRest, 200],
  ['a single piece', single, 320],
])('%s of a simulated monitor', (_name, plan, sec) => {
  const steps = rowPlan(plan, sec);
  const finished = lastOf(steps);

  test('end with the monitor’s summary, which agrees with the sums shown before', () => {
    expect(finished.phase).toBe('finished');
    expect(finished.result?.source).toBe('summary');
    const ending = steps.find(({ after }) => after.phase === 'ending')?.after;
    expect(ending?.elapsedIsExact).toBe(true);
    expect(ending?.distanceM).toBeCloseTo(finished.result?.distanceM ?? 0, 0);
    expect(Math.abs((ending?.elapsedSec ?? 0) - (finished.result?.elapsedSec ?? 0))).toBeLessThanOrEqual(0.3);
    expect(finished.pieceNumber).toBe(1);
  });

  test('never count down and never count during a rest', () => {
    for (const { before, after } of steps) {
      expect(after.elapsedSec).toBeGreaterThanOrEqual(before.elapsedSec);
      expect(after.distanceM).toBeGreaterThanOrEqual(before.distanceM);
      if (before.phase !== 'resting' || after.phase !== 'resting') continue;
      expect(after.distanceM).toBe(before.distanceM);
      expect(after.elapsedSec).toBe(before.elapsedSec);
    }
  });

  test('emit every stroke once, with its force curve, and the counts add up', () => {
    const strokes = finished.closedStrokes;
    const keys = strokes.map(({ interval, number }) => `${interval}:${number}`);
    expect(new Set(keys).size).toBe(finished.strokeCount);
    expect(keys).toHaveLength(finished.strokeCount);
    const times = strokes.map(({ elapsedTime }) => elapsedTime);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const { forceCurve, peakForce, power } of strokes) {
      expect(power).not.toBeNull();
      expect(Math.abs(Math.max(...(forceCurve ?? [0])) - (peakForce ?? 0))).toBeLessThan(
        0.2 * (peakForce ?? 0),
      );
    }
  });

  test('number their splits from 1 without a gap', () => {
    const numbers = finished.splits.map(({ splitNumber }) => splitNumber);
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    if (plan.pieces.length > 1) expect(numbers).toHaveLength(plan.pieces.length);
  });
});

describe('a Bluetooth connection that drops for a while', () => {
  test.each([
    ['within an interval', [20, 35]],
    ['over the end of one and its rest', [50, 110]],
    ['over two whole intervals', [20, 190]],
  ] as const)('%s loses no meter, and the summary has the exact time', (_name, [from, to]) => {
    const whole = rowPlan(distanceIntervals, 300);
    const broken = rowPlan(distanceIntervals, 300, [[from, to]]);
    const distanceAt = new Map(whole.map(({ atMs, after }) => [atMs, after.distanceM]));
    const back = broken.find(({ atMs, after }) => atMs > to * 1000 + 2000 && after.phase === 'rowing');
    expect(back?.after.distanceM).toBeCloseTo(distanceAt.get(back?.atMs ?? 0) ?? 0, 0);
    expect(lastOf(broken).result).toEqual({
      ...lastOf(whole).result,
    });
  });
});

test.each([
  ['a single piece', single],
  ['a pyramid', pyramid],
] as const)(
  '%s gives the same result over the multiplexed records as over the individual ones',
  (_name, plan) => {
    const multiplexed = lastOf(rowPlan(plan, 320, [], 'multiplexed')).result;
    expect(multiplexed).toEqual(lastOf(rowPlan(plan, 320)).result);
    expect(multiplexed?.averagePaceSec).toBeGreaterThan(100);
  },
);
