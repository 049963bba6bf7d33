import { lengthOf, type PlannedPiece, type Work, type WorkoutPlan } from '@boathouse/pm5/plan';
import { toTenths } from '../records.ts';

/*
 * An erg of another maker can't be set to a plan: the page counts the pieces of the plan, and their rests, from the
 * machine's counts.
 */

/** The work of a row, without meters rowed in rests. */
export type WorkCounts = {
  elapsedSec: number;
  distanceM: number;
  strokeCount: number;
  /** kcal; null for a machine that sends none. */
  calories: number | null;
  /** Work over the time in which the machine sent its power. */
  workJ: number;
  powerSec: number;
};

/** The pieces of a plan, and the row's position in them. Plain data. */
export type Course = {
  pieces: (Work & Pick<PlannedPiece, 'restSec'>)[];
  /** Index of the piece under way, or of the piece before the current rest. */
  index: number;
  /** `end`: the moment at which a piece has ended, before its rest. */
  stage: 'work' | 'end' | 'rest' | 'over';
  /** The work before the piece. */
  start: WorkCounts;
  /** End of its rest, when the next piece begins; null for an undefined rest, and outside rests. */
  restUntilMs: number | null;
  restDistanceM: number;
};

/** The rise since the last record. */
export type Rise = WorkCounts & {
  /** It is the first rise after a pause. */
  isAfterStand: boolean;
  /** The rise is spread evenly from here to `toMs`. */
  fromMs: number;
  toMs: number;
};

type OnCourse = WorkCounts & { course: Course | null };

function workCountsOf(counts: WorkCounts): WorkCounts {
  const { elapsedSec, distanceM, strokeCount, calories, workJ, powerSec } = counts;
  return { elapsedSec, distanceM, strokeCount, calories, workJ, powerSec };
}

/** Returns the course of a plan for a row within its first piece; null if there is none. */
export function courseOf({ pieces }: WorkoutPlan, worked: WorkCounts): Course | null {
  const [first] = pieces;
  if (first === undefined || doneOf(first, worked) >= lengthOf(first)) return null;
  const nothing = { elapsedSec: 0, distanceM: 0, strokeCount: 0, workJ: 0, powerSec: 0 };
  return {
    pieces: pieces.map(({ target: _target, ...piece }) => piece),
    index: 0,
    stage: 'work',
    start: { ...nothing, calories: worked.calories === null ? null : 0 },
    restUntilMs: null,
    restDistanceM: 0,
  };
}

/** Returns the work of the piece under way; of the whole row without a plan. */
export function workedInPiece(track: OnCourse): WorkCounts {
  const start = track.course?.start;
  if (start === undefined) return workCountsOf(track);
  return {
    elapsedSec: toTenths(track.elapsedSec - start.elapsedSec),
    distanceM: toTenths(track.distanceM - start.distanceM),
    strokeCount: track.strokeCount - start.strokeCount,
    calories: track.calories === null ? null : track.calories - (start.calories ?? 0),
    workJ: track.workJ - start.workJ,
    powerSec: track.powerSec - start.powerSec,
  };
}

/** Whether a piece is in progress and partly rowed: its clock begins then. */
export function isBegunIn(track: OnCourse): boolean {
  if (track.course !== null && track.course.stage !== 'work') return false;
  const { distanceM, strokeCount } = workedInPiece(track);
  return distanceM > 0 || strokeCount > 0;
}

function doneOf(piece: Work, worked: Pick<WorkCounts, 'elapsedSec' | 'distanceM' | 'calories'>): number {
  if (piece.kind === 'distance') return worked.distanceM;
  return piece.kind === 'time' ? worked.elapsedSec : (worked.calories ?? 0);
}

/**
 * Returns the counts after a rise: one value for each moment at which the stage of the course has changed, and the
 * last. The rise after the end of a piece belongs to the rest, or to the next piece.
 */
export function rowedOn<Track extends OnCourse>(track: Track, rise: Rise): Track[] {
  const { course } = track;
  const piece = course?.pieces[course.index];
  if (course === null || piece === undefined) return [plus(track, rise)];
  if (course.stage === 'over') return [track];
  if (course.stage === 'end') return rowedOn(afterEnd(track, course, rise.fromMs), rise);
  return course.stage === 'rest' ? restedOn(track, course, rise) : workedOn(track, course, piece, rise);
}

function workedOn<Track extends OnCourse>(track: Track, course: Course, piece: Work, rise: Rise): Track[] {
  const left = lengthOf(piece) - doneOf(piece, workedInPiece(track));
  const risen = doneOf(piece, rise);
  if (risen < left) return [plus(track, rise)];
  const part = risen === 0 ? 0 : left / risen;
  // A stroke belongs to the piece of its drive.
  const [own, over] = split(rise, part);
  const isOfCalories = piece.kind === 'calories';
  const ended = plus(track, {
    ...own,
    strokeCount: rise.strokeCount,
    calories: isOfCalories ? left : rise.calories,
  });
  const overCalories = rise.calories === null ? null : isOfCalories ? risen - left : 0;
  const isLast = course.index === course.pieces.length - 1;
  const end = { ...exactly(ended, course, piece), course: { ...course, stage: 'end' as const } };
  if (isLast) return [{ ...end, course: { ...course, stage: 'over' } }];
  return [end, ...rowedOn(end, { ...over, strokeCount: 0, calories: overCalories })];
}

/** The rest begins at the end of the piece. A rest without time ends immediately. */
function afterEnd<Track extends OnCourse>(track: Track, course: Course, atMs: number): Track {
  const restSec = course.pieces[course.index]?.restSec ?? null;
  const restUntilMs = restSec === null ? null : atMs + 1_000 * restSec;
  return { ...track, course: { ...course, stage: 'rest', restUntilMs, restDistanceM: 0 } };
}

function restedOn<Track extends OnCourse>(track: Track, course: Course, rise: Rise): Track[] {
  const { restUntilMs } = course;
  const resting = (meters: number): Track => ({
    ...track,
    course: { ...course, restDistanceM: toTenths(course.restDistanceM + meters) },
  });
  if (restUntilMs === null) {
    const isRowedAgain = rise.isAfterStand && (rise.distanceM > 0 || rise.strokeCount > 0);
    if (!isRowedAgain) return [resting(rise.distanceM)];
    return [track, ...rowedOn(nextPiece(track, course), rise)];
  }
  if (restUntilMs >= rise.toMs) return [resting(rise.distanceM)];
  const wholeMs = rise.toMs - rise.fromMs;
  const part = Math.min(1, Math.max(0, (restUntilMs - rise.fromMs) / wholeMs));
  const [own, over] = split(rise, part);
  const rested = resting(own.distanceM);
  return [rested, ...rowedOn(nextPiece(rested, course), over)];
}

function nextPiece<Track extends OnCourse>(track: Track, course: Course): Track {
  const start = workCountsOf(track);
  return {
    ...track,
    course: { ...course, index: course.index + 1, stage: 'work', start, restUntilMs: null, restDistanceM: 0 },
  };
}

/**
 * After the end of a rest a moving machine still sends a record within this time, which shows how much belongs to the
 * rest.
 */
const tellsWithinMs = 2_000;

/** Returns the track once its rest has ended by the clock, on a machine that stands still; unchanged before that. */
export function afterRest<Track extends OnCourse & { movedAtMs: number }>(track: Track, atMs: number): Track {
  const { course, movedAtMs } = track;
  if (course === null || course.restUntilMs === null) return track;
  return atMs < course.restUntilMs || atMs - movedAtMs < tellsWithinMs ? track : nextPiece(track, course);
}

/** Returns the remaining time of a planned rest, in whole seconds; null outside one. */
export function restLeftSec(course: Course | null, atMs: number): number | null {
  if (course === null || course.restUntilMs === null) return null;
  return Math.max(0, Math.ceil((course.restUntilMs - atMs) / 1_000));
}

/** Divides a rise in two. Strokes and calories are whole, and belong to the second part. */
function split(rise: Rise, part: number): [Rise, Rise] {
  const atMs = rise.fromMs + part * (rise.toMs - rise.fromMs);
  const of = (share: number) => ({
    elapsedSec: rise.elapsedSec * share,
    distanceM: rise.distanceM * share,
    workJ: rise.workJ * share,
    powerSec: rise.powerSec * share,
    isAfterStand: rise.isAfterStand,
  });
  const nothing = { strokeCount: 0, calories: rise.calories === null ? null : 0 };
  return [
    { ...of(part), ...nothing, fromMs: rise.fromMs, toMs: atMs },
    {
      ...of(1 - part),
      strokeCount: rise.strokeCount,
      calories: rise.calories,
      fromMs: atMs,
      toMs: rise.toMs,
    },
  ];
}

/** Sets the end of a piece to its exact length. */
function exactly<Track extends OnCourse>(track: Track, { start }: Course, piece: Work): Track {
  if (piece.kind === 'distance') {
    return { ...track, distanceM: toTenths(start.distanceM + piece.distanceM) };
  }
  if (piece.kind === 'time') {
    return { ...track, elapsedSec: toTenths(start.elapsedSec + piece.durationSec) };
  }
  return { ...track, calories: (start.calories ?? 0) + piece.calories };
}

/** Tenths would add up to a fifth too much on a machine that sends four records a second. */
const toThousandths = (value: number): number => Math.round(value * 1_000) / 1_000;

function plus<Track extends WorkCounts>(track: Track, rise: WorkCounts): Track {
  return {
    ...track,
    elapsedSec: toThousandths(track.elapsedSec + rise.elapsedSec),
    distanceM: toTenths(track.distanceM + rise.distanceM),
    strokeCount: track.strokeCount + rise.strokeCount,
    calories: rise.calories === null ? track.calories : (track.calories ?? 0) + rise.calories,
    workJ: track.workJ + rise.workJ,
    powerSec: track.powerSec + rise.powerSec,
  };
}
