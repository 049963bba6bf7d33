import { bounds } from '../bounds.ts';
import { type MachineType, type Problem, type TextReader, type Workout, newWorkout } from '../workout.ts';
import { type SlashOrder, isoOf, slashOrderOf } from './iso-dates.ts';
import { readRows } from './rows.ts';
import { describedBy, intervalsOf, machineOfWords } from './season-description.ts';
import { unlessZero } from './strokes.ts';
import { type Cells, columnName, headerLine, readEach, tableOf } from './table.ts';
import { NotUnderstood, secondsOf, unquoted } from './values.ts';

/** A season of the Concept2 Logbook, a workout per row: the header of today and the one to 2021. */
export const season: TextReader = {
  name: 'Logbook season',
  detect: (head) => {
    const line = headerLine(head);
    return (
      line.includes('description') &&
      /work time \((?:seconds|formatted)\)/.test(line) &&
      line.includes('work distance')
    );
  },
  read: (text) => {
    const file = readRows(text);
    const problems: Problem[] = [...file.problems];
    const at = file.rows.findIndex(({ cells }) => cells.some((cell) => columnName(cell) === 'description'));
    const header = file.rows[at];
    const body = file.rows.slice(at + 1);
    if (header === undefined) return { workouts: [], problems };
    // Seasons that were joined repeat the header.
    const { rows } = tableOf(
      header,
      body.filter(({ cells }) => cells[0] !== header.cells[0]),
      file.delimiter,
    );
    const slashes = slashOrderOf(rows.map((row) => row.text('date')));
    const read = rows.slice(0, bounds.workoutsMax);
    const found = readEach(read, problems, (row) => {
      // Some programs end each line with a delimiter.
      if (row.width < header.cells.length || row.hasBeyond(header.cells.length))
        throw new NotUnderstood(`The line has ${row.width} cells, but the header ${header.cells.length}`);
      return { workout: workoutOf(row, slashes), line: row.line };
    });
    if (file.cutAt !== null && file.cutAt !== body.at(-1)?.line)
      problems.push({ message: 'The file ends in the middle of this line.', line: file.cutAt });
    if (rows.length > read.length)
      problems.push({ message: `Only the first ${read.length} of ${rows.length} workouts were read.` });
    if (rows.length === 0 && problems.length === 0) problems.push({ message: 'The season has no workouts.' });
    return { workouts: found.map(({ workout }) => workout), lines: found.map(({ line }) => line), problems };
  },
};

function workoutOf(row: Cells, slashes: SlashOrder | undefined): Workout {
  const title = row.text('description');
  const totals = {
    elapsedTime:
      amount(row, 'work time (seconds)') ?? secondsOf(unquoted(row.text('work time (formatted)')), '.'),
    distance: amount(row, 'work distance'),
    restTime:
      amount(row, 'rest time (seconds)') ?? secondsOf(unquoted(row.text('rest time (formatted)')), '.'),
    restDistance: amount(row, 'rest distance'),
  };
  if (totals.elapsedTime === null && totals.distance === null)
    throw new NotUnderstood('The line has neither a work time nor a work distance');
  const averagePower = amount(row, 'avg watts');
  const machine = machineOfWords(row.text('type')) ?? machineOfWords(lastWord(title));
  checkBike(machine, averagePower, totals);
  const described = describedBy(title);
  return newWorkout({
    ...totals,
    machine,
    logbookId: row.text('log id', 'id') || null,
    endedAt: isoOf(row.text('date'), slashes),
    title: title || null,
    intervals: described === null ? [] : intervalsOf(described, totals),
    averageStrokeRate: unlessZero(amount(row, 'stroke rate/cadence')),
    strokeCount: unlessZero(amount(row, 'stroke count')),
    averagePower,
    calories: unlessZero(amount(row, 'total cal')),
    averageHeartRate: unlessZero(amount(row, 'avg heart rate')),
    dragFactor: unlessZero(amount(row, 'drag factor')),
    comments: withoutApostrophe(row.text('comments')) || null,
    app: 'Concept2 Logbook',
  });
}

function amount(row: Cells, column: string): number | null {
  return row.text(column) === '' ? null : row.amount(column);
}

function lastWord(text: string): string {
  return /\S+$/.exec(text.trim())?.[0] ?? '';
}

/** An apostrophe keeps a spreadsheet from running a text; `write-season.ts` adds it. */
function withoutApostrophe(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text;
}

/**
 * Throws if a BikeErg's watts are those of another machine: 2.8 v³ instead of 0.35 v³. Both hold within 1 W in all 1,607 rows
 * that were compared. `check-workout.ts` finds the opposite.
 */
function checkBike(
  machine: MachineType | null,
  power: number | null,
  { elapsedTime, distance }: { elapsedTime: number | null; distance: number | null },
): void {
  if (machine !== 'bike' || power === null || power < 20 || !elapsedTime || distance === null) return;
  const watts = 2.8 * (distance / elapsedTime) ** 3;
  if (Math.abs(watts - power) <= Math.max(3, power * 0.05))
    throw new NotUnderstood(`${power} W at this speed are a RowErg's or SkiErg's, but the line says BikeErg`);
}
