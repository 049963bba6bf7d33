import type { Activity, ActivityOrigin } from '@boathouse/contract/activities';
import type { ActivityFormat } from '@boathouse/contract/activities/formats';
import type { Stroke } from '@boathouse/contract/strokes';
import {
  newInterval,
  newStroke,
  newWorkout,
  type Interval,
  type Workout,
  type WorkoutStroke,
} from '@boathouse/formats/workout';
import { writeFit, writeStrokesCsv, writeTcx } from '@boathouse/formats/write';
import { formatDuration } from '@boathouse/workout/pace';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import type { TableRow } from '../../../infra/csv.ts';
import { strokeFields } from '../../../infra/packed-strokes.ts';

type OriginFigures = {
  strokeCount: number | null;
  restDistance: number | null;
  /** The day from a file that gave only the day; null for any other. */
  day: string | null;
};

/** The parts of a file in addition to the activity itself: known only for the athlete's own. */
export type Beside = {
  origin: (ActivityOrigin & OriginFigures) | null;
  note: string | null;
};

export const nothingBeside: Beside = { origin: null, note: null };

/** How moments are written: in a zone, because a season shows local times. */
type Written = { timeZone: string; app: string };

/** Returns a completed activity in the form of its file. Seconds and meters, as the activity has them. */
export function workoutOf(
  activity: Activity,
  strokes: readonly Stroke[],
  { origin, note }: Beside,
  { timeZone, app }: Written,
): Workout {
  const { elapsedTime, summary } = activity;
  const restTime = summary === null ? null : summary.splits.reduce((sum, split) => sum + split.restTime, 0);
  const startedMs = Date.parse(activity.createdAt);
  const lastMs = strokes.at(-1)?.rowedAfterMs ?? 0;
  const endedMs =
    (activity.source === 'file' || origin !== null) && activity.completedAt !== null
      ? Date.parse(activity.completedAt)
      : startedMs + Math.max(lastMs, Math.round((elapsedTime + (restTime ?? 0)) * 1_000));
  const day = origin?.day ?? null;
  return newWorkout({
    machine: activity.machine,
    startedAt: day === null ? isoIn(timeZone, startedMs) : null,
    endedAt: day === null ? isoIn(timeZone, endedMs) : `${day}T00:00:00`,
    isDayOnly: day !== null,
    elapsedTime,
    distance: activity.distance,
    restTime,
    restDistance: origin?.restDistance ?? null,
    averageHeartRate: activity.heartRate,
    strokeCount: origin?.strokeCount ?? (strokes.length > 0 ? strokes.length : null),
    calories: activity.totalCalories,
    intervals: intervalsOf(activity),
    strokes: strokes.map(strokeOf),
    title: activity.workout,
    comments: note,
    averageStrokeRate: activity.strokeRate,
    averagePower: activity.averagePower,
    dragFactor: activity.dragFactor > 0 ? activity.dragFactor : null,
    logbookId: origin?.logbookId ?? null,
    app: origin?.app ?? app,
    isSimulated: activity.isSimulated,
  });
}

function isoIn(timeZone: string, atMs: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(atMs);
  if (timeZone === 'UTC') return instant.toString();
  return instant.toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never' });
}

/** Each interval and its rest; splits of a single piece have none. */
function intervalsOf({ summary, workoutType }: Activity): Interval[] {
  const splits = summary?.splits ?? [];
  const haveRests = isIntervalWorkout(workoutType) || splits.some(({ restTime }) => restTime > 0);
  return splits.flatMap(({ time, distance, restTime, strokeRate, heartRate }, index) => {
    const work = newInterval({
      kind: 'work',
      time,
      distance,
      averageStrokeRate: strokeRate,
      averageHeartRate: heartRate,
    });
    const isRested = haveRests && (restTime > 0 || index < splits.length - 1);
    return isRested ? [work, newInterval({ kind: 'rest', time: restTime })] : [work];
  });
}

/** The fields that the file's model names in another way, or lacks. */
function strokeOf({ number: _number, rowedAfterMs, forceCurve, ...stroke }: Stroke): WorkoutStroke {
  const isKnown = rowedAfterMs !== null && rowedAfterMs !== undefined;
  return newStroke({
    ...stroke,
    forceCurve: forceCurve ?? null,
    rowedAfter: isKnown ? rowedAfterMs / 1_000 : null,
  });
}

export const resultColumns = (
  'date session sessionId item workout athlete athleteId time timeSec distanceM paceSecPer500m strokeRate heartRate watts ' +
  'calories dragFactor machine source isPartial activityId'
).split(' ');
export const splitColumns =
  'item workout athlete athleteId activityId split timeSec distanceM paceSecPer500m restSec strokeRate heartRate'.split(
    ' ',
  );
/** Force curves are in FIT files. */
const strokeColumnFields = strokeFields.filter((field) => field !== 'forceCurve');
export const strokeColumns = ['item', 'workout', 'athlete', 'activityId', 'sequence', ...strokeColumnFields];

/** The athlete and the item of a table's row. */
function rowedBy({ _id, user, workout, workoutItemIndex }: Activity) {
  return {
    item: workoutItemIndex === null ? null : workoutItemIndex + 1,
    workout,
    athlete: user.displayName,
    athleteId: user._id,
    activityId: _id,
  };
}

/** Returns a result as a row of `resultColumns`; the date is its start. */
export function resultRow(activity: Activity, timeZone: string): TableRow {
  const { session, elapsedTime, averagePace } = activity;
  return {
    ...rowedBy(activity),
    date: isoIn(timeZone, Date.parse(activity.createdAt)).slice(0, 19).replace('T', ' '),
    session: session?.title,
    sessionId: session?._id,
    time: formatDuration(elapsedTime),
    timeSec: rounded(elapsedTime),
    distanceM: rounded(activity.distance),
    paceSecPer500m: averagePace === null ? null : rounded(averagePace),
    strokeRate: activity.strokeRate,
    heartRate: activity.heartRate,
    watts: activity.averagePower,
    calories: activity.totalCalories,
    dragFactor: activity.dragFactor > 0 ? activity.dragFactor : null,
    machine: activity.machine,
    source: activity.source,
    isPartial: activity.isPartial,
  };
}

/** Returns the splits of a result as rows of `splitColumns`. */
export function splitRows(activity: Activity): TableRow[] {
  return (activity.summary?.splits ?? []).map(({ splitNumber, time, distance, averagePace, ...split }) => ({
    ...rowedBy(activity),
    split: splitNumber,
    timeSec: rounded(time),
    distanceM: rounded(distance),
    paceSecPer500m: averagePace === null ? null : rounded(averagePace),
    restSec: split.restTime,
    strokeRate: split.strokeRate,
    heartRate: split.heartRate,
  }));
}

/** Returns strokes of a result as rows of `strokeColumns`; `first` is the sequence number of the first one. */
export function strokeRows(activity: Activity, strokes: readonly Stroke[], first: number): TableRow[] {
  const by = rowedBy(activity);
  return strokes.map(({ forceCurve: _forceCurve, ...stroke }, place) => ({
    ...by,
    sequence: first + place,
    ...stroke,
  }));
}

const rounded = (value: number) => Math.round(value * 100) / 100;

export const writers: Readonly<Record<ActivityFormat, (workout: Workout) => Uint8Array<ArrayBuffer>>> = {
  fit: writeFit,
  tcx: writeTcx,
  csv: writeStrokesCsv,
};

/** Returns a name that sorts by day and describes the workout: `2026-11-24-2000-m-019a1b2c.fit`. */
export function fileNameOf(
  { _id, createdAt, workout }: Pick<Activity, '_id' | 'createdAt' | 'workout'>,
  format: ActivityFormat,
): string {
  const words = workout
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return `${[createdAt.slice(0, 10), words, _id.slice(-8)].filter((part) => part !== '').join('-')}.${format}`;
}
