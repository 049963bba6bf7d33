import type { Activity, Machine, WorkoutSummary } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import type { WeightClass } from '@boathouse/contract/sync/calls';
import { newInterval, newStroke, newWorkout, type Interval, type Workout } from '@boathouse/formats/workout';
import { parseWorkoutText } from '@boathouse/row/text';
import { fixedDistanceInterval, fixedTimeInterval, isIntervalWorkout } from '@boathouse/workout/workout-type';
import type { StrokeChunk } from '../../db/stroke-chunk.ts';
import type { AddedByFile } from '../../db/imports/stored-shapes.ts';
import { packStrokes, unpackStrokes, type StoredStroke } from '../../infra/packed-strokes.ts';
import { hasSameFigures, withHeartRates, type StoredWorkout } from '../imports/index.ts';
import type { ReadWorkout } from '../workoutfiles/index.ts';
import type { LogbookPart, LogbookResult, LogbookStroke } from '../../infra/outgoing/logbook.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** After each failed try of an upload; after the last one it is given up: in about two days. */
export const uploadRetriesMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
] as const;
/** After each failed import; then as after the last. */
const importRetriesMs = [5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs] as const;
/** Up to this part of a delay is added, so that what failed together is not tried together. */
export const retrySpread = 0.2;

/** Between two imports. */
export const importEveryMs = hourMs;
/** An import begins this long before the one before: clocks differ, and a result may be stored there late. */
export const importOverlapMs = 10 * minuteMs;

/** Returns how long to wait after this many failed imports. */
export function importRetryMs(attempts: number): number {
  return importRetriesMs[Math.min(attempts, importRetriesMs.length) - 1] ?? hourMs;
}

/** The Logbook's names of the monitor's workout types (packages/pm5, `WorkoutType`), by number. */
const logbookTypes = [
  'JustRow',
  'JustRow',
  'FixedDistanceSplits',
  'FixedDistanceSplits',
  'FixedTimeSplits',
  'FixedTimeSplits',
  'FixedTimeInterval',
  'FixedDistanceInterval',
  'VariableInterval',
  'VariableIntervalUndefinedRest',
  'FixedCalorie',
  'FixedWattMinute',
  'FixedCalorieInterval',
] as const;

const withWeightClass: ReadonlySet<Machine> = new Set<Machine>(['rower', 'dynamic', 'slides']);
/** Of a MultiErg each interval needs its machine, which is not known here. */
const notInLogbook: Readonly<Partial<Record<Machine, string>>> = {
  otherrower: 'The Logbook has results of Concept2 machines only',
  other: 'The Logbook has no results of this machine',
  multierg: 'The Logbook needs the machine of each interval of a MultiErg, which is not known here',
};

/** Returns why the Logbook can't have a result; null if it can. */
export function logbookRefusalOf({ machine, elapsedTime, distance }: Activity): string | null {
  if (elapsedTime <= 0 || distance <= 0) return 'Nothing was rowed';
  return notInLogbook[machine] ?? null;
}

const tenths = (value: number) => Math.round(value * 10);
const whole = (value: number | null | undefined) =>
  value === null || value === undefined || value <= 0 ? null : Math.round(value);
/** Leaves out what is not known: the Logbook takes no null. */
const known = (fields: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/**
 * Returns an activity as the Logbook takes it: whole numbers alone, times in tenths of a second, the end as a wall clock
 * shows it in the zone.
 */
export function logbookResultOf(
  activity: Activity,
  strokes: readonly Stroke[],
  { timeZone, weightClass }: { timeZone: string; weightClass: WeightClass },
): Record<string, unknown> {
  const { machine, elapsedTime, distance, workoutType, summary, createdAt } = activity;
  const splits = summary?.splits ?? [];
  const restSec = splits.reduce((sum, { restTime }) => sum + restTime, 0);
  const lastMs = strokes.at(-1)?.rowedAfterMs ?? 0;
  const endMs = Date.parse(createdAt) + Math.max(lastMs, Math.round((elapsedTime + restSec) * 1_000));
  const isIntervals = isIntervalWorkout(workoutType) || restSec > 0;
  const { averageHeartRate, recoveryHeartRate } = summary ?? {};
  const average = whole(activity.heartRate ?? averageHeartRate);
  const heartRate = known({ average, recovery: whole(recoveryHeartRate) });
  return {
    type: machine,
    date: wallClock(endMs, timeZone),
    timezone: timeZone,
    distance: Math.round(distance),
    time: tenths(elapsedTime),
    ...(withWeightClass.has(machine) ? { weight_class: weightClass } : {}),
    workout_type: typeOf(workoutType, isIntervals),
    ...known({
      stroke_rate: whole(activity.strokeRate),
      stroke_count: whole(strokes.length),
      calories_total: whole(activity.totalCalories),
      drag_factor: whole(activity.dragFactor),
    }),
    ...(Object.keys(heartRate).length > 0 ? { heart_rate: heartRate } : {}),
    ...(isIntervals ? { rest_time: tenths(restSec) } : {}),
    ...(splits.length > 0 ? { workout: { [isIntervals ? 'intervals' : 'splits']: partsOf(activity) } } : {}),
    ...(strokes.length > 0 ? { stroke_data: strokeDataOf(activity, strokes) } : {}),
  };
}

function typeOf(workoutType: number | null, isIntervals: boolean): string {
  if (workoutType !== null) return logbookTypes[workoutType] ?? 'unknown';
  return isIntervals ? 'VariableInterval' : 'unknown';
}

/** `yyyy-mm-dd hh:mm:ss` in the zone. */
function wallClock(atMs: number, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

function partsOf({ summary, workoutType, workout }: Activity) {
  const splits = summary?.splits ?? [];
  const pieces = parseWorkoutText(workout)?.pieces ?? [];
  return splits.map(({ time, distance, restTime, strokeRate, heartRate }, index) => {
    const beats = known({ average: whole(heartRate) });
    return {
      type: partTypeOf(workoutType, pieces.length > 1 ? pieces[index]?.kind : pieces[0]?.kind),
      distance: Math.round(distance),
      time: tenths(time),
      ...(isIntervalWorkout(workoutType) || restTime > 0 ? { rest_time: tenths(restTime) } : {}),
      ...known({ stroke_rate: whole(strokeRate) }),
      ...(Object.keys(beats).length > 0 ? { heart_rate: beats } : {}),
    };
  });
}

function partTypeOf(
  workoutType: number | null,
  planned: string | undefined,
): 'time' | 'distance' | 'calorie' {
  if (workoutType === fixedTimeInterval) return 'time';
  if (workoutType === fixedDistanceInterval) return 'distance';
  if (planned === 'calories') return 'calorie';
  return planned === 'distance' ? 'distance' : 'time';
}

/** Time and distance begin again at each interval. */
function strokeDataOf({ machine, summary }: Activity, strokes: readonly Stroke[]) {
  const splits = summary?.splits ?? [];
  let [interval, baseSec, baseM] = [strokes[0]?.interval ?? 1, 0, 0];
  let before: Stroke | null = null;
  return strokes.map((stroke) => {
    if (stroke.interval !== interval && before !== null) {
      const split = splits[interval - 1];
      baseSec = split === undefined ? before.elapsedTime : baseSec + split.time;
      baseM = split === undefined ? before.distance : baseM + split.distance;
      interval = stroke.interval;
    }
    before = stroke;
    const { pace, strokeRate, heartRate } = stroke;
    return {
      t: Math.max(0, tenths(stroke.elapsedTime - baseSec)),
      d: Math.max(0, tenths(stroke.distance - baseM)),
      ...known({
        p: pace === null ? null : tenths(pace * (machine === 'bike' ? 2 : 1)),
        spm: whole(strokeRate),
        hr: whole(heartRate),
      }),
    };
  });
}

const machineOf: Readonly<Record<string, Machine>> = {
  rower: 'rower',
  skierg: 'skierg',
  bike: 'bike',
  dynamic: 'dynamic',
  slides: 'slides',
  multierg: 'multierg',
};

const figureOf = (value: number | null | undefined) =>
  value === null || value === undefined || value <= 0 ? null : value;
const secOf = (value: number | null | undefined) => (figureOf(value) ?? 0) / 10;

/** Returns a result of the Logbook as a file of it would say it. */
export function workoutOfResult(result: LogbookResult, strokes: readonly LogbookStroke[]): Workout {
  const machine = machineOf[result.type] ?? 'other';
  const parts = [result.workout ?? []].flat();
  const intervals = parts.flatMap((part) => part.intervals ?? []);
  const splits = parts.flatMap((part) => part.splits ?? []);
  return newWorkout({
    machine,
    endedAt: endOf(result),
    elapsedTime: secOf(result.time),
    distance: result.distance,
    restTime: secOf(result.rest_time) || intervals.reduce((sum, part) => sum + secOf(part.rest_time), 0),
    restDistance: figureOf(result.rest_distance),
    averageHeartRate: figureOf(result.heart_rate?.average),
    strokeCount: figureOf(result.stroke_count),
    calories: figureOf(result.calories_total),
    intervals: intervals.length > 0 ? intervalsOf(intervals) : intervalsOf(splits),
    strokes: strokesOf(strokes, intervals, machine),
    comments: result.comments ?? null,
    averageStrokeRate: figureOf(result.stroke_rate),
    dragFactor: figureOf(result.drag_factor),
    logbookId: result.id,
    app: result.source ?? null,
  });
}

/** Its moment where the Logbook knows it, else the wall clock's time. */
function endOf({ date, date_utc: utc, timezone }: LogbookResult): string {
  if (utc) return `${utc.replace(' ', 'T').replace(/Z$/, '')}Z`;
  const wall = date.replace(' ', 'T');
  try {
    return Temporal.PlainDateTime.from(wall)
      .toZonedDateTime(timezone ?? '')
      .toInstant()
      .toString();
  } catch {
    return wall;
  }
}

function intervalsOf(parts: readonly LogbookPart[]): Interval[] {
  return parts.flatMap((part) => {
    const rest = secOf(part.rest_time);
    const work = newInterval({
      kind: 'work',
      time: secOf(part.time) || null,
      distance: figureOf(part.distance),
      averageStrokeRate: figureOf(part.stroke_rate),
      averageHeartRate: figureOf(part.heart_rate?.average),
      calories: figureOf(part.calories_total),
    });
    return rest > 0 ? [work, newInterval({ kind: 'rest', time: rest })] : [work];
  });
}

function strokesOf(strokes: readonly LogbookStroke[], intervals: readonly LogbookPart[], machine: Machine) {
  let [interval, baseSec, baseM] = [1, 0, 0];
  let before: LogbookStroke | null = null;
  return strokes.map((stroke) => {
    if (before !== null && stroke.t < before.t) {
      const part = intervals[interval - 1];
      baseSec += secOf(part?.time) || before.t / 10;
      baseM += figureOf(part?.distance) ?? before.d / 10;
      interval += 1;
    }
    before = stroke;
    const pace = figureOf(stroke.p);
    return newStroke({
      elapsedTime: baseSec + stroke.t / 10,
      distance: baseM + stroke.d / 10,
      pace: pace === null ? null : pace / (machine === 'bike' ? 20 : 10),
      strokeRate: figureOf(stroke.spm),
      heartRate: figureOf(stroke.hr),
      interval,
    });
  });
}

/** Returns the figures of an edited result as they are stored. */
export function figuresOf(edited: StoredWorkout) {
  const { workout, plan, machine, startedMs, durationMs, day, elapsedTime, averagePace, distance } = edited;
  const { strokeRate, workoutType, heartRate, dragFactor, averagePower, totalCalories, summary } = edited;
  const rowed = {
    workout,
    plan,
    machine,
    day,
    elapsedTime,
    averagePace,
    distance,
    isPartial: edited.isPartial,
  };
  const measured = { strokeRate, workoutType, heartRate, dragFactor, averagePower, totalCalories, summary };
  const times = { createdAt: new Date(startedMs), completedAt: new Date(startedMs + durationMs) };
  return { ...rowed, ...measured, ...times };
}

/** A live row that a result of the service has completed, with its strokes. */
type CompletedRow = {
  activity: {
    elapsedTime: number;
    distance: number;
    strokeCount: number;
    heartRate: number | null;
    summary: WorkoutSummary | null;
  };
  added: AddedByFile;
  stored: readonly StrokeChunk[];
};

/**
 * Returns what an edited result of the service changes in a live row that it has completed: only what it has added, and
 * strokes that the row still lacks. What the monitor measured stays, and all of it if the edited result is of other figures.
 * `strokes` is null where they stay.
 */
export function editedCompletion({ activity, added: before, stored }: CompletedRow, edited: ReadWorkout) {
  const change: { heartRate?: number; summary?: WorkoutSummary; strokeCount?: number } = {};
  const added = { ...before };
  if (!hasSameFigures(activity, edited)) return { change, added, strokes: null };
  const isHeartRateOfFile = before.heartRate !== undefined && before.heartRate === activity.heartRate;
  if (isHeartRateOfFile && edited.heartRate !== null && edited.heartRate !== activity.heartRate) {
    added.heartRate = change.heartRate = edited.heartRate;
  }
  const { splits } = edited.summary;
  const hasOtherSplits =
    before.intervals && splits.length > 1 && !isEqual(activity.summary?.splits ?? null, splits);
  if (hasOtherSplits && activity.summary !== null) change.summary = { ...activity.summary, splits };
  if (edited.chunks.length === 0) return { change, added, strokes: null };
  if (activity.strokeCount === (before.strokes ?? 0)) {
    if (areSameStrokes(stored, edited.chunks)) return { change, added, strokes: null };
    added.strokes = change.strokeCount = edited.strokes;
    return { change, added, strokes: edited.chunks };
  }
  const filled =
    before.strokeHeartRates && edited.hasHeartRates
      ? withEditedHeartRates(stored, before.strokeHeartRates, strokesIn(edited.chunks))
      : stored;
  return { change, added, strokes: areSameStrokes(stored, filled) ? null : filled };
}

/** Only the first strokes of a row, as many as it had then, have got their heart rates. */
function withEditedHeartRates(
  stored: readonly StrokeChunk[],
  count: number,
  ofService: readonly StoredStroke[],
): StrokeChunk[] {
  const filled = withHeartRates(strokesIn(stored), ofService);
  return stored.map((chunk) => {
    const strokes = unpackStrokes(chunk.packed).map((stroke, at) =>
      chunk.first + at < count ? (filled[chunk.first + at] ?? stroke) : stroke,
    );
    return { ...chunk, packed: packStrokes(strokes) };
  });
}

export function areSameStrokes(stored: readonly StrokeChunk[], edited: readonly StrokeChunk[]): boolean {
  return JSON.stringify(strokesIn(stored)) === JSON.stringify(strokesIn(edited));
}

function strokesIn(chunks: readonly StrokeChunk[]): StoredStroke[] {
  return chunks.flatMap(({ packed }) => unpackStrokes(packed));
}

/** Whether a stored value is the edited one. */
export function isEqual(stored: unknown, edited: unknown): boolean {
  if (stored instanceof Date && edited instanceof Date) return stored.getTime() === edited.getTime();
  return stored === edited || canonical(stored) === canonical(edited);
}

/** The database orders the keys of what it stores as JSON. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : each,
  );
}
