import { machineOfRow } from '@boathouse/row/reduce/machine';
import { beginRow, reduceRow } from '@boathouse/row/reduce/progress';
import { expect, test } from 'vitest';
import { createMonitorConnection } from './monitor-connection.ts';
import { createSimulatedDevice, type SimulationClock } from './simulated-device.ts';

function createStoppedClock(): SimulationClock & { move(ms: number): void } {
  let nowMs = 0;
  const callbacks = new Set<() => void>();
  return {
    monotonicMs: () => nowMs,
    wallClock: () => ({ year: 2026, month: 3, day: 6, hour: 11, minute: 36 }),
    every(_intervalMs, callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    move(ms) {
      nowMs += ms;
      for (const callback of callbacks) callback();
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}

test('intervals set on the simulated erg become a finished row', async () => {
  const clock = createStoppedClock();
  const device = createSimulatedDevice({
    rower: { paceSec: 120, strokeRateSpm: 26, heartRate: true },
    clock,
  });
  expect(device).toMatchObject({ name: 'Simulated RowErg', isSimulated: true });
  const connection = createMonitorConnection({ log: () => {} });
  let progress = beginRow();
  connection.onRecord((record) => {
    progress = reduceRow(progress, record, clock.monotonicMs());
  });
  connection.connect(device);
  await settle();
  expect(connection.getSnapshot()).toMatchObject({
    state: 'connected',
    isSimulated: true,
    information: { manufacturerName: 'Boathouse' },
  });

  clock.move(1_000);
  expect(progress).toMatchObject({ phase: 'waiting', distanceM: 0 });
  const interval = { kind: 'distance', distanceM: 200, restSec: 30 } as const;
  const pushed = connection.pushWorkout({ pieces: [interval, interval] });
  for (let turn = 0; turn < 10; turn += 1) {
    await settle();
    clock.move(250);
  }
  expect(await pushed).toEqual({ kind: 'set' });
  device.startRowing();
  for (let tick = 0; tick < 4 * 200; tick += 1) clock.move(250);
  connection.disconnect();
  expect(progress.phase).toBe('finished');
  expect(progress.result).toMatchObject({
    distanceM: 400,
    source: 'summary',
    logEntry: { date: { year: 2026, month: 3, day: 6 } },
  });
  expect(progress.splits.map(({ splitNumber, distanceM }) => [splitNumber, distanceM])).toEqual([
    [1, 200],
    [2, 200],
  ]);
});

test.each([
  ['bike', 60, 80, { powerW: [180, 230], dragFactor: 60, name: 'Simulated BikeErg' }],
  ['skierg', 130, 36, { powerW: [145, 175], dragFactor: 85, name: 'Simulated SkiErg' }],
] as const)('a simulated %s has the figures of one', async (machine, paceSec, strokeRateSpm, wanted) => {
  const clock = createStoppedClock();
  const device = createSimulatedDevice({ rower: { paceSec, strokeRateSpm }, machine, clock });
  expect(device.name).toBe(wanted.name);
  const connection = createMonitorConnection({ log: () => {} });
  let progress = beginRow();
  connection.onRecord((record) => {
    progress = reduceRow(progress, record, clock.monotonicMs());
  });
  connection.connect(device);
  await settle();
  expect(connection.getSnapshot().machine).toBe(machine);
  device.startRowing();
  for (let tick = 0; tick < 4 * 60; tick += 1) clock.move(250);
  connection.disconnect();
  expect(machineOfRow(progress)).toBe(machine);
  expect(progress.powerW).toBeGreaterThan(wanted.powerW[0]);
  expect(progress.powerW).toBeLessThan(wanted.powerW[1]);
  expect(progress.dragFactor).toBe(wanted.dragFactor);
  expect(Math.abs(progress.strokeRateSpm - strokeRateSpm)).toBeLessThan(5);
  expect(progress.closedStrokes.some(({ forceCurve }) => forceCurve !== null)).toBe(machine === 'skierg');
});
