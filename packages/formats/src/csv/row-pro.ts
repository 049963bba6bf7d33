import type { Problem, ReadResult, TextReader, Workout } from '../workout.ts';
import { type SlashOrder, isoOf, slashOrderOf } from './iso-dates.ts';
import { type CsvLine, type Rows, readRows } from './rows.ts';
import { cutProblem, oneWorkout } from './stroke-file.ts';
import { type FileStroke, rounded, unlessZero } from './strokes.ts';
import { type Cells, type Table, columnName, readEach, tableOf } from './table.ts';

/** RowPro: several blocks of a header and its rows. Times in milliseconds, pace in seconds per meter. */
export const rowPro: TextReader = {
  name: 'RowPro file',
  detect: (head) =>
    head.split(/[\r\n]+/).some((line) => /totaltime/i.test(line) && /totaldistance/i.test(line)),
  read: (text) => {
    const file = readRows(text);
    if (file.cutAt !== null) return { workouts: [], problems: [cutProblem(file.cutAt)] };
    const problems = [...file.problems];
    const blocks = blocksOf(file);
    const summaries = blocks.find((block) => block.has('totaltime') && block.has('totaldistance'));
    const strokes = blocks.find((block) => block.has('spm') && block.has('pace'));
    const parts = blocks.find((block) => block.has('type') && block.has('avgpace') && block.has('time'));
    const dates = summaries?.rows.map((row) => row.text('date')) ?? [];
    const order = orderOf(dates, file.delimiter);
    const workouts: Workout[] = [];
    for (const summary of summaries?.rows ?? []) {
      const id = summary.text('rowfile_id');
      const own = (row: Cells) => summaries?.rows.length === 1 || row.text('rowfile_id') === id;
      const rows = (strokes?.rows ?? []).filter(own);
      const found = readOne(summary, rows, (parts?.rows ?? []).filter(own), order, problems);
      workouts.push(...found.workouts);
    }
    if (workouts.length === 0 && problems.length === 0)
      problems.push({ message: 'The file has no row of RowPro.' });
    return { workouts, problems };
  },
};

const firstColumns = ['date', 'type', 'offset', 'time', 'avatar'];
/** Columns of which each block with figures has several. */
const columns = ['rowfile_id', 'session_id', 'totaltime', 'totaldistance', 'avgpace', 'pace', 'watts', 'spm'];

function blocksOf({ rows, delimiter }: Rows): Table[] {
  const blocks: { header: CsvLine; body: CsvLine[] }[] = [];
  for (const row of rows) {
    const [first = ''] = row.cells;
    const words = row.cells.filter(
      (cell) => /^[a-z_\d]+$/i.test(cell.trim()) && !/^\d/.test(cell.trim()),
    ).length;
    const known = row.cells.filter((cell) => columns.includes(columnName(cell))).length;
    const isHeader =
      firstColumns.includes(columnName(first)) || known > 1 || (words === row.cells.length && words > 1);
    if (isHeader) blocks.push({ header: row, body: [] });
    else blocks.at(-1)?.body.push(row);
  }
  return blocks.map(({ header, body }) => tableOf(header, body, delimiter));
}

/** Returns the order of a file's dates, which RowPro writes as Windows does in the user's region; undefined where it is not certain. */
function orderOf(dates: readonly string[], delimiter: Rows['delimiter']): SlashOrder | undefined {
  const certain = slashOrderOf(dates);
  if (certain !== undefined) return certain;
  // Regions with decimal commas.
  if (delimiter !== ',') return 'day first';
  return dates.every(isAmerican) ? 'month first' : undefined;
}

/** Others with commas between cells write 24 hours, or days and months with two digits. */
const isAmerican = (date: string) =>
  (!date.includes(':') || /[ap]\.?m\.?$/i.test(date)) && !/\b0\d[-/]/.test(date);

function readOne(
  summary: Cells,
  rows: readonly Cells[],
  partRows: readonly Cells[],
  order: SlashOrder | undefined,
  problems: Problem[],
): ReadResult {
  const strokes = readEach(rows, problems, strokeOf);
  const parts = readEach(partRows, problems, (row) => ({
    type: row.number('type'),
    time: row.amount('time') / 1000,
    distance: row.amount('distance'),
  }));
  const [totals] = readEach([summary], problems, (row) => totalsOf(row, order));
  if (totals === undefined) return { workouts: [], problems };
  const { time, distance, known } = totals;
  const ends = partEnds(strokes);
  const last = strokes.at(-1);
  if (ends.length === 1 && last !== undefined) {
    if (last.distance < 0.9 * distance) {
      const message = `The strokes end at ${Math.round(last.distance)} m of ${Math.round(distance)} m. The rest is missing.`;
      problems.push({ message, line: summary.line });
      return { workouts: [], problems };
    }
    return oneWorkout(strokes, { ...known, elapsedTime: time, distance }, problems);
  }
  return oneWorkout(withEnds(strokes, ends, parts), known, problems);
}

type Part = { type: number | null; time: number; distance: number };

function totalsOf(
  row: Cells,
  order: SlashOrder | undefined,
): { time: number; distance: number; known: Partial<Workout> } {
  return {
    time: row.amount('totaltime') / 1000,
    distance: row.amount('totaldistance'),
    known: {
      app: 'RowPro',
      startedAt: isoOf(row.text('date'), order),
      title: row.text('format') || null,
      calories: unlessZero(row.number('totalcals')),
      averageHeartRate: unlessZero(row.number('avghr')),
      machine: /^true$/i.test(row.text('slide')) ? 'slides' : null,
    },
  };
}

function strokeOf(row: Cells): FileStroke {
  const pace = row.number('pace');
  return {
    time: row.amount('time') / 1000,
    distance: row.amount('distance'),
    figures: {
      pace: unlessZero(pace === null ? null : rounded(pace * 500)),
      power: row.number('watts'),
      strokeRate: unlessZero(row.number('spm')),
      heartRate: unlessZero(row.number('hr')),
    },
  };
}

/** Where in the strokes each interval ends. */
function partEnds(strokes: readonly FileStroke[]): number[] {
  const ends: number[] = [];
  for (const [at, { time }] of strokes.entries()) {
    const next = strokes[at + 1];
    if (next === undefined || next.time < time - 2.5) ends.push(at);
  }
  return ends;
}

/** Moves the last stroke of each interval to its end, where the last block of the file names them. */
function withEnds(
  strokes: readonly FileStroke[],
  ends: readonly number[],
  parts: readonly Part[],
): FileStroke[] {
  const work = [
    parts.filter(({ type }) => type === 1),
    parts.filter(({ type }) => type !== null && type <= 1),
  ].find((some) => some.length === ends.length);
  if (work === undefined) return [...strokes];
  return strokes.map((stroke, at) => {
    const part = work[ends.indexOf(at)];
    const fits = part !== undefined && part.time >= stroke.time && part.time < stroke.time + 15;
    return fits ? { ...stroke, time: part.time, distance: Math.max(stroke.distance, part.distance) } : stroke;
  });
}
