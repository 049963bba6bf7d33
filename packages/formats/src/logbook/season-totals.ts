import { newStroke, type Workout, type WorkoutStroke } from '../workout.ts';
import { workStrokes, type LogbookInterval } from './work-strokes.ts';

/** `leftOut` describes what was left out of a joined workout; null for an unchanged one. */
type Joined = { workout: Workout; leftOut: string[] | null };

/**
 * Joins a stroke file of the Logbook with the same result in the season. The season's row has the date and the totals;
 * a stroke file with rowed rests mixes these with the totals of the work. The workouts of `given` are from one import.
 */
export function withSeasonTotals(given: readonly Workout[]): Joined[] {
  const rows = new Map<string, Workout>();
  for (const workout of given) {
    if (workout.logbookId !== null && isRow(workout)) rows.set(workout.logbookId, workout);
  }
  const isStrokeFile = ({ logbookId, strokes, startedAt, endedAt }: Workout) =>
    logbookId !== null && rows.has(logbookId) && strokes.length > 0 && startedAt === null && endedAt === null;
  const joined = new Set(given.filter(isStrokeFile).map(({ logbookId }) => logbookId));
  return given.flatMap((workout) => {
    const row = rows.get(workout.logbookId ?? '');
    if (row === workout && joined.has(workout.logbookId)) return [];
    if (row === undefined || !isStrokeFile(workout)) return [{ workout, leftOut: null }];
    return [joinedOf(workout, row)];
  });
}

/** A season has its date and no strokes. */
const isRow = ({ strokes, elapsedTime, distance, endedAt }: Workout) =>
  strokes.length === 0 && elapsedTime !== null && distance !== null && endedAt !== null;

function joinedOf(file: Workout, row: Workout): Joined {
  const works = row.intervals.filter(({ kind }) => kind === 'work');
  const rest = row.intervals.find(({ kind }) => kind === 'rest')?.time ?? null;
  const intervals: LogbookInterval[] = works.map(({ time, distance }) => ({
    endsAt: distance === null ? 'time' : 'distance',
    time,
    distance,
    rest,
  }));
  const found = workStrokes(inFile(file.strokes), intervals);
  const strokes = found.strokes.map(({ stroke, ...placed }) => newStroke({ ...stroke.own, ...placed }));
  const { left } = found;
  const { entry } = file;
  return {
    workout: { ...row, ...(entry !== undefined && { entry }), machine: row.machine ?? file.machine, strokes },
    leftOut:
      left === 0 ? [] : [`${left} ${left === 1 ? 'stroke of a rest is' : 'strokes of rests are'} left out.`],
  };
}

/** Returns strokes in the form of their file: time and distance restart in each interval. */
function inFile(strokes: readonly WorkoutStroke[]): { t: number; d: number; own: WorkoutStroke }[] {
  let [baseSec, baseM] = [0, 0];
  return strokes.map((own, at) => {
    const before = strokes[at - 1];
    if (before !== undefined && before.interval !== own.interval)
      [baseSec, baseM] = [before.elapsedTime, before.distance];
    return { t: (own.elapsedTime - baseSec) * 10, d: (own.distance - baseM) * 10, own };
  });
}
