import { rounded, unlessZero } from '../csv/strokes.ts';
import { NotUnderstood } from '../csv/values.ts';
import { type Problem, type WorkoutStroke, newStroke } from '../workout.ts';
import { workSecondsOf } from '../work-time.ts';
import { type Lap, figureOf, momentIn, valueOf } from './laps.ts';
import type { TcxPoint } from './parse.ts';

/** `lap` is the index of the lap in which the stroke was rowed. */
type LapStroke = { lap: number; stroke: WorkoutStroke };

type Point = { at: number; distance: number; source: TcxPoint; figures: Figures };
type Figures = Pick<WorkoutStroke, 'pace' | 'power' | 'strokeRate' | 'heartRate'>;

/**
 * Makes strokes from the trackpoints of work laps, with time and distance over the work of the whole workout.
 * `distances` has the distance of each lap, from its points if the lap itself does not contain it.
 */
export function strokesOf(
  given: readonly Lap[],
  isOwn: boolean,
  problems: Problem[],
): { strokes: LapStroke[]; distances: (number | null)[] } {
  const points = given.map((lap) => pointsOf(lap, isOwn, problems));
  const laps = given.map((lap, at) => withoutOtherUnit(lap, points[at] ?? [], problems));
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
      addStrokes(strokes, lap, own, { base, work, time: sum.time, distance: sum.distance, start, at, isOwn });
      sum.time += lap.time;
      sum.distance += distance ?? 0;
    }
    sum.all += distance ?? 0;
    sum.file = Math.max(sum.file, own.at(-1)?.distance ?? 0);
  }
  return { strokes: withoutPower(strokes), distances };
}

/** OpenRowingMonitor writes the point at the end of a lap again at the start of the next one, and one at the start. */
function isStroke({ at, distance, figures }: Point, before: Point | undefined, { start }: Lap): boolean {
  if (before !== undefined) return at !== before.at || distance !== before.distance;
  const isStart = at === start && distance === 0;
  return !isStart || figures.strokeRate !== null || figures.power !== null;
}

/** A lap in another unit than its points contradicts them: then the points give the distance. */
function withoutOtherUnit(lap: Lap, points: readonly Point[], problems: Problem[]): Lap {
  const [first, last] = [points[0], points.at(-1)];
  if (lap.kind === 'rest' || lap.distance === null || !first || !last || points.length < 5) return lap;
  if (lap.source.isCut) return lap;
  const meters = last.distance - first.distance;
  if (meters < 50 || (lap.distance > meters / 3 && lap.distance < meters * 3)) return lap;
  const message = `A lap says ${lap.distance} m, but its points ${Math.round(meters)} m. Its distance is left out.`;
  problems.push({ message, line: lap.source.line });
  return { ...lap, distance: null };
}

type Before = {
  /** The file's distance at the start of the lap. */
  base: number;
  /** The number of the work lap, from 1. */
  work: number;
  time: number;
  distance: number;
  start: number;
  at: number;
  isOwn: boolean;
};

function addStrokes(strokes: LapStroke[], lap: Lap, points: readonly Point[], context: Before): void {
  const before = strokes.at(-1)?.stroke;
  let time = before?.elapsedTime ?? 0;
  let distance = before?.distance ?? 0;
  const clock = points.map((point) => ({
    atSec: point.at / 1000,
    meters: point.distance,
    isAfterPause: point.source.isFirstOfTrack,
  }));
  // Files of this app contain the time of the work itself.
  const seconds = context.isOwn
    ? points.map(({ at }) => (at - lap.start) / 1000)
    : workSecondsOf(clock, lap.start / 1000, lap.time);
  for (const [place, { at, distance: inFile, figures }] of points.entries()) {
    const last = strokes.at(-1);
    // Two files of 1,269 have a time that goes back by a second or two.
    const now = Math.max(time, rounded(context.time + (seconds[place] ?? 0)));
    const here = Math.max(distance, rounded(context.distance + inFile - context.base));
    // A point of a pause isn't a stroke.
    if (last?.lap === context.at && now === time && here === distance && place > 0) continue;
    [time, distance] = [now, here];
    const stroke = newStroke({
      ...figures,
      elapsedTime: time,
      distance,
      interval: context.work,
      rowedAfter: Math.max(0, rounded((at - context.start) / 1000)),
    });
    strokes.push({ lap: context.at, stroke });
  }
}

/** Points without a time or a distance are not strokes; nor are the points that this app adds at both ends of a lap. */
function pointsOf({ source }: Lap, isOwn: boolean, problems: Problem[]): Point[] {
  const points: Point[] = [];
  for (const [place, point] of source.points.entries()) {
    const isEnd = place === 0 || place === source.points.length - 1;
    if ((isOwn || isEnd) && isSample(point)) continue;
    const at = momentIn(point.texts.get('Time') ?? '');
    const distance = metersOf(point, problems);
    if (at === null || distance === null) continue;
    const speed = figureOf(point, 'Extensions/TPX/Speed', problems);
    const figures = {
      pace: speed === null || speed <= 0 ? null : Math.round(50_000 / speed) / 100,
      power: figureOf(point, 'Extensions/TPX/Watts', problems),
      strokeRate: unlessZero(figureOf(point, 'Cadence', problems)),
      heartRate: unlessZero(figureOf(point, 'HeartRateBpm/Value', problems)),
    };
    points.push({ at, distance, source: point, figures });
  }
  return points;
}

/** A point that this app adds at the start or end of a lap: it states that there are no sensors. */
function isSample({ texts }: TcxPoint): boolean {
  const hasFigures =
    texts.has('Cadence') || texts.has('HeartRateBpm/Value') || texts.has('Extensions/TPX/Watts');
  return texts.get('SensorState') === 'Absent' && !hasFigures;
}

/** A value that is not understood is a problem. */
function metersOf(point: TcxPoint, problems: Problem[]): number | null {
  try {
    const distance = valueOf(point, 'DistanceMeters');
    if (distance === null || distance >= 0) return distance;
    throw new NotUnderstood('DistanceMeters is below zero');
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    problems.push({ message: `${error.message}.`, line: point.line });
    return null;
  }
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
 * Returns the start of each lap in a distance that continues: with the meters of rests, as the schema demands, or
 * without them. The first way that keeps all points within their laps is right; null if none does.
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

/** The start of a lap in a file that matches neither way. */
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
