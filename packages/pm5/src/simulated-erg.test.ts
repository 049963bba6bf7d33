import { describe, expect, it } from 'vitest';

import type { SimulatedNotification, SimulatedPlan } from './simulated-erg.ts';
import { calm, decodeAll, meters, row, seconds, simulate, timedOf } from './simulated/simulated-row.ts';

const plans: ReadonlyArray<[string, SimulatedPlan]> = [
  ['100 m', { ...calm, pieces: [meters(100)] }],
  ['2000 m with a belt', { ...calm, heartRate: true, pieces: [meters(2000)] }],
  ['5 min', { ...calm, strokeRateSpm: 30, pieces: [seconds(300)] }],
  ['3 x 100 m', { ...calm, pieces: [meters(100, 30), meters(100, 30), meters(100, 30)] }],
  ['1 min, 200 m, 30 s', { ...calm, pieces: [seconds(60, 20), meters(200), seconds(30, 5)] }],
];

describe('every simulated row', () => {
  for (const form of ['individual', 'multiplexed'] as const) {
    it.each(plans)(`[ERG-2] [ERG-3] notifies only known records (${form}): %s`, (_title, plan) => {
      const unknown = decodeAll(row(plan, form)).filter(({ record }) => record.kind === 'unknown');
      expect(unknown).toEqual([]);
    });
  }

  it.each(plans)('notifies the same records in both forms: %s', (_title, plan) => {
    const carried = (sent: SimulatedNotification[]): unknown[] =>
      decodeAll(sent)
        .filter(({ record }) => record.kind !== 'additionalEndOfWorkoutSummary2')
        .map(({ atSec, record }) => ({
          atSec,
          ...record,
          averagePowerW: null,
          workPerStrokeJ: null,
          splitIntervalType: null,
          ...(record.kind === 'endOfWorkoutSummary' ? { averagePaceSec: null } : {}),
        }));
    expect(carried(row(plan, 'multiplexed'))).toEqual(carried(row(plan, 'individual')));
  });

  it.each(plans)('sends the average pace of the summary in 0x3C when multiplexed: %s', (_title, plan) => {
    const alone = timedOf(row(plan), 'endOfWorkoutSummary')[0]?.record;
    const extra = timedOf(row(plan, 'multiplexed'), 'additionalEndOfWorkoutSummary2');
    expect(extra).toHaveLength(2);
    expect(timedOf(row(plan), 'additionalEndOfWorkoutSummary2')).toEqual([]);
    expect(extra[0]?.record).toMatchObject({
      averagePaceSec: alone?.averagePaceSec,
      logEntryDate: alone?.logEntryDate,
      logEntryTime: alone?.logEntryTime,
    });
  });

  it.each(plans)('is repeatable with the same random numbers and differs with others: %s', (_title, plan) => {
    expect(row(plan)).toEqual(row(plan));
    expect(row(plan, 'individual', 8)).not.toEqual(row(plan));
  });

  it.each(plans)('does not depend on how often the clock advances: %s', (_title, plan) => {
    const erg = simulate(plan);
    const sent = erg.advanceTo(1);
    erg.startRowing();
    for (let clockSec = 1; clockSec < 700; clockSec += 0.37) sent.push(...erg.advanceTo(clockSec));
    const until = sent.at(-1)?.atSec ?? 0;
    const atOnce = row(plan).filter(({ atSec }) => atSec <= until);
    expect(sent).toEqual(atOnce.slice(0, sent.length));
    expect(atOnce.length - sent.length).toBeLessThan(4);
  });

  it.each(plans)('notifies in the order of time: %s', (_title, plan) => {
    const atSec = row(plan).map((notification) => notification.atSec);
    expect(atSec).toEqual([...atSec].sort((a, b) => a - b));
  });

  it.each(plans)('never reduces time or distance within an interval: %s', (_title, plan) => {
    const statuses = timedOf(row(plan), 'generalStatus').map(({ record }) => record);
    let resets = 0;
    statuses.forEach((status, index) => {
      const before = statuses[index - 1];
      if (before === undefined) return;
      const isReset = status.elapsedSec === 0 && status.distanceM === 0 && before.elapsedSec > 0;
      if (isReset) resets += 1;
      else {
        expect(status.elapsedSec).toBeGreaterThanOrEqual(before.elapsedSec);
        expect(status.distanceM).toBeGreaterThanOrEqual(before.distanceM);
      }
    });
    expect(resets).toBe(plan.pieces.length - 1);
  });

  it.each(plans)('ends with a summary of exactly the work rowed: %s', (_title, plan) => {
    const sent = row(plan);
    const summary = timedOf(sent, 'endOfWorkoutSummary')[0]?.record;
    const additional = timedOf(sent, 'additionalEndOfWorkoutSummary')[0]?.record;
    const splits = timedOf(sent, 'splitIntervalData').map(({ record }) => record);
    const details = timedOf(sent, 'additionalSplitIntervalData').map(({ record }) => record);
    if (summary === undefined || additional === undefined) throw new Error('no summary');

    const lastOfPiece = splits.filter(
      (_split, index) => plan.pieces.length > 1 || index === splits.length - 1,
    );
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    expect(summary.timeElapsedSec).toBeCloseTo(sum(lastOfPiece.map((s) => s.elapsedSec)), 5);
    expect(Math.abs(summary.distanceM - sum(lastOfPiece.map((s) => s.distanceM)))).toBeLessThan(0.2);
    expect(splits.map((split) => split.splitNumber)).toEqual(splits.map((_, index) => index + 1));
    expect(details.map((split) => split.splitNumber)).toEqual(splits.map((_, index) => index + 1));
    expect(additional.splitIntervalCount).toBe(splits.length);
    // A split's time is in tenths of a second.
    expect(Math.abs(sum(splits.map((s) => s.splitTimeSec)) - summary.timeElapsedSec)).toBeLessThan(
      0.05 * splits.length + 0.001,
    );

    const paceSec = (500 * summary.timeElapsedSec) / summary.distanceM;
    expect(Math.abs((summary.averagePaceSec ?? 0) - paceSec)).toBeLessThanOrEqual(0.1);
    expect(Math.abs(additional.watts - 2.8 / (paceSec / 500) ** 3)).toBeLessThan(1);
    expect(Math.abs(paceSec - plan.paceSec) / plan.paceSec).toBeLessThan(0.04);
    expect(Math.abs(summary.averageStrokeRateSpm - plan.strokeRateSpm)).toBeLessThanOrEqual(2);
    expect(summary.logEntryDate).toEqual({ year: 2026, month: 3, day: 14 });
    expect(summary.logEntryTime).toEqual({ hour: 18, minute: 5 });
    const lastCalories = timedOf(sent, 'additionalStatus2').at(-1)?.record.totalCalories;
    expect(lastCalories).toBe(additional.totalCalories);
  });

  it.each(plans)('notifies each stroke twice and its power once: %s', (_title, plan) => {
    const sent = row(plan);
    const strokes = timedOf(sent, 'strokeData').filter(({ record }) => record.strokeCount > 0);
    const powers = timedOf(sent, 'additionalStrokeData').filter(({ record }) => record.strokeCount > 0);
    const ends = strokes.filter(
      ({ record }, index) => strokes[index - 1]?.record.strokeCount !== record.strokeCount,
    );
    expect(ends.map(({ atSec }) => atSec)).toEqual(powers.map(({ atSec }) => atSec));
    strokes.forEach(({ record }, index) => {
      const before = strokes[index - 1]?.record;
      const isFirst = record.strokeCount === 1;
      expect(record.workPerStrokeJ === null).toBe(isFirst);
      const startsPiece = isFirst && before?.strokeCount !== 1;
      if (before === undefined || startsPiece) expect(record.recoveryTimeSec).toBe(0);
      else if (before.strokeCount === record.strokeCount) {
        expect(record.recoveryTimeSec).toBeGreaterThan(0.5);
      } else expect(record.recoveryTimeSec).toBe(before.recoveryTimeSec);
    });
  });
});

describe('a simulated monitor on another machine', () => {
  const pieces = [meters(500)];
  const ofMachine = (ergMachineType: number) =>
    row({ paceSec: 60, strokeRateSpm: 80, ergMachineType, pieces });

  it('reports its machine in every record that has it', () => {
    const sent = ofMachine(192);
    const types = [
      ...timedOf(sent, 'additionalStatus1'),
      ...timedOf(sent, 'additionalSplitIntervalData'),
    ].map(({ record }) => record.ergMachineType);
    expect(new Set(types)).toEqual(new Set([192]));
    expect(simulate({ ...calm, ergMachineType: 192, pieces }).read(0x16)).toEqual(Uint8Array.of(192));
  });

  it('has on a BikeErg an eighth of the watts for its pace, and no drive', () => {
    const wattsOf = (type: number) =>
      timedOf(ofMachine(type), 'additionalEndOfWorkoutSummary')[0]?.record.watts ?? 0;
    expect(Math.abs(wattsOf(192) - wattsOf(0) / 8)).toBeLessThan(1);
    expect(timedOf(ofMachine(192), 'forceCurveChunk')).toEqual([]);
    expect(timedOf(ofMachine(128), 'forceCurveChunk')).not.toEqual([]);
    const forces = timedOf(ofMachine(192), 'strokeData').map(({ record }) => record.peakForceLbf);
    expect(new Set(forces)).toEqual(new Set([0]));
  });
});
