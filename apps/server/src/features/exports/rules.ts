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
import { isIntervalWorkout } from '@boathouse/workout/workout-type';

/** What a file says beside the activity itself: known for the athlete's own alone. */
export type Beside = {
  origin: (ActivityOrigin & { strokeCount: number | null; restDistance: number | null }) | null;
  note: string | null;
};

export const nothingBeside: Beside = { origin: null, note: null };

/** How moments are written: in a zone, whose wall clock a season shows. */
type Written = { timeZone: string; app: string };

/** Returns a completed activity as its file says it. Seconds and meters, as the activity has them. */
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
  return newWorkout({
    machine: activity.machine,
    startedAt: isoIn(timeZone, startedMs),
    endedAt: isoIn(timeZone, endedMs),
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

/** What the file's model has under another name or not at all. */
function strokeOf({ number: _number, rowedAfterMs, forceCurve, ...stroke }: Stroke): WorkoutStroke {
  const isKnown = rowedAfterMs !== null && rowedAfterMs !== undefined;
  return newStroke({
    ...stroke,
    forceCurve: forceCurve ?? null,
    rowedAfter: isKnown ? rowedAfterMs / 1_000 : null,
  });
}

export const writers: Readonly<Record<ActivityFormat, (workout: Workout) => Uint8Array<ArrayBuffer>>> = {
  fit: writeFit,
  tcx: writeTcx,
  csv: writeStrokesCsv,
};

/** Returns a name that sorts by day and says what was rowed: `2026-11-24-2000-m-019a1b2c.fit`. */
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
