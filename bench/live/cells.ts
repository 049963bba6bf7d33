import type { System } from './generator/messages.ts';
import type { LoadResult, Measured, RunResult } from './results.ts';
import { medianOf } from './statistics.ts';
import { tickMsOf } from './tick.ts';

/** One load, and all systems' runs with it. */
export type Cell = { rowers: number; rooms: number; tickMs: number; runs: Map<System, RunResult[]> };

export function cellOf(rowers: number, rooms: number): Cell {
  return { rowers, rooms, tickMs: tickMsOf(rowers), runs: new Map() };
}

export function addRun(cell: Cell, system: System, result: RunResult): void {
  cell.runs.set(system, [...(cell.runs.get(system) ?? []), result]);
}

/** Whether a smaller room already overloaded the system. */
export function isHopeless(cells: Cell[], { rooms, rowers }: Cell, system: System): boolean {
  return cells.some(
    (cell) =>
      rooms === 1 &&
      cell.rooms === 1 &&
      cell.rowers < rowers &&
      (cell.runs.get(system) ?? []).some((run) => 'none' in run && run.none === 'overloaded'),
  );
}

/** Takes the medians of the measured runs; a cell without runs has the reason. */
export function resultsOf(cells: Cell[], systems: System[]): LoadResult[] {
  return cells.flatMap((cell) => systems.map((system) => resultOf(cells, cell, system)));
}

function resultOf(cells: Cell[], cell: Cell, system: System): LoadResult {
  const { rowers, rooms, tickMs } = cell;
  const runs = cell.runs.get(system) ?? [];
  const measured = runs.filter(isMeasured);
  const failed = runs.find((run) => 'none' in run);
  const tooLarge = isHopeless(cells, cell, system) ? 'a smaller room was too much' : null;
  return {
    system,
    rowers,
    rooms,
    tickMs,
    runs: measured.length,
    state: measured.length > 0 ? 'measured' : (failed?.none ?? 'overloaded'),
    reason: measured.length > 0 ? null : (failed?.reason ?? tooLarge),
    ...mediansOf(measured),
  };
}

const isMeasured = (run: RunResult): run is Measured => !('none' in run);

function mediansOf(runs: Measured[]): { [K in keyof Measured]: number | null } {
  const median = (figure: keyof Measured) => medianOf(runs.flatMap((run) => run[figure] ?? []));
  return {
    cpuMsPer1000Updates: median('cpuMsPer1000Updates'),
    bytesPerUpdate: median('bytesPerUpdate'),
    bytesSentPerUpdate: median('bytesSentPerUpdate'),
    p50Ms: median('p50Ms'),
    p99Ms: median('p99Ms'),
    arrivedShare: median('arrivedShare'),
    serverCpuShare: median('serverCpuShare'),
    generatorCpuShare: median('generatorCpuShare'),
    generatorLagP99Ms: median('generatorLagP99Ms'),
  };
}

/** Describes a run in one line of progress output. */
export function lineOf(result: RunResult): string {
  if ('none' in result) return `${result.none}: ${result.reason}`;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    `${result.cpuMsPer1000Updates.toFixed(2)} ms per 1,000 updates`,
    `${result.bytesPerUpdate.toFixed(1)} bytes each`,
    `p50 ${result.p50Ms ?? '-'} ms, p99 ${result.p99Ms ?? '-'} ms`,
    `${percent(result.arrivedShare)} arrived`,
    `server ${percent(result.serverCpuShare)}`,
    `generator ${percent(result.generatorCpuShare)}, late ${result.generatorLagP99Ms} ms`,
  ].join(', ');
}
