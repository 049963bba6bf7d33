import { isDayOnly, momentOf } from '../dates.ts';
import {
  newInterval,
  newStroke,
  newWorkout,
  type Interval,
  type MachineType,
  type Workout,
} from '../workout.ts';
import { workStrokes, type LogbookInterval } from './work-strokes.ts';

type Figure = number | null | undefined;
type Text = string | null | undefined;

/** A split or an interval: tenths of a second and meters. */
type LogbookPart = {
  type?: Text;
  distance?: Figure;
  time?: Figure;
  rest_time?: Figure;
  rest_distance?: Figure;
  stroke_rate?: Figure;
  calories_total?: Figure;
  heart_rate?: { average?: Figure } | null | undefined;
};
type LogbookParts = {
  splits?: LogbookPart[] | null | undefined;
  intervals?: LogbookPart[] | null | undefined;
};

/**
 * A result as the API of the Concept2 Logbook returns it: times in tenths of a second, distances in meters, the date of its
 * end (https://log.concept2.com/developers/documentation).
 */
type LogbookResult = {
  id: string;
  date: string;
  date_utc?: Text;
  timezone?: Text;
  type: string;
  workout_type?: Text;
  distance: number;
  time: number;
  source?: Text;
  comments?: Text;
  calories_total?: Figure;
  drag_factor?: Figure;
  stroke_count?: Figure;
  stroke_rate?: Figure;
  heart_rate?: { average?: Figure } | null | undefined;
  rest_time?: Figure;
  rest_distance?: Figure;
  /** Documented as a list, and an object in fact. */
  workout?: LogbookParts | LogbookParts[] | null | undefined;
};

/** Pace `p` in tenths of a second per 500 m, of a BikeErg per 1000 m. */
type LogbookStroke = { t: number; d: number; p?: Figure; spm?: Figure; hr?: Figure };

type InstantOf = (wall: string, timeZone: string) => string | null;

const machineOf: Readonly<Record<string, MachineType>> = {
  rower: 'rower',
  skierg: 'skierg',
  bike: 'bike',
  dynamic: 'dynamic',
  slides: 'slides',
  multierg: 'multierg',
};

const figureOf = (value: Figure) => (value === null || value === undefined || value <= 0 ? null : value);
const secOf = (value: Figure) => (figureOf(value) ?? 0) / 10;

const partsIn = ({ workout }: LogbookResult) => [workout ?? []].flat();

/**
 * Returns a result of the Logbook in the form of its file, and how many strokes were rowed outside its work.
 * @param instantOf returns the moment of a local time in a zone as ISO text; null if the zone is unknown
 */
export function readLogbookResult(
  result: LogbookResult,
  given: readonly LogbookStroke[],
  instantOf: InstantOf,
): Workout & { strokesLeft: number } {
  const parts = partsIn(result);
  const intervals = parts.flatMap((part) => part.intervals ?? []);
  const splits = parts.flatMap((part) => part.splits ?? []);
  const { strokes, left: strokesLeft } = workStrokesOf(result, given);
  const restMeters = intervals.reduce((sum, part) => sum + (figureOf(part.rest_distance) ?? 0), 0);
  const workout = newWorkout({
    machine: machineOf[result.type] ?? 'other',
    ...endOf(result, instantOf),
    elapsedTime: secOf(result.time),
    distance: result.distance,
    restTime: secOf(result.rest_time) || intervals.reduce((sum, part) => sum + secOf(part.rest_time), 0),
    restDistance: figureOf(result.rest_distance) ?? figureOf(restMeters),
    averageHeartRate: figureOf(result.heart_rate?.average),
    strokeCount: figureOf(result.stroke_count),
    calories: figureOf(result.calories_total),
    intervals: intervals.length > 0 ? intervalsOf(intervals) : intervalsOf(splits),
    strokes,
    comments: result.comments ?? null,
    averageStrokeRate: figureOf(result.stroke_rate),
    dragFactor: figureOf(result.drag_factor),
    logbookId: result.id,
    app: result.source ?? null,
  });
  return { ...workout, strokesLeft };
}

/** The exact moment if the Logbook knows it, otherwise the local time; only the day for a result that was typed in. */
function endOf(
  { date, date_utc: utc, timezone }: LogbookResult,
  instantOf: InstantOf,
): Pick<Workout, 'endedAt' | 'isDayOnly'> {
  const wall = date.trim().replace(' ', 'T');
  if (/^\d{4}-\d\d-\d\d$/.test(wall)) return { endedAt: `${wall}T00:00:00`, isDayOnly: true };
  if (isDayOnly(wall)) return { endedAt: wall, isDayOnly: true };
  const moment = utc ? `${utc.trim().replace(' ', 'T').replace(/Z$/, '')}Z` : null;
  if (moment !== null && momentOf(moment) !== null) return { endedAt: moment, isDayOnly: false };
  return { endedAt: (timezone ? instantOf(wall, timezone) : null) ?? wall, isDayOnly: false };
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
    const distance = figureOf(part.rest_distance);
    const isRested = rest > 0 || distance !== null;
    return isRested ? [work, newInterval({ kind: 'rest', time: rest, distance })] : [work];
  });
}

/** The figure that ends an interval, by its own type, otherwise by the type of the workout. */
function logbookIntervalOf(part: LogbookPart, workoutType: Text): LogbookInterval {
  const isDistance = (part.type ?? workoutType ?? '').toLowerCase().includes('distance');
  return {
    endsAt: isDistance ? 'distance' : 'time',
    time: secOf(part.time) || null,
    distance: figureOf(part.distance),
    rest: secOf(part.rest_time) || null,
  };
}

/** A single workout ends at its distance or time; if it was ended by hand, all strokes are work. */
function singleOf({ workout_type: type, time, distance }: LogbookResult): LogbookInterval[] {
  if (!/^Fixed(Distance|Time)Splits$/i.test(type ?? '')) return [];
  return [logbookIntervalOf({ time, distance }, type)];
}

/** Returns the strokes of the work, and the number of the others. */
function workStrokesOf(result: LogbookResult, strokes: readonly LogbookStroke[]) {
  const intervals = partsIn(result).flatMap((part) => part.intervals ?? []);
  const parts =
    intervals.length > 0
      ? intervals.map((part) => logbookIntervalOf(part, result.workout_type))
      : singleOf(result);
  const found = workStrokes(strokes, parts);
  const isBike = result.type === 'bike';
  return {
    left: found.left,
    strokes: found.strokes.map(({ stroke, ...placed }) => {
      const pace = figureOf(stroke.p);
      return newStroke({
        ...placed,
        pace: pace === null ? null : pace / (isBike ? 20 : 10),
        strokeRate: figureOf(stroke.spm),
        heartRate: figureOf(stroke.hr),
      });
    }),
  };
}
