import { expect, test } from 'vitest';
import { goalsOf } from './goals.ts';
import { figure, reportOf, table } from './report.ts';
import type { LoadResult, Results } from './results.ts';
import type { System } from './generator/messages.ts';

function loadOf(system: System, changes: Partial<LoadResult> = {}): LoadResult {
  return {
    system,
    rowers: 50,
    rooms: 1,
    tickMs: 100,
    runs: 3,
    state: 'measured',
    reason: null,
    cpuMsPer1000Updates: 2,
    bytesPerUpdate: 30,
    bytesSentPerUpdate: 3,
    p50Ms: 50,
    p99Ms: 110,
    arrivedShare: 1,
    serverCpuShare: 0.1,
    generatorCpuShare: 0.1,
    generatorLagP99Ms: 1,
    ...changes,
  };
}

function resultsOf(changes: Partial<Results>): Results {
  return { rooms: [], manyRooms: [], capacity: [], stalled: [], memory: [], processes: null, ...changes };
}

const goal = (name: string, results: Results) => goalsOf(results).find((each) => each.goal === name);

test('the report compares the processor time of one room with the other systems at the same load', () => {
  const results = resultsOf({
    rooms: [
      loadOf('boathouse'),
      loadOf('naive', { cpuMsPer1000Updates: 16 }),
      loadOf('naive', { rowers: 100, cpuMsPer1000Updates: 1 }),
      loadOf('ws', { cpuMsPer1000Updates: 1.8 }),
      loadOf('coalesced', { bytesPerUpdate: 300 }),
    ],
  });
  expect(goal('CPU against naive', results)).toMatchObject({
    value: 0.125,
    limit: 'at most 0.1',
    isMet: false,
  });
  expect(goal('CPU against ws', results)).toMatchObject({ isMet: true });
  expect(goal('bytes against coalesced', results)).toMatchObject({ value: 0.1, isMet: true });
  expect(goal('p99, ms', results)).toMatchObject({ value: 110, limit: 'at most 120', isMet: true });
  expect(goal('CPU against Colyseus', results)).toBeUndefined();
});

test('the report has no goal for a load that was not measured', () => {
  const nothing = {
    state: 'overloaded',
    cpuMsPer1000Updates: null,
    bytesPerUpdate: null,
    p99Ms: null,
  } as const;
  expect(goalsOf(resultsOf({ rooms: [loadOf('boathouse', nothing), loadOf('naive')] }))).toEqual([]);
  const naiveTooMuch = resultsOf({ rooms: [loadOf('boathouse'), loadOf('naive', nothing)] });
  expect(goal('CPU against naive', naiveTooMuch)).toBeUndefined();
});

test('the report compares the most rowers as a multiple', () => {
  const capacityOf = (system: System, rowersMax: number) => ({
    system,
    rowersPerRoom: 8,
    rowersMax,
    p99LimitMs: 120,
    p99Ms: 100,
    serverCpuShare: 0.9,
    endedBy: 'p99',
  });
  const results = resultsOf({ capacity: [capacityOf('boathouse', 2_400), capacityOf('naive', 1_000)] });
  expect(goal('rowers against naive', results)).toMatchObject({
    value: 2.4,
    limit: 'at least 3',
    isMet: false,
  });
});

test('other watchers may not notice a stalled viewer, who gets at most 8 stale frames', () => {
  const stalled = {
    system: 'boathouse' as const,
    rowers: 50,
    stallMs: 15_000,
    staleFrames: 9,
    freshAfterMs: 12,
    closed: null,
    othersP99Ms: 140,
    othersP99BeforeMs: 110,
  };
  expect(goalsOf(resultsOf({ stalled: [stalled] })).map(({ isMet }) => isMet)).toEqual([false, false]);
  const calm = { ...stalled, staleFrames: 8, othersP99Ms: 120 };
  expect(goalsOf(resultsOf({ stalled: [calm] })).map(({ isMet }) => isMet)).toEqual([true, true]);
});

test('the report has a table for each part that was measured, and says why a cell is empty', () => {
  const report = reportOf(
    resultsOf({
      rooms: [loadOf('boathouse'), loadOf('naive', { state: 'overloaded', reason: 'too late', runs: 0 })],
    }),
    '2026-11-22',
  );
  expect(report.split('\n')[0]).toBe('2026-11-22');
  expect(report).toContain('overloaded: too late');
  expect(report).not.toContain('Memory');
});

test('a table is aligned, and empty without rows', () => {
  expect(table(['a', 'long'], [['value', '1']])).toBe('| a     | long |\n| ----- | ---- |\n| value | 1    |');
  expect(table(['a'], [])).toBe('');
});

test.each([
  [null, ''],
  [0.012_345, '0.0123'],
  [1_234.5, '1,235'],
  [7, '7'],
])('%d is shown as %j', (value, shown) => {
  expect(figure(value)).toBe(shown);
});
