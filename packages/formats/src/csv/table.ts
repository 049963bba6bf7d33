import type { Problem } from '../workout.ts';
import { type Delimiter, type Names, columnAt } from './columns.ts';
import type { CsvLine } from './rows.ts';
import { type Decimal, NotUnderstood, decimalOf, numberOf, numbersOf, secondsOf } from './values.ts';

/** The rows below a header, with their cells by column. */
export type Table = {
  has(...names: string[]): boolean;
  rows: Cells[];
  /** Values not understood so far: a sentence for each column, with the line of the first. */
  leftOut(): Problem[];
};

/** One row. A column has several names; the first that the header has is read. */
export type Cells = {
  line: number;
  /** How many cells the row has. */
  width: number;
  /** Whether a cell after this many has a text. */
  hasBeyond(width: number): boolean;
  /** Empty if the column or the cell is missing. */
  text(...names: string[]): string;
  /** Null without a value, or with one that is not understood: `leftOut` reports it. */
  number(...names: string[]): number | null;
  /** Like `number`, for seconds or `m:ss.t`. */
  seconds(...names: string[]): number | null;
  /** Like `number`, for a list of numbers. */
  numbers(...names: string[]): number[] | null;
  /** A total time or distance. Throws NotUnderstood without a value, for another text, or below 0. */
  amount(...names: string[]): number;
};

type LeftOut = { line: number; reason: string; lines: Set<number> };

/** Rows that show how the header is placed above them. */
const sampleRows = 50;
const countingName = /number|index|idx|count|#|\bid\s*$|^\s*(?:no\.?)?\s*$/i;

/**
 * Returns the header as it is placed above the rows: some programs write a number before each row that the header does
 * not name.
 */
function alignedHeader(header: CsvLine, body: readonly CsvLine[]): CsvLine {
  const sample = body.slice(0, sampleRows).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const isWider = sample.every(({ cells }) => cells.length === header.cells.length + 1);
  if (sample.length < 3 || !isWider || sample.every(({ cells }) => cells.at(-1)?.trim() === ''))
    return header;
  const counts = (column: number) =>
    sample.every(({ cells }, at) => {
      const cell = (cells[column] ?? '').trim();
      return /^\d+$/.test(cell) && Number(cell) === Number(sample[0]?.cells[column]) + at;
    });
  const isNamed = countingName.test(header.cells[0] ?? '') && !counts(1);
  return counts(0) && !isNamed ? { ...header, cells: ['', ...header.cells] } : header;
}

export function tableOf(given: CsvLine, body: readonly CsvLine[], delimiter: Delimiter): Table {
  const header = alignedHeader(given, body);
  const known = new Map<string, number | undefined>();
  const columnOf = (names: Names) => {
    const key = names.join('\n');
    if (!known.has(key)) known.set(key, columnAt(header.cells, names));
    return known.get(key);
  };
  const decimal = decimalOf(body, delimiter);
  const leftOut = new Map<string, LeftOut>();
  const note = (column: string, { line, reason }: Omit<LeftOut, 'lines'>) => {
    const noted = leftOut.get(column);
    if (noted === undefined) leftOut.set(column, { line, reason, lines: new Set([line]) });
    else noted.lines.add(line);
  };
  return {
    has: (...names) => columnOf(names) !== undefined,
    rows: body.map((row) => cellsOf(row, header, columnOf, decimal, note)),
    leftOut: () =>
      [...leftOut].map(([column, { line, reason, lines }]) =>
        leftOutProblem(column, line, reason, lines.size),
      ),
  };
}

function leftOutProblem(column: string, line: number, reason: string, lines: number): Problem {
  const more = lines === 1 ? 'It is left out' : `Such values are left out in ${lines} lines`;
  return { message: `${column}: ${reason}. ${more}.`, line };
}

function cellsOf(
  { line, cells }: CsvLine,
  header: CsvLine,
  columnOf: (names: Names) => number | undefined,
  decimal: Decimal,
  note: (column: string, left: Omit<LeftOut, 'lines'>) => void,
): Cells {
  const text = (names: Names) => {
    const at = columnOf(names);
    return at === undefined ? '' : (cells[at] ?? '');
  };
  const nameOf = (names: Names) => header.cells[columnOf(names) ?? -1]?.trim() ?? names[0] ?? '';
  const value = <T>(names: Names, read: (text: string, decimal: Decimal) => T | null): T | null => {
    const cell = text(names);
    if (cell === '') return null;
    try {
      return read(cell, decimal);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      note(nameOf(names), { line, reason: error.message });
      return null;
    }
  };
  return {
    line,
    width: cells.length,
    hasBeyond: (width) => cells.slice(width).some((cell) => cell.trim() !== ''),
    text: (...names) => text(names).trim(),
    number: (...names) => value(names, (cell) => numberOf(withoutUnit(cell), decimal)),
    seconds: (...names) => value(names, (cell) => secondsOf(withoutUnit(cell), decimal)),
    numbers: (...names) => value(names, numbersOf),
    amount(...names) {
      try {
        const amount = secondsOf(withoutUnit(text(names)), decimal);
        if (amount !== null && amount >= 0) return amount;
        throw new NotUnderstood(`${nameOf(names)} is ${amount === null ? 'missing' : 'below zero'}`);
      } catch (error) {
        const isOfValue = error instanceof NotUnderstood && error.message.startsWith('“');
        throw isOfValue ? new NotUnderstood(`${nameOf(names)}: ${error.message}`) : error;
      }
    },
  };
}

/** ErgStick writes `6 m`. */
function withoutUnit(cell: string): string {
  return cell.includes('m') ? cell.replace(/\s+m\s*$/, '') : cell;
}

/** Reads each row, and reports a problem for each that is not understood. */
export function readEach<T>(
  rows: readonly Cells[],
  problems: Problem[],
  read: (cells: Cells) => T | null,
): T[] {
  const values: T[] = [];
  for (const cells of rows) {
    try {
      const value = read(cells);
      if (value !== null) values.push(value);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      problems.push({ message: `${error.message}.`, line: cells.line });
    }
  }
  return values;
}
