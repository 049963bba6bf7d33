import { bounds } from '../bounds.ts';
import { type MachineType, type Problem, type TextReader, type Workout, newWorkout } from '../workout.ts';
import { isDayOnly } from '../dates.ts';
import { type Delimiter, type FileKind, type Names, columnAt, headerOf, rankOf } from './columns.ts';
import { type SlashOrder, slashOrderOf } from './iso-dates.ts';
import { type CsvLine, splitFile } from './rows.ts';
import { describedBy, intervalsOf, machineOfWords } from './season-description.ts';
import { unlessZero } from './strokes.ts';
import { cutProblem, dateIn } from './stroke-file.ts';
import { type Cells, readEach, tableOf } from './table.ts';
import { NotUnderstood } from './values.ts';

const kind: FileKind = {
  needs: [['description'], ['work distance'], ['work time (seconds)', 'work time (formatted)']],
  tells: [
    ['date'],
    ['log id', 'id'],
    ['rest time (seconds)'],
    ['rest distance'],
    ['stroke rate/cadence'],
    ['avg watts'],
    ['type'],
    ['ranked'],
    ['date entered'],
  ],
  least: 2,
};

/** A season of the Concept2 Logbook, a workout per row: today's header and the one used until 2021. */
export const season: TextReader = {
  name: 'Logbook season',
  detect: (head) => headerOf(head, kind)?.rank ?? 0,
  read: (text) => {
    const file = splitFile(text, kind);
    if (file === null) return { workouts: [], problems: [{ message: 'This is no whole Logbook season.' }] };
    const problems: Problem[] = [...file.problems];
    const { header, rows: lines, delimiter, cutAt } = file;
    // Seasons that were joined repeat the header.
    const body = lines.filter(({ cells }) => rankOf(cells, kind) === 0);
    const table = tableOf(header, body.map(alignedTo(header, delimiter)), delimiter);
    const slashes = slashOrderOf(table.rows.map((row) => row.text('date')));
    const read = table.rows.slice(0, bounds.workoutsMax);
    const found = readEach(read, problems, (row) => ({
      workout: workoutOf(row, header.cells.length, slashes, problems),
      line: row.line,
    }));
    if (cutAt !== null) problems.push(cutProblem(cutAt));
    if (body.length > read.length)
      problems.push({ message: `Only the first ${read.length} of ${body.length} workouts were read.` });
    if (body.length === 0 && problems.length === 0) problems.push({ message: 'The season has no workouts.' });
    problems.push(...table.leftOut());
    return { workouts: found.map(({ workout }) => workout), lines: found.map(({ line }) => line), problems };
  },
};

/** Columns with words: a delimiter in them without quotation marks makes a line longer than the header. */
const wordColumns = [['description'], ['comments']];

/**
 * Returns how the cells of a line match the header. In a longer line, joins words with delimiters again, and accepts
 * the result if every column then has a valid value.
 */
function alignedTo(header: CsvLine, delimiter: Delimiter): (line: CsvLine) => CsvLine {
  const width = header.cells.length;
  const has = (cells: readonly string[], names: Names) =>
    (cells[columnAt(header.cells, names) ?? -1] ?? '').trim();
  return (line) => {
    const { cells } = line;
    const beyond = cells.length - width;
    const later = cells.slice(1);
    const isLater = beyond === 1 && !isDateLike(has(cells, ['date'])) && isDateLike(has(later, ['date']));
    if (isLater && hasFigures(later, has)) return { ...line, cells: later };
    if (cells.slice(width).every((cell) => cell.trim() === '')) return line;
    for (const names of wordColumns) {
      const at = columnAt(header.cells, names);
      if (at === undefined) continue;
      const words = cells.slice(at, at + beyond + 1).join(delimiter);
      const joined = [...cells.slice(0, at), words, ...cells.slice(at + beyond + 1)];
      const isRanked = /^(?:yes|no|true|false)?$/i.test(has(joined, ['ranked']));
      if (isRanked && hasFigures(joined, has)) return { ...line, cells: joined };
    }
    return line;
  };
}

const isDateLike = (text: string) => /^"*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text);

function hasFigures(
  cells: readonly string[],
  has: (cells: readonly string[], names: Names) => string,
): boolean {
  const formatted = has(cells, ['work time (formatted)']);
  const seconds = has(cells, ['work time (seconds)']);
  const isClock = formatted === '' || /^"*\d+(?::\d\d)+(?:[.,]\d+)?"*$/.test(formatted);
  return isClock && /^[\d.,]*$/.test(seconds) && /^[\d.,]*$/.test(has(cells, ['work distance']));
}

/** Seconds and the formatted time are the same within the rounding of tenths. */
const roundingSec = 1;

function workoutOf(row: Cells, width: number, slashes: SlashOrder | undefined, problems: Problem[]): Workout {
  const title = row.text('description');
  const totals = {
    elapsedTime: timeOf(row, row.hasBeyond(width)),
    distance: amount(row, 'work distance'),
    restTime: row.number('rest time (seconds)') ?? row.seconds('rest time (formatted)'),
    restDistance: row.number('rest distance'),
  };
  if (totals.elapsedTime === null && totals.distance === null)
    throw new NotUnderstood('The line has neither a work time nor a work distance');
  const machine = machineOfWords(row.text('type')) ?? machineOfWords(lastWord(title));
  const averagePower = powerOf(row, machine, totals, problems);
  const described = describedBy(title);
  const endedAt = dateIn(row.text('date'), row.line, problems, slashes);
  return newWorkout({
    ...totals,
    machine,
    logbookId: row.text('log id', 'id') || null,
    endedAt,
    isDayOnly: isDayOnly(endedAt),
    title: title || null,
    intervals: described === null ? [] : intervalsOf(described, totals),
    averageStrokeRate: unlessZero(row.number('stroke rate/cadence')),
    strokeCount: unlessZero(row.number('stroke count')),
    averagePower,
    calories: unlessZero(row.number('total cal')),
    averageHeartRate: unlessZero(row.number('avg heart rate')),
    dragFactor: unlessZero(row.number('drag factor')),
    comments: withoutApostrophe(row.text('comments')) || null,
    app: 'Concept2 Logbook',
  });
}

/**
 * Throws NotUnderstood if the two times of a longer line contradict each other: its cells are not below their columns.
 */
function timeOf(row: Cells, isLonger: boolean): number | null {
  const seconds = amount(row, 'work time (seconds)');
  const formatted = row.seconds('work time (formatted)');
  if (isLonger && seconds !== null && formatted !== null && Math.abs(seconds - formatted) > roundingSec)
    throw new NotUnderstood(
      'The line has more cells than the header, and its work times contradict each other',
    );
  return seconds ?? formatted;
}

function amount(row: Cells, column: string): number | null {
  return row.text(column) === '' ? null : row.amount(column);
}

function lastWord(text: string): string {
  return /\S+$/.exec(text.trim())?.[0] ?? '';
}

/** An apostrophe prevents a spreadsheet from running a text; `write-season.ts` adds it. */
function withoutApostrophe(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text;
}

/**
 * Returns a line's watts, unless they do not fit a BikeErg: 2.8 v³ instead of 0.35 v³. Both formulas hold within 1 W in
 * all 1,607 compared rows. `check-workout.ts` finds the opposite.
 */
function powerOf(
  row: Cells,
  machine: MachineType | null,
  { elapsedTime, distance }: { elapsedTime: number | null; distance: number | null },
  problems: Problem[],
): number | null {
  const power = row.number('avg watts');
  if (machine !== 'bike' || power === null || power < 20 || !elapsedTime || distance === null) return power;
  const watts = 2.8 * (distance / elapsedTime) ** 3;
  if (Math.abs(watts - power) > Math.max(3, power * 0.05)) return power;
  const message = `${power} W at this speed are a RowErg's or SkiErg's, but the line says BikeErg. The power is left out.`;
  problems.push({ message, line: row.line });
  return null;
}
