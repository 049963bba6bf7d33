import type { Problem, TextReader, Workout } from '../workout.ts';
import { isoOf } from './iso-dates.ts';
import type { CsvLine, Rows } from './rows.ts';
import { readStrokeFile } from './stroke-file.ts';
import { type FileStroke, rounded, unlessZero } from './strokes.ts';
import { type Cells, headerLine, readEach, tableOf } from './table.ts';

/** RowHero: a line about the piece, then its strokes. */
export const rowHero: TextReader = {
  name: 'RowHero file',
  detect: (head) => {
    const line = headerLine(head);
    return line.includes('potential split') && line.includes('piece');
  },
  read: (text) => {
    let cut = false;
    const result = readStrokeFile(text, 'stroke #', (table, problems, above, delimiter) => {
      const strokes = readEach(table.rows, problems, strokeOf);
      const summary = summaryOf(above, delimiter, problems);
      const last = strokes.at(-1);
      cut =
        last !== undefined &&
        summary.distance !== null &&
        last.distance < 0.9 * summary.distance &&
        !restarts(strokes);
      return { strokes, known: restarts(strokes) ? withoutTotals(summary) : withTotals(summary, last) };
    });
    if (!cut) return result;
    const message = 'The strokes end long before the distance of the piece. The rest of the file is missing.';
    return { workouts: [], problems: [...result.problems, { message }] };
  },
};

function strokeOf(row: Cells): FileStroke {
  const length = row.number('stroke length');
  return {
    time: row.amount('time'),
    distance: row.amount('distance'),
    figures: {
      pace: unlessZero(row.seconds('split')),
      strokeRate: unlessZero(row.number('stroke rate')),
      power: row.number('watts'),
      heartRate: unlessZero(row.number('hr')),
      // In centimeters.
      driveLength: unlessZero(length === null ? null : length / 100),
      driveTime: unlessZero(row.number('drive time')),
      recoveryTime: unlessZero(row.number('recovery time')),
      strokeDistance: unlessZero(row.number('distance per stroke')),
      peakForce: unlessZero(row.number('peak drive force (n)')),
      averageForce: unlessZero(row.number('average drive force (n)')),
      workPerStroke: unlessZero(row.number('work (j)')),
      dragFactor: unlessZero(row.number('drag factor')),
    },
  };
}

type Summary = {
  known: Partial<Workout>;
  distance: number | null;
  pace: number | null;
  pieceTime: number | null;
};

function summaryOf(above: readonly CsvLine[], delimiter: Rows['delimiter'], problems: Problem[]): Summary {
  const empty: Summary = { known: { app: 'RowHero' }, distance: null, pace: null, pieceTime: null };
  const [header, row] = above;
  if (header === undefined || row === undefined) return empty;
  const read = readEach(tableOf(header, [row], delimiter).rows, problems, (cells): Summary => ({
    known: {
      ...empty.known,
      startedAt: isoOf(cells.text('date')),
      title: cells.text('piece') || null,
      averagePower: cells.number('watts'),
      averageStrokeRate: unlessZero(cells.number('stroke rate')),
      dragFactor: unlessZero(cells.number('drag factor')),
    },
    distance: cells.number('distance'),
    pace: cells.seconds('split'),
    pieceTime: timeOfPiece(cells.text('piece')),
  }));
  return read[0] ?? empty;
}

/** `15'` and `1'30"`. */
function timeOfPiece(piece: string): number | null {
  const [, minutes, seconds = '0'] = /^(\d+)\s*['′](?:\s*(\d+)\s*["″])?$/.exec(piece) ?? [];
  return minutes === undefined ? null : Number(minutes) * 60 + Number(seconds);
}

/** The summary counts to the end of the piece, the strokes to the last one. */
function withTotals(
  { known, distance, pace, pieceTime }: Summary,
  last: FileStroke | undefined,
): Partial<Workout> {
  if (last === undefined || distance === null || distance < last.distance) return known;
  const byPace = pace === null ? null : (pace * distance) / 500;
  const elapsedTime =
    pieceTime ?? (byPace === null ? last.time : Math.max(last.time, Math.round(byPace * 10) / 10));
  if (elapsedTime < last.time || elapsedTime > last.time + 30) return known;
  return { ...known, distance: rounded(distance), elapsedTime };
}

function withoutTotals({ known }: Summary): Partial<Workout> {
  return known;
}

function restarts(strokes: readonly FileStroke[]): boolean {
  return strokes.some(({ distance }, at) => distance < (strokes[at - 1]?.distance ?? 0) / 2);
}
