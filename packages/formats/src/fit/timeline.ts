import { momentOf } from '../dates.ts';
import { newInterval, type Interval, type Workout } from '../workout.ts';
import { fitEpochMs } from './profile.ts';

/** The place of a workout's parts on FIT's clock, which counts whole seconds. */
export type Timeline = {
  startSec: number;
  endSec: number;
  /** The end of the last work, to the nearest second. */
  workEndSec: number;
  /** Work and rests. */
  totalSec: number;
  totalM: number | null;
  /** The intervals, or the total as one. */
  parts: TimedPart[];
  /** For each work interval, from 1: the time and distance of all rests before it, and its whole seconds. */
  works: { restSec: number; restM: number; fromSec: number; toSec: number }[];
};
type TimedPart = Interval & { startSec: number; endSec: number };

/** A file must have a date: readers other than ours show this one if the workout has none. */
const noDateMs = Date.UTC(2000, 0, 1);

export function timelineOf(workout: Workout): Timeline {
  const last = workout.strokes.at(-1);
  const workSec = workout.elapsedTime ?? last?.elapsedTime ?? 0;
  const rests = workout.intervals.filter(({ kind }) => kind === 'rest');
  const restSec = workout.restTime ?? rests.reduce((sum, { time }) => sum + (time ?? 0), 0);
  const restM = workout.restDistance ?? rests.reduce((sum, { distance }) => sum + (distance ?? 0), 0);
  const workM = workout.distance ?? last?.distance ?? null;
  const totalSec = workSec + restSec;
  const startMs =
    momentMs(workout.startedAt) ?? momentMs(workout.endedAt, workout.isDayOnly ? 0 : totalSec) ?? noDateMs;
  const startSec = Math.floor((startMs - fitEpochMs) / 1000);
  const endMs = momentMs(workout.endedAt);
  const endSec = Math.max(
    startSec + Math.floor(totalSec),
    endMs === null ? 0 : Math.floor((endMs - fitEpochMs) / 1000),
  );
  const whole = newInterval({ kind: 'work', time: workSec, distance: workM });
  const intervals = workout.intervals.length > 0 ? workout.intervals : [whole];
  return {
    startSec,
    endSec,
    workEndSec: startSec + Math.round(totalSec - trailingRestSec(intervals)),
    totalSec,
    totalM: workM === null ? null : workM + restM,
    ...partsOf(intervals, startSec),
  };
}

/** The rests after the last work. */
function trailingRestSec(intervals: readonly Interval[]): number {
  const rests = intervals.slice(intervals.findLastIndex(({ kind }) => kind === 'work') + 1);
  return rests.reduce((sum, { time }) => sum + (time ?? 0), 0);
}

function partsOf(intervals: readonly Interval[], startSec: number): Pick<Timeline, 'parts' | 'works'> {
  const parts: TimedPart[] = [];
  const works: Timeline['works'] = [];
  let [beforeSec, restSec, restM] = [0, 0, 0];
  for (const [at, interval] of intervals.entries()) {
    const afterSec = beforeSec + (interval.time ?? 0);
    const part = {
      ...interval,
      startSec: startSec + Math.floor(beforeSec),
      endSec: startSec + Math.floor(afterSec),
    };
    parts.push(part);
    if (interval.kind === 'rest') {
      restSec += interval.time ?? 0;
      restM += interval.distance ?? 0;
    } else {
      // The second in which the next part begins belongs to that part.
      const isLast = at === intervals.length - 1;
      const toSec = isLast ? Number.POSITIVE_INFINITY : Math.max(part.startSec, part.endSec - 1);
      works.push({ restSec, restM, fromSec: part.startSec, toSec });
    }
    beforeSec = afterSec;
  }
  return { parts, works };
}

function momentMs(iso: string | null, beforeSec = 0): number | null {
  const moment = iso === null ? null : momentOf(iso);
  return moment && moment.ms - beforeSec * 1000;
}
