import { bounds } from '../bounds.ts';
import type { Problem, ReadResult, Workout } from '../workout.ts';
import { type Rows, readRows } from './rows.ts';
import { type FileStroke, workoutOfStrokes } from './strokes.ts';
import { type Table, columnName, tableOf } from './table.ts';

/** Reads a file with one header and one row per stroke. */
export function readStrokeFile(
  text: string,
  /** A column that only the header has. */
  column: string,
  read: (
    table: Table,
    problems: Problem[],
    above: Rows['rows'],
    delimiter: Rows['delimiter'],
  ) => { strokes: FileStroke[]; known: Partial<Workout> },
): ReadResult {
  const file = readRows(text);
  const at = file.rows.findIndex(({ cells }) => cells.some((cell) => columnName(cell) === column));
  const header = file.rows[at];
  const problems = [...file.problems];
  if (header === undefined)
    return { workouts: [], problems: [{ message: `There is no column “${column}”.` }] };
  if (file.cutAt !== null) return { workouts: [], problems: [cutProblem(file.cutAt)] };
  const table = tableOf(header, file.rows.slice(at + 1), file.delimiter);
  const { strokes, known } = read(table, problems, file.rows.slice(0, at), file.delimiter);
  return oneWorkout(strokes, known, problems);
}

export function oneWorkout(
  strokes: readonly FileStroke[],
  known: Partial<Workout>,
  problems: Problem[],
): ReadResult {
  if (strokes.length > bounds.strokesMax) {
    const message = `The file has ${strokes.length} strokes; at most ${bounds.strokesMax} can be read.`;
    return { workouts: [], problems: [{ message }] };
  }
  if (!strokes.some(({ rest }) => rest !== true)) {
    if (problems.length === 0) problems.push({ message: 'The file has no strokes.' });
    return { workouts: [], problems };
  }
  return { workouts: [workoutOfStrokes(strokes, known)], problems };
}

export function cutProblem(line: number): Problem {
  return { message: 'The file ends in the middle of this line. The rest of the workout is missing.', line };
}

/** One sample of a file with several rows per stroke. */
export type Sample = { stroke: string; fileStroke: FileStroke };

/**
 * Keeps of each stroke the last row in which something moved. Apps that write a row per second go on after the end, with
 * the same time and distance and a falling heart rate.
 */
export function lastOfEachStroke(samples: readonly Sample[]): FileStroke[] {
  const kept: Sample[] = [];
  for (const sample of samples) {
    const before = kept.at(-1);
    if (before === undefined || before.stroke !== sample.stroke) {
      kept.push(sample);
      continue;
    }
    const { time, distance } = before.fileStroke;
    if (sample.fileStroke.time !== time || sample.fileStroke.distance !== distance)
      kept[kept.length - 1] = sample;
  }
  return kept.map(({ fileStroke }) => fileStroke);
}

/** The largest value of a count, summed over the parts in which it begins again. */
export function countOf(values: readonly (number | null)[]): number | null {
  let before = 0;
  let sum = 0;
  let counted = false;
  for (const value of values) {
    if (value === null) continue;
    counted = true;
    if (value < before) sum += before;
    before = value;
  }
  return counted ? sum + before : null;
}
