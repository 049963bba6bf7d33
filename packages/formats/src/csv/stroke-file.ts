import { bounds } from '../bounds.ts';
import type { Problem, ReadResult, TextReader, Workout } from '../workout.ts';
import { type Delimiter, type FileKind, headerOf } from './columns.ts';
import { countingUp } from './counting-up.ts';
import { isoOf, type SlashOrder } from './iso-dates.ts';
import { type CsvLine, splitFile } from './rows.ts';
import { beginsAgain, type FileStroke, workoutOfStrokes } from './strokes.ts';
import { type Table, tableOf } from './table.ts';
import { NotUnderstood } from './values.ts';

/** A reader's result from the rows of a stroke file; a file with totals is a workout at once. */
type StrokesRead = { strokes: FileStroke[]; known: Partial<Workout> };

type ReadStrokes = (
  table: Table,
  problems: Problem[],
  file: { above: readonly CsvLine[]; aboveDelimiter: Delimiter; fileName: string },
) => StrokesRead | Workout;

/** Makes the reader of a kind of file with one header and one row per stroke or per second. */
export function strokeReader(name: string, kind: FileKind, read: ReadStrokes): TextReader {
  return {
    name,
    detect: (head) => headerOf(head, kind)?.rank ?? 0,
    read: (text, fileName) => {
      const file = splitFile(text, kind);
      if (file === null) return { workouts: [], problems: [{ message: `This is no whole ${name}.` }] };
      const problems = [...file.problems];
      if (file.cutAt !== null) problems.push(cutProblem(file.cutAt));
      const { header, above, aboveDelimiter, delimiter } = file;
      const table = tableOf(header, file.rows, delimiter);
      const found = read(table, problems, { above, aboveDelimiter, fileName });
      problems.push(...table.leftOut());
      if (!('known' in found)) return { workouts: [found], problems };
      const strokes = countingUp(found.strokes);
      if (file.openAt !== null && isLastCut(strokes)) {
        strokes.pop();
        problems.push(cutProblem(file.openAt));
      }
      return oneWorkout(strokes, found.known, problems);
    },
  };
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

/** A boat, a bike and a skier are slower. */
const fastestMps = 40;

/** Whether the last stroke does not follow the previous one: a cut file may have `12` instead of `1234`. */
function isLastCut(strokes: readonly FileStroke[]): boolean {
  const [before, last] = strokes.slice(-2);
  if (before === undefined || last === undefined) return false;
  const isTooFar = last.distance - before.distance > fastestMps * Math.max(1, last.time - before.time);
  return isTooFar || beginsAgain(before, last);
}

export function cutProblem(line: number): Problem {
  return {
    message: 'The file ends in the middle of this line, which is left out. More may be missing.',
    line,
  };
}

/** Returns a date as ISO text. A value that is not understood counts as missing, and is a problem. */
export function dateIn(
  text: string,
  line: number | undefined,
  problems: Problem[],
  order?: SlashOrder,
): string | null {
  try {
    return isoOf(text, order);
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    const message = `${error.message}. The date is left out.`;
    problems.push({ message, ...(line !== undefined && { line }) });
    return null;
  }
}

/** One sample of a file with several rows per stroke. */
export type Sample = { stroke: string; fileStroke: FileStroke };

/**
 * Keeps, for each stroke, the last row in which something moved. Apps that write a row per second continue after the
 * end, with the same time and distance and a falling heart rate.
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

/** The largest value of a count, summed over the parts in which it restarts. */
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
