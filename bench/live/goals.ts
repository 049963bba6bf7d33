import type { System } from './generator/messages.ts';
import type { LoadResult, Results } from './results.ts';

/** One goal of the live channel, compared with the measurement. */
type GoalResult = {
  goal: string;
  /** The load, such as "50 rowers". */
  at: string;
  limit: string;
  value: number;
  isMet: boolean;
};

/** CPU for each update, compared with naive rooms: the limits by rowers of the room. */
const naiveCpuRatios = new Map([
  [10, 0.25],
  [50, 0.1],
  [100, 0.05],
]);
const colyseusCpuRatio = 0.95;
const wsCpuRatio = 1.15;
const coalescedBytesRatio = 0.2;
const p99SlackMs = 20;
const naiveRowersRatio = 3;
const colyseusRowersRatio = 1.3;
const staleFramesMax = 8;
const secondProcessRatio = 1.4;

/** Compares every goal for which both sides were measured. */
export function goalsOf(results: Results): GoalResult[] {
  return [
    ...[...results.rooms, ...results.manyRooms].flatMap((ours) => loadGoals(results, ours)),
    ...capacityGoals(results),
    ...results.stalled
      .filter(({ system }) => system === 'boathouse')
      .flatMap((ours): GoalResult[] => {
        const at = `${ours.rowers} rowers, one stalled for ${ours.stallMs / 1000} s`;
        const goals = [atMost('stale frames', at, staleFramesMax, ours.staleFrames)];
        const [before, during] = [ours.othersP99BeforeMs, ours.othersP99Ms];
        if (before === null || during === null) return goals;
        return [...goals, atMost('p99 of the others, ms', at, before + p99SlackMs, during)];
      }),
    ...processGoals(results),
  ];
}

function loadGoals(results: Results, ours: LoadResult): GoalResult[] {
  if (ours.system !== 'boathouse' || ours.p99Ms === null) return [];
  const at = loadText(ours);
  const other = (system: System) =>
    [...results.rooms, ...results.manyRooms].find(
      (each) => each.system === system && each.rowers === ours.rowers && each.rooms === ours.rooms,
    );
  const ratio = (
    goal: string,
    system: System,
    figure: 'cpuMsPer1000Updates' | 'bytesPerUpdate',
    limit: number | undefined,
  ) => {
    const [mine, theirs] = [ours[figure], other(system)?.[figure] ?? null];
    return limit === undefined || mine === null || theirs === null
      ? []
      : [atMost(goal, at, limit, mine / theirs)];
  };
  return [
    ...ratio(
      'CPU against naive',
      'naive',
      'cpuMsPer1000Updates',
      ours.rooms === 1 ? naiveCpuRatios.get(ours.rowers) : undefined,
    ),
    ...ratio('CPU against Colyseus', 'colyseus', 'cpuMsPer1000Updates', colyseusCpuRatio),
    ...ratio('CPU against ws', 'ws', 'cpuMsPer1000Updates', wsCpuRatio),
    ...ratio('bytes against coalesced', 'coalesced', 'bytesPerUpdate', coalescedBytesRatio),
    atMost('p99, ms', at, ours.tickMs + p99SlackMs, ours.p99Ms),
  ];
}

function capacityGoals({ capacity }: Results): GoalResult[] {
  const of = (system: System) => capacity.find((each) => each.system === system);
  const ours = of('boathouse');
  if (ours === undefined) return [];
  const ratio = (goal: string, system: System, limit: number): GoalResult[] => {
    const theirs = of(system)?.rowersMax;
    return theirs ? [atLeast(goal, `rooms of ${ours.rowersPerRoom}`, limit, ours.rowersMax / theirs)] : [];
  };
  return [
    ...ratio('rowers against naive', 'naive', naiveRowersRatio),
    ...ratio('rowers against Colyseus', 'colyseus', colyseusRowersRatio),
  ];
}

function processGoals({ processes }: Results): GoalResult[] {
  if (processes === null) return [];
  const { rooms, rowers, oneCpuMsPer1000Updates, twoCpuMsPer1000Updates } = processes;
  const value = twoCpuMsPer1000Updates / oneCpuMsPer1000Updates;
  return [
    atMost('CPU of two processes against one', `${rooms} rooms of ${rowers}`, secondProcessRatio, value),
  ];
}

function atMost(goal: string, at: string, limit: number, value: number): GoalResult {
  return { goal, at, limit: `at most ${rounded(limit)}`, value, isMet: value <= limit };
}

function atLeast(goal: string, at: string, limit: number, value: number): GoalResult {
  return { goal, at, limit: `at least ${rounded(limit)}`, value, isMet: value >= limit };
}

const rounded = (value: number) => String(Math.round(value * 100) / 100);

export function loadText({ rowers, rooms }: { rowers: number; rooms: number }): string {
  return rooms === 1 ? `${rowers} rowers` : `${rooms} rooms of ${rowers}`;
}
