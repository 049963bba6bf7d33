/**
 * The course of a row over its time: from stored strokes, at one pace, or at the paces of a plan. Time and distance are
 * work only, over all intervals, as in a stroke and a sample.
 */
import type { PlannedPiece, WorkoutPlan } from '@boathouse/pm5/plan';

/** A moment of a row. Pace is seconds per 500 m; pace, strokes and beats per minute are null where unknown. */
type TrackPoint = {
  elapsedSec: number;
  distanceM: number;
  paceSec: number | null;
  strokeRateSpm: number | null;
  heartRateBpm: number | null;
};

/** Points in order of time, whose time and distance never go back. The first one is the start. */
export type Track = readonly TrackPoint[];

/** The fields of a stored stroke that a track uses, measured at the end of its drive. */
type RowedStroke = {
  elapsedTime: number;
  distance: number;
  pace: number | null;
  strokeRate: number | null;
  heartRate: number | null;
};

const start: TrackPoint = {
  elapsedSec: 0,
  distanceM: 0,
  paceSec: null,
  strokeRateSpm: null,
  heartRateBpm: null,
};

/**
 * Returns the track of a stored row. It ends with the result, which includes strokes that were not stored and the
 * meters after the last drive. Between points the row is even, even if strokes are missing.
 */
export function rowedTrack(
  strokes: readonly RowedStroke[],
  result: { elapsedTime: number; distance: number },
): Track {
  const points = [start];
  const add = (point: TrackPoint) => {
    const last = points.at(-1) ?? start;
    const isWithin = point.elapsedSec <= result.elapsedTime && point.distanceM <= result.distance;
    if (isWithin && point.elapsedSec > last.elapsedSec && point.distanceM >= last.distanceM)
      points.push(point);
  };
  for (const { elapsedTime, distance, pace, strokeRate, heartRate } of strokes) {
    add({
      elapsedSec: elapsedTime,
      distanceM: distance,
      paceSec: pace,
      strokeRateSpm: strokeRate,
      heartRateBpm: heartRate,
    });
  }
  add({ ...(points.at(-1) ?? start), elapsedSec: result.elapsedTime, distanceM: result.distance });
  return points;
}

/** The length of a track without an end: longer than anyone rows. */
const dayLongSec = 86_400;

/** Returns the track of one pace (s/500 m) through a plan; without a plan, or with a piece of calories, it has no end. */
export function steadyTrack(paceSec: number, plan: WorkoutPlan | null): Track {
  const pieces = plan?.pieces ?? [];
  const lengths = pieces.map((piece) => lengthAt(piece, paceSec));
  const hasEnd = lengths.length > 0 && lengths.every((length) => length !== null);
  const sec = hasEnd ? lengths.reduce((sum, length) => sum + (length?.sec ?? 0), 0) : dayLongSec;
  return [start, pointAt(start, { sec, meters: (sec * 500) / paceSec }, paceSec)];
}

/**
 * Returns the track of a plan's own paces; null unless each of its pieces has a pace, and is a distance or a time. A
 * pace that depends on an athlete's best has to be filled in before (`targetsOf` of `plan/targets`).
 */
export function plannedTrack({ pieces }: WorkoutPlan): Track | null {
  const points = [start];
  for (const piece of pieces) {
    const paceSec = piece.target?.paceSec;
    const length = paceSec === undefined ? null : lengthAt(piece, paceSec);
    if (paceSec === undefined || length === null) return null;
    points.push(pointAt(points.at(-1) ?? start, length, paceSec));
  }
  return points.length > 1 ? points : null;
}

function lengthAt(piece: PlannedPiece, paceSec: number): { sec: number; meters: number } | null {
  switch (piece.kind) {
    case 'distance':
      return { sec: (piece.distanceM * paceSec) / 500, meters: piece.distanceM };
    case 'time':
      return { sec: piece.durationSec, meters: (piece.durationSec * 500) / paceSec };
    case 'calories':
      return null;
  }
}

function pointAt(
  from: TrackPoint,
  { sec, meters }: { sec: number; meters: number },
  paceSec: number,
): TrackPoint {
  return { ...start, elapsedSec: from.elapsedSec + sec, distanceM: from.distanceM + meters, paceSec };
}

/** The values of a track at a time. `averagePaceSec` is null before the first meter. */
type TrackMoment = TrackPoint & { averagePaceSec: number | null; isOver: boolean };

/** Returns the values after some seconds of work; after the end, the values of the end. */
export function momentOf(track: Track, elapsedSec: number): TrackMoment {
  const end = track.at(-1) ?? start;
  const isOver = elapsedSec >= end.elapsedSec;
  const at = isOver ? track.length - 1 : indexAfter(track, elapsedSec);
  const after = track[at] ?? end;
  const before = track[at - 1] ?? start;
  const spanSec = after.elapsedSec - before.elapsedSec;
  const share = isOver || spanSec <= 0 ? 1 : (Math.max(0, elapsedSec) - before.elapsedSec) / spanSec;
  const distanceM = before.distanceM + share * (after.distanceM - before.distanceM);
  const sec = Math.min(Math.max(0, elapsedSec), end.elapsedSec);
  return {
    ...after,
    elapsedSec: sec,
    distanceM,
    averagePaceSec: distanceM > 0 ? (sec * 500) / distanceM : null,
    isOver,
  };
}

/** The first point that is later, by binary search: a track of a marathon has thousands. */
function indexAfter(track: Track, elapsedSec: number): number {
  let low = 0;
  let high = track.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((track[middle]?.elapsedSec ?? Infinity) > elapsedSec) high = middle;
    else low = middle + 1;
  }
  return low;
}
