import * as z from 'zod/mini';
import { ErgometerFieldsSchema, type WorkoutSummary } from '@boathouse/contract/activities';
import { monitorBounds as bounds, limits } from '@boathouse/contract/limits';
import { WorkoutTitleSchema } from '@boathouse/contract/sessions/workout-texts';
import { StrokeSchema, type Stroke } from '@boathouse/contract/strokes';
import { momentOf } from '@boathouse/formats/dates';
import type { Interval, Workout, WorkoutStroke } from '@boathouse/formats/workout';
import type { WalkPlace } from '@boathouse/formats/zip/walk';
import type { PlannedPiece, WorkoutPlan } from '@boathouse/workout-text/plan';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describePlan } from '@boathouse/workout-text/describe';
import { paceSecOf } from '@boathouse/workout/pace';
import { variableInterval } from '@boathouse/workout/workout-type';
import type { StrokeChunk } from '../../../db/stroke-chunk.ts';
import type { FileWorkout } from '../../../db/imports/stored-shapes.ts';
import { fullChunkStrokes, packStrokes } from '../../../infra/packed-strokes.ts';
import { checkedPlan, isRoundDistance, isRoundTime, singlePlanOf } from '../../training/plans/index.ts';

/** A workout of a file with its strokes, packed in the stored form. */
export type ReadWorkout = FileWorkout & {
  chunks: PackedChunk[];
  /** The name of its file in a ZIP archive; null for any other file. */
  entry: string | null;
  /** A note on omitted parts, as a text for its athlete. */
  note?: string;
};

type PackedChunk = StrokeChunk & { packed: Uint8Array<ArrayBuffer> };

/** A part of a file that is not a workout; the name is that of a ZIP archive's entry. */
type FileProblem = { message: string; line: number | null; entry: string | null };

/** The file that a thread reads. */
export type ReadJob = {
  bytes: Uint8Array;
  fileName: string;
  timeZone: string;
  nowMs: number;
  workoutsMax: number;
  /** Where to continue in an archive. */
  from: WalkPlace | null;
  /** Processor time after which reading an archive stops at the end of a file, and the longest total time. */
  turn: { processorMs: number; ms: number };
};

/**
 * The workouts and problems that a thread has found since the previous part; `at` names the file that it reads next.
 */
export type ReadPart = Found & { at: { name: string; next: WalkPlace } | null };
type Found = { workouts: ReadWorkout[]; problems: FileProblem[] };
/** All workouts and problems; `rest` is where to continue in an archive, if a limit stopped the reading. */
export type ReadAnswer = Found & { rest: WalkPlace | null };

type Zone = { timeZone: string; nowMs: number };

const firstYear = 1995;
/** A device's clock may be fast by this. */
const fastClockMs = 15 * 60_000;

/** Returns why a workout can't have been rowed then; null if it can. Stored workouts are checked like read ones. */
export function problemOfTimes(
  { startedMs, durationMs }: { startedMs: number; durationMs: number },
  nowMs: number,
): 'too early' | 'in the future' | null {
  if (startedMs < Date.UTC(firstYear, 0, 1)) return 'too early';
  return startedMs + durationMs > nowMs + fastClockMs ? 'in the future' : null;
}

/** Returns a workout as an activity stores it, or why it can't be stored. */
export function fileWorkoutOf(workout: Workout, zone: Zone): ReadWorkout | string {
  const last = workout.strokes.at(-1);
  const elapsedTime = workout.elapsedTime ?? last?.elapsedTime ?? 0;
  const distance = workout.distance ?? last?.distance ?? 0;
  const times = timesOf(workout, elapsedTime, zone);
  const { startedMs } = times;
  const problem = startedMs === null ? null : problemOfTimes({ ...times, startedMs }, zone.nowMs);
  if (problem === 'in the future') return `In the time zone ${zone.timeZone} it would end in the future.`;
  if (problem === 'too early') {
    return `In the time zone ${zone.timeZone} it would begin before ${firstYear}: the clock of the monitor or device was not set.`;
  }
  const splits = splitsOf(workout.intervals);
  const strokeRate = wholeOr(workout.averageStrokeRate ?? rateOf(workout, elapsedTime), bounds.strokeRateMax);
  const heartRate = wholeOr(
    workout.averageHeartRate ?? meanOf(workout.strokes, 'heartRate'),
    bounds.heartRateMax,
  );
  const drag = workout.dragFactor ?? meanOf(workout.strokes, 'dragFactor');
  const averagePace = paceSecOf(distance, elapsedTime);
  const figures = {
    elapsedTime,
    distance,
    averagePace: averagePace === null || averagePace > bounds.paceSecMax ? null : averagePace,
    // Work and rests together in files with rests, as the Logbook writes them.
    averagePower: hasRests(workout) ? null : wholeOr(workout.averagePower, bounds.powerWMax),
    strokeRate,
    heartRate,
    dragFactor: wholeOr(drag, bounds.dragFactorMax) ?? 0,
    totalCalories: wholeOr(workout.calories ?? last?.calories ?? null, bounds.caloriesMax),
  };
  const checked = z.safeParse(z.partial(ErgometerFieldsSchema), figures);
  if (!checked.success) return `It is longer than an activity can be: ${elapsedTime} s, ${distance} m.`;
  const strokes = storedStrokesOf(workout.strokes);
  return {
    ...figures,
    ...times,
    ...textsOf(workout, elapsedTime, distance),
    machine: workout.machine,
    summary: {
      logEntryDate: null,
      logEntryTime: null,
      averageStrokeRate: strokeRate,
      averageHeartRate: heartRate,
      recoveryHeartRate: null,
      splits,
      source: 'summary',
    },
    comments: textOr(workout.comments, limits.noteMax),
    logbookId: textOr(workout.logbookId, 40),
    app: textOr(workout.app, 80),
    restDistance: workout.restDistance,
    rowedStrokes: workout.strokeCount === null ? null : Math.round(workout.strokeCount),
    intervals: worksOf(workout.intervals).length,
    strokes: strokes.length,
    hasForceCurves: strokes.some(({ forceCurve }) => forceCurve),
    hasHeartRates: strokes.some(({ heartRate: beats }) => beats !== null),
    isSimulated: workout.isSimulated,
    entry: workout.entry ?? null,
    chunks: chunksOf(strokes),
  };
}

function timesOf(workout: Workout, elapsedSec: number, zone: Zone) {
  const workMs = Math.round((elapsedSec + (workout.restTime ?? 0)) * 1_000);
  const day = workout.isDayOnly ? dayTimesOf(workout.endedAt ?? workout.startedAt, workMs, zone) : null;
  if (day !== null) return day;
  const start = momentIn(workout.startedAt, zone);
  const end = momentIn(workout.endedAt, zone);
  const isSpanned = start !== null && end !== null && end.ms - start.ms >= workMs * 0.95 - 120_000;
  const durationMs = isSpanned ? Math.max(0, end.ms - start.ms) : workMs;
  const startedMs = start?.ms ?? (end === null ? null : end.ms - durationMs);
  return { startedMs, durationMs, isWallClock: (start ?? end)?.isWallClock ?? false, isDayOnly: false };
}

const noon = { hour: 12 };

/**
 * A day without a time of day stays that day, for any length of the workout: it begins at noon, or earlier on the day
 * of reading.
 */
function dayTimesOf(iso: string | null, workMs: number, { timeZone, nowMs }: Zone) {
  const moment = iso === null ? null : momentOf(iso);
  if (moment === null) return null;
  const date = Temporal.PlainDate.from(new Date(moment.ms).toISOString().slice(0, 10));
  const dayMs = date.toZonedDateTime({ timeZone }).epochMilliseconds;
  const noonMs = date.toZonedDateTime({ timeZone, plainTime: noon }).epochMilliseconds;
  const startedMs = Math.max(dayMs, Math.min(noonMs, nowMs - workMs));
  const durationMs = startedMs > nowMs ? workMs : Math.min(workMs, nowMs - startedMs);
  return { startedMs, durationMs, isWallClock: true, isDayOnly: true };
}

/** A local time is read in the zone; if it occurs twice, the first one. */
function momentIn(iso: string | null, { timeZone }: Zone): { ms: number; isWallClock: boolean } | null {
  const moment = iso === null ? null : momentOf(iso);
  if (moment === null) return null;
  if (moment.offsetSec !== null) return { ms: moment.ms, isWallClock: false };
  const wall = Temporal.PlainDateTime.from(new Date(moment.ms).toISOString().slice(0, -1));
  return { ms: wall.toZonedDateTime(timeZone).epochMilliseconds, isWallClock: true };
}

const worksOf = (intervals: readonly Interval[]) => intervals.filter(({ kind }) => kind === 'work');

const splitsMax = 100;

/** Returns the work intervals as the splits of a result; none if one has no time or no distance. */
function splitsOf(intervals: readonly Interval[]): WorkoutSummary['splits'] {
  const splits: WorkoutSummary['splits'] = [];
  for (const { kind, time, distance, averageStrokeRate, averageHeartRate } of intervals) {
    const last = splits.at(-1);
    if (kind === 'rest') {
      if (last !== undefined) last.restTime += time ?? 0;
      continue;
    }
    if (time === null || distance === null || splits.length === splitsMax) return [];
    const averagePace = paceSecOf(distance, time);
    splits.push({
      splitNumber: splits.length + 1,
      time,
      distance,
      averagePace: averagePace !== null && averagePace <= bounds.paceSecMax ? averagePace : null,
      restTime: 0,
      strokeRate: wholeOr(averageStrokeRate, bounds.strokeRateMax),
      heartRate: wholeOr(averageHeartRate, bounds.heartRateMax),
    });
  }
  return splits;
}

const hasRests = ({ restTime, intervals }: Workout) =>
  (restTime ?? 0) > 0 || intervals.some(({ kind }) => kind === 'rest');

/** Returns the workout's name, and its text with the plan: as the file words it, or else from its intervals. */
function textsOf(workout: Workout, elapsedTime: number, distance: number) {
  const given = workout.title?.replace(logbookMachine, '').trim() ?? '';
  const isLogbooks = workout.title !== null && logbookMachine.test(workout.title);
  const plan = planOf();
  const text = plan === null ? given.slice(0, limits.workoutItemMax) || 'Intervals' : describePlan(plan);
  const title = z.safeParse(WorkoutTitleSchema, given.slice(0, limits.sessionTitleMax));
  return {
    title: title.success ? title.data : text,
    workout: text,
    plan,
    // Without a plan nothing else shows that it has several pieces.
    workoutType: plan === null && hasRests(workout) ? variableInterval : null,
  };

  function planOf(): WorkoutPlan | null {
    const named = parseWorkoutText(given);
    const isSet = named !== null && (!isLogbooks || named.pieces.length > 1 || isRound(named));
    if (isSet) return named;
    if (hasRests(workout)) return planOfIntervals(workout.intervals);
    return singlePlanOf(distance, elapsedTime);
  }

  /** The Logbook describes a row that was ended by hand by its length, too: `30:01 row`. */
  function isRound({ pieces: [piece] }: WorkoutPlan): boolean {
    if (piece?.kind === 'time')
      return isRoundTime(piece.durationSec) && Math.abs(piece.durationSec - elapsedTime) < 0.05;
    return piece?.kind !== 'distance' || isRoundDistance(piece.distanceM);
  }
}

/** The last word of the Logbook's descriptions. */
const logbookMachine = /\s+(row|skierg|bikeerg|multierg)$/i;

/** Null unless all intervals are round distances or times. */
function planOfIntervals(intervals: readonly Interval[]): WorkoutPlan | null {
  const pieces: PlannedPiece[] = [];
  for (const { kind, time, distance } of intervals) {
    const last = pieces.at(-1);
    if (kind === 'work') {
      const work = workOf(time, distance);
      if (work === null) return null;
      pieces.push({ ...work, restSec: 0 });
    } else if (last !== undefined) last.restSec = (last.restSec ?? 0) + Math.round(time ?? 0);
  }
  const [first] = pieces;
  const last = pieces.at(-1);
  // No file contains the rest after the last interval, which a plan has.
  if (first && last?.restSec === 0 && pieces.slice(0, -1).every(({ restSec }) => restSec === first.restSec)) {
    last.restSec = first.restSec;
  }
  return pieces.length > 1 ? checkedPlan(pieces) : null;
}

function workOf(time: number | null, distance: number | null) {
  const meters = Math.round(distance ?? 0);
  const sec = Math.round(time ?? 0);
  if (distance !== null && Math.abs(distance - meters) < 0.2 && meters > 0 && meters % 50 === 0) {
    return { kind: 'distance', distanceM: meters } as const;
  }
  const isTime = time !== null && Math.abs(time - sec) < 0.05 && sec > 0 && sec % 5 === 0;
  return isTime ? ({ kind: 'time', durationSec: sec } as const) : null;
}

/** Returns strokes in the stored form; a value that no monitor has is left out. */
function storedStrokesOf(strokes: readonly WorkoutStroke[]): Stroke[] {
  const numbers = new Map<number, number>();
  return strokes.flatMap((stroke) => {
    const interval = Math.min(Math.max(1, Math.round(stroke.interval)), bounds.enumMax);
    const number = Math.min((numbers.get(interval) ?? 0) + 1, bounds.strokeCountMax);
    numbers.set(interval, number);
    const stored = z.safeParse(StrokeSchema, {
      number,
      interval,
      elapsedTime: stroke.elapsedTime,
      distance: stroke.distance,
      pace: figureOr(stroke.pace, bounds.paceSecMax),
      strokeRate: wholeOr(stroke.strokeRate, bounds.strokeRateMax),
      heartRate: wholeOr(stroke.heartRate, bounds.heartRateMax),
      power: wholeOr(stroke.power, bounds.powerWMax),
      driveLength: figureOr(stroke.driveLength, bounds.driveLengthMMax),
      driveTime: figureOr(stroke.driveTime, bounds.driveTimeSecMax),
      recoveryTime: figureOr(stroke.recoveryTime, bounds.recoveryTimeSecMax),
      strokeDistance: figureOr(stroke.strokeDistance, bounds.strokeDistanceMMax),
      peakForce: figureOr(stroke.peakForce, bounds.forceNMax),
      averageForce: figureOr(stroke.averageForce, bounds.forceNMax),
      workPerStroke: figureOr(stroke.workPerStroke, bounds.workPerStrokeJMax),
      calories: wholeOr(stroke.calories, bounds.caloriesMax),
      forceCurve: curveOr(stroke.forceCurve),
      rowedAfterMs: wholeOr(
        stroke.rowedAfter === null ? null : stroke.rowedAfter * 1_000,
        bounds.rowedAfterMsMax,
      ),
    });
    return stored.success ? [stored.data] : [];
  });
}

/** A sensor's noise around zero is not a force; a longer curve than a monitor's is thinned. */
function curveOr(curve: readonly number[] | null): number[] | null {
  if (curve === null || curve.length === 0) return null;
  const step = Math.ceil(curve.length / bounds.forceCurveMax);
  return curve.filter((_, index) => index % step === 0).map((force) => Math.max(0, Math.round(force)));
}

function chunksOf(strokes: readonly Stroke[]): PackedChunk[] {
  const chunks: PackedChunk[] = [];
  for (let first = 0; first < strokes.length; first += fullChunkStrokes) {
    const some = strokes.slice(first, first + fullChunkStrokes);
    chunks.push({ first, count: some.length, packed: Uint8Array.from(packStrokes(some)) });
  }
  return chunks;
}

/** The mean of a value that every stroke has: a mean of some of them would not represent all. */
function meanOf(strokes: readonly WorkoutStroke[], field: 'heartRate' | 'dragFactor'): number | null {
  let sum = 0;
  for (const { [field]: value } of strokes) {
    if (value === null) return null;
    sum += value;
  }
  return strokes.length === 0 ? null : sum / strokes.length;
}

function rateOf({ strokeCount }: Workout, elapsedSec: number): number | null {
  return strokeCount === null || elapsedSec <= 0 ? null : (strokeCount * 60) / elapsedSec;
}

function figureOr(value: number | null, maximum: number): number | null {
  return value !== null && value >= 0 && value <= maximum ? value : null;
}

function wholeOr(value: number | null, maximum: number): number | null {
  return value === null ? null : figureOr(Math.round(value), maximum);
}

/** PostgreSQL cannot store U+0000. */
function textOr(text: string | null, maximum: number): string | null {
  return text?.replaceAll('\0', '').trim().slice(0, maximum) || null;
}
