import type { Problem, TextReader, Workout } from '../workout.ts';
import type { Delimiter, FileKind } from './columns.ts';
import type { CsvLine } from './rows.ts';
import { dateIn, strokeReader } from './stroke-file.ts';
import { type FileStroke, rounded, unlessZero } from './strokes.ts';
import { type Cells, readEach, tableOf } from './table.ts';

const kind: FileKind = {
  needs: [['time'], ['distance']],
  tells: [
    ['stroke #'],
    ['split'],
    ['peak drive force (n)'],
    ['average drive force (n)'],
    ['recovery time'],
    ['work (j)'],
    ['distance per stroke'],
    ['stroke length'],
  ],
  least: 3,
};

/** RowHero: a line about the piece, then its strokes. The line has the totals; strokes may be missing. */
export const rowHero: TextReader = strokeReader(
  'RowHero file',
  kind,
  (table, problems, { above, aboveDelimiter }) => {
    const strokes = readEach(table.rows, problems, strokeOf);
    const summary = summaryOf(above, aboveDelimiter, problems);
    if (restarts(strokes)) return { strokes, known: summary.known };
    const { distance } = summary;
    const last = strokes.at(-1);
    if (last !== undefined && distance !== null && last.distance < 0.9 * distance)
      problems.push({
        message: `The strokes end at ${Math.round(last.distance)} m of ${Math.round(distance)} m. The rest is missing.`,
      });
    return { strokes, known: withTotals(summary, last) };
  },
);

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
      // The unit is a centimeter.
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

function summaryOf(above: readonly CsvLine[], delimiter: Delimiter, problems: Problem[]): Summary {
  const known: Summary['known'] = { app: 'RowHero' };
  const [header, row] = above;
  const table = header === undefined || row === undefined ? null : tableOf(header, [row], delimiter);
  const cells = table?.rows[0];
  if (!table || !cells) return { known, distance: null, pace: null, pieceTime: null };
  const summary: Summary = {
    known: {
      ...known,
      startedAt: dateIn(cells.text('date'), cells.line, problems),
      title: cells.text('piece') || null,
      averagePower: cells.number('watts'),
      averageStrokeRate: unlessZero(cells.number('stroke rate')),
      dragFactor: unlessZero(cells.number('drag factor')),
    },
    distance: unlessZero(cells.number('distance')),
    pace: unlessZero(cells.seconds('split')),
    pieceTime: timeOfPiece(cells.text('piece')),
  };
  problems.push(...table.leftOut());
  return summary;
}

/** `15'` and `1'30"`. */
function timeOfPiece(piece: string): number | null {
  const [, minutes, seconds = '0'] = /^(\d+)\s*['′](?:\s*(\d+)\s*["″])?$/.exec(piece) ?? [];
  return minutes === undefined ? null : Number(minutes) * 60 + Number(seconds);
}

/** The summary counts to the end of the piece, the strokes only to the last one. */
function withTotals(
  { known, distance, pace, pieceTime }: Summary,
  last: FileStroke | undefined,
): Partial<Workout> {
  if (last === undefined || distance === null || distance < last.distance) return known;
  const byPace = pace === null ? null : Math.round((pace * distance) / 50) / 10;
  const isWhole = last.distance >= 0.9 * distance;
  const elapsedTime = pieceTime ?? (byPace === null ? last.time : Math.max(last.time, byPace));
  if (elapsedTime < last.time || (isWhole && elapsedTime > last.time + 30)) return known;
  return !isWhole && byPace === null && pieceTime === null
    ? known
    : { ...known, distance: rounded(distance), elapsedTime };
}

function restarts(strokes: readonly FileStroke[]): boolean {
  return strokes.some(({ distance }, at) => distance < (strokes[at - 1]?.distance ?? 0) / 2);
}
