import { isoOf } from '../csv/iso-dates.ts';
import { rounded, unlessZero } from '../csv/strokes.ts';
import { NotUnderstood } from '../csv/values.ts';
import { momentOf } from '../dates.ts';
import { type Problem, type WorkoutStroke, newStroke } from '../workout.ts';
import { type Lap, valueOf } from './laps.ts';
import type { Leaves } from './parse.ts';

/** `lap` is the index of the lap in which the stroke was rowed. */
type LapStroke = { lap: number; stroke: WorkoutStroke };

type Point = { at: number; distance: number; source: Leaves };

/** Clocks of whole seconds put the last stroke of a lap up to this much after its end. */
const clockStep = 2;

/**
 * Makes strokes of the trackpoints of work laps, with time and distance over the work of the whole workout. `distances` has
 * that of each lap, by its points if the lap itself does not say it.
 */
export function strokesOf(
  laps: readonly Lap[],
  problems: Problem[],
): { strokes: LapStroke[]; distances: (number | null)[] } {
  const points = laps.map((lap) => pointsOf(lap, problems));
  const restarts = distanceRestarts(points);
  const strokes: LapStroke[] = [];
  const start = laps[0]?.start ?? 0;
  let work = 0;
  const sum = { time: 0, distance: 0, all: 0, file: 0 };
  const distances: (number | null)[] = [];
  const bases = restarts ? laps.map(() => 0) : basesOf(laps, points);
  for (const [at, lap] of laps.entries()) {
    const before = points[at - 1]?.at(-1);
    const own = (points[at] ?? []).filter((point, index, all) =>
      isStroke(point, all[index - 1] ?? before, lap),
    );
    const base = bases?.[at] ?? baseOf(own, sum);
    const byPoints = own.length === 0 ? null : rounded((own.at(-1)?.distance ?? base) - base);
    const distance = lap.distance ?? byPoints;
    distances.push(distance);
    if (lap.kind === 'work') {
      work++;
      addStrokes(strokes, lap, own, { base, work, time: sum.time, distance: sum.distance, start, at });
      sum.time += lap.time;
      sum.distance += distance ?? 0;
    }
    sum.all += distance ?? 0;
    sum.file = Math.max(sum.file, own.at(-1)?.distance ?? 0);
  }
  return { strokes: withoutPower(strokes), distances };
}

/** OpenRowingMonitor writes the point where a lap ends again where the next one begins, and one at the start. */
function isStroke({ at, distance, source }: Point, before: Point | undefined, { start }: Lap): boolean {
  if (before !== undefined) return at !== before.at || distance !== before.distance;
  const isStart = at === start && distance === 0;
  return (
    !isStart || (valueOf(source, 'Cadence') ?? 0) > 0 || valueOf(source, 'Extensions/TPX/Watts') !== null
  );
}

type Before = {
  /** The file's distance where the lap begins. */
  base: number;
  /** Which work lap, counted from 1. */
  work: number;
  time: number;
  distance: number;
  start: number;
  at: number;
};

function addStrokes(strokes: LapStroke[], lap: Lap, points: readonly Point[], context: Before): void {
  const before = strokes.at(-1)?.stroke;
  let time = before?.elapsedTime ?? 0;
  let distance = before?.distance ?? 0;
  for (const { at, distance: inFile, source } of points) {
    const seconds = (at - lap.start) / 1000;
    const inLap = seconds > lap.time && seconds <= lap.time + clockStep ? lap.time : seconds;
    // Two files of 1,269 have a time that goes back by a second or two.
    time = Math.max(time, rounded(context.time + inLap));
    distance = Math.max(distance, rounded(context.distance + inFile - context.base));
    const speed = valueOf(source, 'Extensions/TPX/Speed');
    const stroke = newStroke({
      elapsedTime: time,
      distance,
      interval: context.work,
      rowedAfter: Math.max(0, rounded((at - context.start) / 1000)),
      pace: speed === null || speed <= 0 ? null : Math.round(50_000 / speed) / 100,
      power: valueOf(source, 'Extensions/TPX/Watts'),
      strokeRate: unlessZero(valueOf(source, 'Cadence')),
      heartRate: unlessZero(valueOf(source, 'HeartRateBpm/Value')),
    });
    strokes.push({ lap: context.at, stroke });
  }
}

/** Points without a time or a distance are no strokes. One that is not understood is a problem. */
function pointsOf({ source }: Lap, problems: Problem[]): Point[] {
  const points: Point[] = [];
  for (const point of source.points) {
    try {
      const moment = momentOf(isoOf(point.texts.get('Time') ?? '') ?? '');
      const distance = valueOf(point, 'DistanceMeters');
      if (moment === null || distance === null) continue;
      if (distance < 0) throw new NotUnderstood('DistanceMeters is below zero');
      for (const path of ['Extensions/TPX/Watts', 'Extensions/TPX/Speed', 'Cadence', 'HeartRateBpm/Value'])
        valueOf(point, path);
      points.push({ at: moment.ms, distance, source: point });
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      problems.push({ message: `${error.message}.`, line: point.line });
    }
  }
  return points;
}

/** Whether the distance begins again in each lap. It does so in most files of the Logbook, against the schema. */
function distanceRestarts(points: readonly (readonly Point[])[]): boolean {
  let before = 0;
  return points.some((own) => {
    const first = own[0]?.distance;
    const last = before;
    before = own.at(-1)?.distance ?? before;
    return first !== undefined && first < last - 1;
  });
}

/** The last stroke of a lap may be this much after its end. */
const strokeM = 15;

/**
 * Returns where each lap begins by a distance that goes on: as the schema says with what was rowed in rests, or without it. The
 * first way that keeps all points within their laps is right; null if none does.
 */
function basesOf(laps: readonly Lap[], points: readonly (readonly Point[])[]): number[] | null {
  const sumsOf = (counts: (lap: Lap) => boolean) => {
    let sum = 0;
    return laps.map((lap) => {
      const base = sum;
      sum += counts(lap) ? (lap.distance ?? Number.NaN) : 0;
      return base;
    });
  };
  const isWithin = ({ distance }: Lap, [first, ...others]: readonly Point[], base: number) => {
    if (first === undefined) return true;
    const last = others.at(-1) ?? first;
    return first.distance >= base - 1 && last.distance <= base + (distance ?? Number.NaN) + strokeM;
  };
  const ways = [sumsOf(() => true), sumsOf(({ kind }) => kind === 'work')];
  const isRight = (bases: readonly number[]) =>
    laps.every((lap, at) => lap.kind === 'rest' || isWithin(lap, points[at] ?? [], bases[at] ?? Number.NaN));
  return ways.find(isRight) ?? null;
}

/** Where a lap begins whose file is of neither way. */
function baseOf(
  points: readonly Point[],
  { all, distance, file }: { all: number; distance: number; file: number },
): number {
  const first = points[0]?.distance ?? 0;
  const fits = [all, distance].find((base) => base >= file - strokeM && first >= base - 1);
  return fits ?? Math.min(file, first);
}

/** An app that measures no power writes 0 W in each point. */
function withoutPower(strokes: LapStroke[]): LapStroke[] {
  if (strokes.some(({ stroke }) => stroke.power !== null && stroke.power > 0)) return strokes;
  return strokes.map(({ lap, stroke }) => ({ lap, stroke: { ...stroke, power: null } }));
}
