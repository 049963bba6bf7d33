import { isoOf, later } from '../csv/iso-dates.ts';
import { rounded, unlessZero } from '../csv/strokes.ts';
import { NotUnderstood } from '../csv/values.ts';
import {
  type Interval,
  type Problem,
  type TextReader,
  type Workout,
  newInterval,
  newWorkout,
} from '../workout.ts';
import { hasExtension, readExtension } from './extension.ts';
import { type Lap, figureOf, lapsOf } from './laps.ts';
import { machineOf, withPaceOfPower } from './machine.ts';
import { type TcxActivity, parseTcx } from './parse.ts';
import { strokesOf } from './strokes.ts';

/** Training Center XML, in the shape of the Concept2 Logbook, of rowing apps and of this package. */
export const tcx: TextReader = {
  name: 'TCX file',
  detect: (head) => (/<(?:\w+:)?TrainingCenterDatabase[\s>]/.test(head) ? Infinity : 0),
  read: (text) => {
    const { activities, author, problems } = parseTcx(text);
    const workouts: Workout[] = [];
    for (const activity of activities) {
      try {
        workouts.push(workoutOf(activity, author, problems));
      } catch (error) {
        if (!(error instanceof NotUnderstood)) throw error;
        problems.push({ message: `${error.message}.`, line: activity.line });
      }
    }
    if (activities.length === 0 && problems.length === 0)
      problems.push({ message: 'The file has no activities.' });
    return { workouts, problems };
  },
};

function workoutOf(activity: TcxActivity, author: string | null, problems: Problem[]): Workout {
  const laps = lapsOf(activity.laps, problems);
  const isOwn = hasExtension(activity.texts);
  const first = laps[0];
  const last = laps.at(-1);
  if (first === undefined || last === undefined) throw new NotUnderstood('The activity has no laps');
  const { strokes, distances } = strokesOf(laps, isOwn, problems);
  const counts = new Map<number, number>();
  for (const { lap } of strokes) counts.set(lap, (counts.get(lap) ?? 0) + 1);
  const intervals = laps.map((lap, at) =>
    intervalOf(lap, distances[at] ?? null, lap.source.isCut ? null : (counts.get(at) ?? null), problems),
  );
  const work = intervals.filter(({ kind }) => kind === 'work');
  const rest = intervals.filter(({ kind }) => kind === 'rest');
  const app = activity.texts.get('Creator/Name') ?? author;
  const onlyStrokes = strokes.map(({ stroke }) => stroke);
  const distance = sumOf(work, 'distance');
  const workout = newWorkout({
    machine: machineOf(activity, app),
    startedAt: first.isDated ? isoOf(first.source.startTime) : null,
    endedAt: last.isDated ? later(isoOf(last.source.startTime) ?? '', last.time) : null,
    elapsedTime: sumOf(work, 'time'),
    distance,
    restTime: rest.length === 0 ? 0 : sumOf(rest, 'time'),
    restDistance: rest.length === 0 ? 0 : sumOf(rest, 'distance'),
    averageHeartRate: averageOf(work, 'averageHeartRate'),
    averageStrokeRate: averageOf(work, 'averageStrokeRate'),
    averagePower: averageOf(work, 'averagePower'),
    calories: unlessZero(sumOf(work, 'calories')),
    strokeCount: laps.some(({ source }) => source.isCut)
      ? null
      : strokeCountOf(onlyStrokes.length, sumOf(work, 'time'), work, onlyStrokes),
    intervals,
    strokes: onlyStrokes,
    comments: activity.texts.get('Notes') ?? null,
    app,
    ...readExtension(activity, problems),
  });
  return app === 'Concept2' ? withPaceOfPower(workout) : workout;
}

/** No one rests at this speed: some files give a rest the meters of a whole interval. */
const restSpeedMax = 7;

function intervalOf(
  { kind, time, source }: Lap,
  distance: number | null,
  strokeCount: number | null,
  problems: Problem[],
): Interval {
  const untrue = kind === 'rest' && distance !== null && distance > restSpeedMax * time + 100;
  return newInterval({
    kind,
    time,
    distance: untrue ? null : distance,
    strokeCount: kind === 'rest' ? null : strokeCount,
    // The schema requires a number; the Logbook writes 0 if it has none.
    calories: unlessZero(figureOf(source, 'Calories', problems)),
    averageHeartRate: unlessZero(
      // OpenRowingMonitor leaves out the element within.
      figureOf(source, 'AverageHeartRateBpm/Value', problems) ??
        figureOf(source, 'AverageHeartRateBpm', problems),
    ),
    averageStrokeRate: unlessZero(figureOf(source, 'Cadence', problems)),
    averagePower: figureOf(source, 'Extensions/LX/AvgWatts', problems),
  });
}

function sumOf(intervals: readonly Interval[], field: 'time' | 'distance' | 'calories'): number | null {
  let sum: number | null = null;
  for (const interval of intervals) {
    const value = interval[field];
    if (value !== null) sum = rounded((sum ?? 0) + value);
  }
  return sum;
}

/** The average by time, if each interval with a time has one. */
function averageOf(
  intervals: readonly Interval[],
  field: 'averageHeartRate' | 'averageStrokeRate' | 'averagePower',
): number | null {
  let sum = 0;
  let seconds = 0;
  for (const interval of intervals) {
    const { time, [field]: value } = interval;
    if (time === null || time === 0) continue;
    if (value === null) return null;
    sum += value * time;
    seconds += time;
  }
  return seconds === 0 ? null : Math.round((sum / seconds) * 10) / 10;
}

/** Watches write a point per second: then there are more points than strokes, and nothing counts the strokes. */
function strokeCountOf(
  points: number,
  seconds: number | null,
  work: readonly Interval[],
  strokes: readonly { strokeRate: number | null }[],
): number | null {
  const rates = strokes.flatMap(({ strokeRate }) => strokeRate ?? []);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const byPoints = seconds ? (points * 60) / seconds : 0;
  const perSecond = rates.length > 10 && byPoints > 1.5 * mean;
  if (perSecond) for (const interval of work) interval.strokeCount = null;
  return perSecond || points === 0 ? null : points;
}
