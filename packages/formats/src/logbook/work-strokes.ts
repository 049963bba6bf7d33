import { workBefore } from './work-before.ts';

/** Units of the Logbook: tenths of a second and decimeters, which restart at each interval. */
type LogbookStroke = { t: number; d: number };

/**
 * The work of an interval in seconds and meters. `endsAt` is the figure that ended it; `rest` has the seconds after it.
 */
export type LogbookInterval = {
  endsAt: 'time' | 'distance';
  time: number | null;
  distance: number | null;
  rest: number | null;
};

type WorkStroke<S> = {
  stroke: S;
  /** From 1. */
  interval: number;
  /** Over the work of the whole workout, in seconds and meters. */
  elapsedTime: number;
  distance: number;
};

type WorkStrokes<S> = {
  strokes: WorkStroke<S>[];
  /** How many strokes were rowed outside the work of the intervals. */
  left: number;
};

/**
 * Returns the strokes of the work. ErgData also stores the strokes of rests: time and distance continue after the end
 * of an interval's work, or restart for the rest. Intervals may have no strokes: each run of strokes belongs to the
 * interval whose time and distance it reaches.
 */
export function workStrokes<S extends LogbookStroke>(
  strokes: readonly S[],
  intervals: readonly LogbookInterval[],
): WorkStrokes<S> {
  // Some apps store a row of zeros at the start of each interval.
  const rowed = runsOf(strokes).map((run) => run.filter(({ t, d }) => t > 0 || d > 0));
  const runs = rowed.filter((run) => run.length > 0);
  if (intervals.length === 0) return withoutIntervals(runs);
  if (runs.length === 1 && intervals.length > 1) {
    const counted = countedOn(runs[0] ?? [], intervals);
    if (counted !== null) return counted;
  }
  const before = workBefore(intervals);
  const found: WorkStroke<S>[] = [];
  let [left, lastSec, lastM] = [0, 0, 0];
  for (const [at, place] of placesOf(runs, intervals).entries()) {
    const run = runs[at] ?? [];
    const interval = place === null ? undefined : intervals[place];
    if (place === null || interval === undefined) {
      left += run.length;
      continue;
    }
    const base = before[place] ?? { time: lastSec, distance: lastM };
    const work = run.filter((stroke) => isWork(stroke, interval));
    left += run.length - work.length;
    for (const stroke of work) {
      lastSec = base.time + Math.min(stroke.t / 10, interval.time ?? Infinity);
      lastM = base.distance + Math.min(stroke.d / 10, interval.distance ?? Infinity);
      found.push({ stroke, interval: place + 1, elapsedTime: lastSec, distance: lastM });
    }
  }
  return { strokes: found, left };
}

/** A clock of whole seconds goes back a little without restarting. */
const backTenths = 25;
const backDecimeters = 100;

function runsOf<S extends LogbookStroke>(strokes: readonly S[]): S[][] {
  const runs: S[][] = [];
  let before: S | null = null;
  for (const stroke of strokes) {
    const run = runs.at(-1);
    if (run === undefined || before === null || beginsAgain(before, stroke)) runs.push([stroke]);
    else run.push(stroke);
    before = stroke;
  }
  return runs;
}

function beginsAgain(before: LogbookStroke, { t, d }: LogbookStroke): boolean {
  const [timeBack, distanceBack] = [before.t - t, before.d - d];
  const haveBothFallenByHalf = timeBack > 0 && distanceBack > 0 && t < before.t / 2 && d < before.d / 2;
  return timeBack > backTenths || distanceBack > backDecimeters || haveBothFallenByHalf;
}

/** An interval of time has work up to its time; any other up to its distance, and the time at that distance ends it. */
function isWork({ t, d }: LogbookStroke, { endsAt, time, distance }: LogbookInterval): boolean {
  const isInTime = time !== null && t <= tenthsOf(time);
  const isInDistance = distance !== null && d <= tenthsOf(distance);
  if (endsAt === 'time') return time === null ? distance === null || isInDistance : isInTime;
  if (distance === null) return time === null || isInTime;
  return isInDistance || isInTime;
}

const tenthsOf = (value: number) => Math.round(value * 10);

/** Without intervals all strokes are work; runs follow one another. */
function withoutIntervals<S extends LogbookStroke>(runs: readonly S[][]): WorkStrokes<S> {
  let [baseSec, baseM] = [0, 0];
  const strokes = runs.flatMap((run, at) => {
    const placed = run.map((stroke) => ({
      stroke,
      interval: at + 1,
      elapsedTime: baseSec + stroke.t / 10,
      distance: baseM + stroke.d / 10,
    }));
    const last = placed.at(-1);
    [baseSec, baseM] = [last?.elapsedTime ?? baseSec, last?.distance ?? baseM];
    return placed;
  });
  return { strokes, left: 0 };
}

/** The share by which a sum may differ from the figure of the last stroke. */
const nearSum = 0.05;

/** Returns strokes whose time and distance continue over all intervals; null if they do not. */
function countedOn<S extends LogbookStroke>(
  run: readonly S[],
  intervals: readonly LogbookInterval[],
): WorkStrokes<S> | null {
  const before = workBefore(intervals);
  const last = run.at(-1);
  const [begin, end] = [before.at(-1), intervals.at(-1)];
  if (!last || !begin || end?.time == null || end.distance === null) return null;
  const isNear = (value: number, sum: number) => Math.abs(value - sum) <= sum * nearSum;
  if (!isNear(last.t / 10, begin.time + end.time)) return null;
  if (!isNear(last.d / 10, begin.distance + end.distance)) return null;
  const strokes = run.map((stroke) => {
    const elapsedTime = stroke.t / 10;
    const later = before.findIndex((work) => work !== null && work.time >= elapsedTime);
    const interval = Math.max(1, later < 0 ? intervals.length : later);
    return { stroke, interval, elapsedTime, distance: stroke.d / 10 };
  });
  return { strokes, left: 0 };
}

/** The cost of leaving out a run or an interval; a match that is off by its whole time or distance costs 1 each. */
const leftOutCost = 0.8;

/**
 * Returns the index of the interval of each run, in order; null for a run that belongs to none. Chooses the assignment
 * with the least mismatch that keeps the order.
 */
function placesOf(
  runs: ReadonlyArray<readonly LogbookStroke[]>,
  intervals: readonly LogbookInterval[],
): Array<number | null> {
  type Best = { cost: number; from: 'match' | 'run' | 'interval' | null };
  const table: Best[][] = [];
  for (let r = 0; r <= runs.length; r += 1) {
    const row: Best[] = [];
    table.push(row);
    for (let i = 0; i <= intervals.length; i += 1) {
      const choices: Best[] = [];
      const [run, interval] = [runs[r - 1], intervals[i - 1]];
      const [matched, skippedRun, skippedInterval] = [table[r - 1]?.[i - 1], table[r - 1]?.[i], row[i - 1]];
      if (run && interval && matched)
        choices.push({ cost: matched.cost + mismatchOf(run, interval), from: 'match' });
      if (skippedRun) choices.push({ cost: skippedRun.cost + leftOutCost, from: 'run' });
      if (skippedInterval) choices.push({ cost: skippedInterval.cost + leftOutCost, from: 'interval' });
      row.push(choices.toSorted((one, two) => one.cost - two.cost)[0] ?? { cost: 0, from: null });
    }
  }
  const places: Array<number | null> = runs.map(() => null);
  let [r, i] = [runs.length, intervals.length];
  while (r > 0 || i > 0) {
    const from = table[r]?.[i]?.from;
    if (from === 'match') places[r - 1] = i - 1;
    if (from !== 'interval') r -= 1;
    if (from !== 'run') i -= 1;
  }
  return places;
}

/** A run may continue after the rest of its interval for this long. */
const restSlackSec = 5;
/** The cost of a second beyond the work without a known rest, relative to a missing second of work. */
const unknownRestCost = 0.3;

/** Returns how far a run is from an interval, as shares of its time and distance: at most 1.5. */
function mismatchOf(
  run: readonly LogbookStroke[],
  { endsAt, time, distance, rest }: LogbookInterval,
): number {
  const last = run.at(-1);
  if (last === undefined || time === null || distance === null || time <= 0 || distance <= 0) return 0.5;
  const [by, of] = endsAt === 'time' ? (['t', 'd'] as const) : (['d', 't'] as const);
  const [end, other] = endsAt === 'time' ? [time * 10, distance * 10] : [distance * 10, time * 10];
  const missing = Math.max(0, end - last[by]) / end;
  const reached = missing > 0 ? last[of] / Math.max(1 - missing, 0.01) : figureAt(run, by, of, end);
  const beyondSec = Math.max(0, last.t / 10 - time - (rest ?? 0) - restSlackSec);
  const beyond = (beyondSec / time) * (rest === null ? unknownRestCost : 1);
  return Math.min(1.5, missing + Math.abs(reached - other) / other + beyond);
}

/** Returns the other figure at the point between two strokes where one figure reaches `end`. */
function figureAt(run: readonly LogbookStroke[], by: 't' | 'd', of: 't' | 'd', end: number): number {
  const at = run.findIndex((stroke) => stroke[by] >= end);
  const after = run[at];
  if (after === undefined) return run.at(-1)?.[of] ?? 0;
  const before = run[at - 1] ?? { t: 0, d: 0 };
  const step = after[by] - before[by];
  const share = step > 0 ? (end - before[by]) / step : 1;
  return before[of] + (after[of] - before[of]) * share;
}
