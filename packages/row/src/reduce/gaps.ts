import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { isWithinStroke } from './stroke-time.ts';

export type HeardStroke = Pick<Stroke, 'interval' | 'number' | 'elapsedTime' | 'distance'>;

/** The row of the strokes; seconds and meters. */
export type HeardRow = {
  isCompleted: boolean;
  elapsedTime: number;
  distance: number;
  workoutType: number | null;
  summary: {
    averageStrokeRate: number | null;
    splits: ReadonlyArray<{ splitNumber: number; time: number; distance: number }>;
  } | null;
};

/**
 * A part of a row without its strokes, because the page did not receive them. Work time and distance, without rests.
 */
export type Gap = {
  /** `start`: before the first stroke; `end`: after the last one. */
  where: 'start' | 'middle' | 'end';
  /** The intervals in which it begins and ends. */
  fromInterval: number;
  toInterval: number;
  fromSec: number;
  toSec: number;
  fromM: number;
  toM: number;
};

type Point = { sec: number; m: number };

const pointOf = ({ elapsedTime, distance }: Pick<HeardStroke, 'elapsedTime' | 'distance'>): Point => ({
  sec: elapsedTime,
  m: distance,
});

/** Below this share of the average speed the athlete has stopped and the flywheel is coasting. */
const leastOfSpeed = 0.85;

/**
 * Returns the gaps of a row, in order. A rest is not a gap, and neither is a pause: the monitor numbers the strokes.
 */
export function gapsOf(strokes: readonly HeardStroke[], row: HeardRow): Gap[] {
  // The strokes of an offline device are stored after those of the device that took the row over.
  const heard = strokes.toSorted(
    (one, other) => one.elapsedTime - other.elapsedTime || one.distance - other.distance,
  );
  const [first] = heard;
  if (first === undefined) return [];
  const ends = endsOfIntervals(row);
  const gaps: Gap[] = [];
  const add = (where: Gap['where'], intervals: [number, number], from: Point, to: Point) => {
    const [fromInterval, toInterval] = intervals;
    const [fromSec, toSec, fromM, toM] = [from.sec, to.sec, from.m, to.m];
    if (toM > fromM) gaps.push({ where, fromInterval, toInterval, fromSec, toSec, fromM, toM });
  };
  if (first.number > 1 || first.interval > 1) {
    add('start', [1, first.interval], { sec: 0, m: 0 }, pointOf(first));
  }
  let before = first;
  let firstOfInterval = first;
  let periodSec = 0;
  for (const stroke of heard.slice(1)) {
    const between = betweenIntervals(before, stroke, periodSec, ends);
    const isMissing = stroke.interval === before.interval && stroke.number > before.number + 1;
    const [from, to] = isMissing ? [pointOf(before), pointOf(stroke)] : (between ?? []);
    if (from && to) add('middle', [before.interval, stroke.interval], from, to);
    if (stroke.interval !== before.interval) firstOfInterval = stroke;
    periodSec = Math.max(periodOf(firstOfInterval, stroke), periodOf(before, stroke));
    before = stroke;
  }
  const end = pointOf(row);
  const isRateKnown = row.summary === null || row.summary.averageStrokeRate !== null;
  if (row.isCompleted && isTailMissing(pointOf(before), end, periodSec, isRateKnown)) {
    add('end', [before.interval, Math.max(before.interval, ends.length)], pointOf(before), end);
  }
  return gaps;
}

/** Returns the average duration of a stroke between two strokes; 0 if they do not show it. */
function periodOf(from: HeardStroke, to: HeardStroke): number {
  const strokes = from.interval === to.interval ? to.number - from.number : 0;
  return strokes > 0 ? (to.elapsedTime - from.elapsedTime) / strokes : 0;
}

/** Returns the end of each interval from the first on, as far as the monitor's records of them were received. */
function endsOfIntervals({ workoutType, summary }: HeardRow): Point[] {
  if (!isIntervalWorkout(workoutType) || summary === null) return [];
  const ends: Point[] = [];
  let end: Point = { sec: 0, m: 0 };
  for (const { splitNumber, time, distance } of summary.splits) {
    if (splitNumber !== ends.length + 1) break;
    end = { sec: end.sec + time, m: end.m + distance };
    ends.push(end);
  }
  return ends;
}

/**
 * Whether strokes were rowed after the last received one. `isStopPossible`: the athlete may have stopped rowing
 * instead.
 */
function isTailMissing(from: Point, end: Point, periodSec: number, isStopPossible: boolean): boolean {
  const sec = end.sec - from.sec;
  if (sec <= 0 || isWithinStroke(sec, periodSec)) return false;
  const isSlow = end.m - from.m < (leastOfSpeed * sec * end.m) / end.sec;
  return !(isStopPossible && isSlow);
}

/** Returns the missing part between the last stroke of one interval and the first stroke of a later one. */
function betweenIntervals(
  last: HeardStroke,
  first: HeardStroke,
  periodSec: number,
  ends: readonly Point[],
): [Point, Point] | null {
  const [from, to] = [pointOf(last), pointOf(first)];
  const isNext = first.interval > last.interval;
  // After a gap, the number of the interval is corrected in the middle of it.
  if (!isNext || isWithinStroke(to.sec - from.sec, periodSec)) return null;
  const end = ends[last.interval - 1];
  const start = ends[first.interval - 2];
  const isHeadMissing = first.number > 1;
  const isAdjacent = !isHeadMissing && first.interval === last.interval + 1;
  if (end === undefined || start === undefined) {
    // Between the last stroke of one interval and the first of the next, the athlete may have waited.
    return isAdjacent ? null : [from, to];
  }
  const isTailOfLastMissing = isTailMissing(from, end, periodSec, true);
  if (isAdjacent && !isTailOfLastMissing) return null;
  return [isTailOfLastMissing ? from : end, isHeadMissing ? to : start];
}
