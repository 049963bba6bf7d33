import { type Problem, type ReadResult, type TextReader, type Workout, newWorkout } from '../workout.ts';
import { type Delimiter, type FileKind, cellsOf, columnName, delimiters, headerOf } from './columns.ts';
import { type SlashOrder, slashOrderOf } from './iso-dates.ts';
import { type CsvLine, type Rows, readRows } from './rows.ts';
import { cutProblem, dateIn, oneWorkout } from './stroke-file.ts';
import { type FileStroke, rounded, unlessZero } from './strokes.ts';
import { type Cells, type Table, readEach, tableOf } from './table.ts';

/** The line of a workout. */
const kind: FileKind = {
  needs: [['totaltime'], ['totaldistance']],
  tells: [
    ['avgpace'],
    ['totalcals'],
    ['dutycycle'],
    ['format'],
    ['slide'],
    ['session_id'],
    ['rowfile_id'],
    ['avghr'],
  ],
  least: 2,
};

/** RowPro: several blocks of a header and its rows. Times in milliseconds, pace in seconds per meter. */
export const rowPro: TextReader = {
  name: 'RowPro file',
  detect: (head) => headerOf(head, kind)?.rank ?? 0,
  read: (text) => {
    const file = readRows(text);
    const problems = [...file.problems];
    if (file.cutAt !== null) problems.push(cutProblem(file.cutAt));
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
    for (const block of blocks) problems.push(...block.leftOut());
    if (workouts.length === 0 && problems.length === 0)
      problems.push({ message: 'The file has no row of RowPro.' });
    return { workouts, problems };
  },
};

const firstColumns = ['date', 'type', 'offset', 'time', 'avatar'];
/** Columns; each block with figures has several of them. */
const columns = ['rowfile_id', 'session_id', 'totaltime', 'totaldistance', 'avgpace', 'pace', 'watts', 'spm'];

function blocksOf({ rows, delimiter }: Rows): Table[] {
  const blocks: { header: CsvLine; body: CsvLine[]; own: Delimiter | null }[] = [];
  for (const { row, own } of rows.map(splitAgain)) {
    const [first = ''] = row.cells;
    const words = row.cells.filter(
      (cell) => /^[a-z_\d]+$/i.test(cell.trim()) && !/^\d/.test(cell.trim()),
    ).length;
    const known = row.cells.filter((cell) => columns.includes(columnName(cell))).length;
    const isHeader =
      firstColumns.includes(columnName(first)) || known > 1 || (words === row.cells.length && words > 1);
    const block = blocks.at(-1);
    if (isHeader) blocks.push({ header: row, body: [], own: null });
    else if (block !== undefined) {
      block.body.push(row);
      block.own ??= own;
    }
  }
  return blocks.map(({ header, body, own }) =>
    tableOf(
      header,
      body.map((row) => fromBothEnds(row, header.cells.map(columnName), delimiter)),
      own ?? delimiter,
    ),
  );
}

/**
 * Returns the line of a workout as its header names it. RowPro 5 writes more values than the header has: flags and words
 * after `Slide`, then the heart rates. Values before them are read from the left, values after them from the right.
 */
function fromBothEnds(row: CsvLine, header: readonly string[], delimiter: Delimiter): CsvLine {
  const [format, slide] = [header.indexOf('format'), header.indexOf('slide')];
  if (slide < 0 || row.cells.length <= header.length) return row;
  let { cells } = row;
  // A format such as 10,000 meters has no quotation marks in some versions.
  const flag = cells.findIndex((cell, at) => at >= slide && /^(?:true|false)$/i.test(cell.trim()));
  if (flag > slide && format === slide - 1 && flag - slide <= 2)
    cells = [...cells.slice(0, format), cells.slice(format, flag).join(delimiter), ...cells.slice(flag)];
  const after = header.length - slide - 1;
  const place = header.indexOf('avghr') - header.length;
  const heartAt = (shift: number) => cells.slice(place + shift, place + shift + 2 || undefined);
  const hasHearts = (shift: number) => heartAt(shift).length === 2 && heartAt(shift).every(isHeartRate);
  // The last column is missing if the heart rates are the last values.
  const isShort = place < -2 && !hasHearts(0) && hasHearts(1);
  const end = isShort ? [...cells.slice(1 - after), ''] : cells.slice(cells.length - after);
  return { ...row, cells: [...cells.slice(0, slide + 1), ...end] };
}

/** A heart rate as a whole number; 0 means none. */
const isHeartRate = (cell: string) =>
  /^\d+(?:[.,]0+)?$/.test(cell.trim()) &&
  (parseInt(cell) === 0 || (parseInt(cell) >= 30 && parseInt(cell) <= 250));

/** A line with another delimiter than the file's becomes one cell, or a few if numbers have decimal commas. */
function splitAgain(row: CsvLine): { row: CsvLine; own: Delimiter | null } {
  const line = row.cells.join(',');
  const own = delimiters.find((delimiter) => delimiter !== ',' && cellsOf(line, delimiter).length > 3);
  return own === undefined ? { row, own: null } : { row: { ...row, cells: cellsOf(line, own) }, own };
}

/**
 * Returns the order of a file's dates, which RowPro writes in the format of the user's Windows region; undefined if
 * uncertain.
 */
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
  const [totals] = readEach([summary], problems, (row) => totalsOf(row, order, problems));
  if (totals === undefined) return { workouts: [], problems };
  const { time, distance, known } = totals;
  const ends = partEnds(strokes);
  const last = strokes.at(-1);
  if (ends.length > 1) return oneWorkout(withEnds(strokes, ends, parts), known, problems);
  const whole = { ...known, elapsedTime: time, distance };
  if (last === undefined || last.distance < 0.9 * distance)
    problems.push({
      message: `The strokes end at ${Math.round(last?.distance ?? 0)} m of ${Math.round(distance)} m. The rest is missing.`,
      line: summary.line,
    });
  return last === undefined
    ? { workouts: [newWorkout(whole)], problems }
    : oneWorkout(strokes, whole, problems);
}

type Part = { type: number | null; time: number; distance: number };

function totalsOf(
  row: Cells,
  order: SlashOrder | undefined,
  problems: Problem[],
): { time: number; distance: number; known: Partial<Workout> } {
  return {
    time: row.amount('totaltime') / 1000,
    distance: row.amount('totaldistance'),
    known: {
      app: 'RowPro',
      startedAt: dateIn(row.text('date'), row.line, problems, order),
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

/** Where each interval ends in the strokes. */
function partEnds(strokes: readonly FileStroke[]): number[] {
  const ends: number[] = [];
  for (const [at, { time }] of strokes.entries()) {
    const next = strokes[at + 1];
    if (next === undefined || next.time < time - 2.5) ends.push(at);
  }
  return ends;
}

/** Moves the last stroke of each interval to its end, if the last block of the file names the ends. */
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
