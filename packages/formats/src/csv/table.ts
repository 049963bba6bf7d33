import type { Problem } from '../workout.ts';
import type { CsvLine, Rows } from './rows.ts';
import { type Decimal, NotUnderstood, decimalOf, numberOf, numbersOf, secondsOf } from './values.ts';

/** The rows below a header, with their cells by column. */
export type Table = {
  has(...names: string[]): boolean;
  rows: Cells[];
};

/** One row. Columns have several names, of which the first that the header has is read. */
export type Cells = {
  line: number;
  /** How many cells the row has. */
  width: number;
  /** Whether a cell has a text behind so many. */
  hasBeyond(width: number): boolean;
  /** Empty if the column or the cell is missing. */
  text(...names: string[]): string;
  /** Null without a value. Throws NotUnderstood. */
  number(...names: string[]): number | null;
  /** As `number`, of seconds or of `m:ss.t`. */
  seconds(...names: string[]): number | null;
  /** As `number`, of a list of numbers. */
  numbers(...names: string[]): number[] | null;
  /** As `number`; throws NotUnderstood without a value or below 0. */
  amount(...names: string[]): number;
};

/** Column names as `table` compares them: small letters, single blanks. */
export function columnName(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Returns the first line with content as `columnName` writes it. Excel puts `sep=;` above. */
export function headerLine(head: string): string {
  const lines = head
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '' && !/^"?sep=.?"?$/i.test(line.trim()));
  return columnName(lines[0] ?? '');
}

export function tableOf(header: CsvLine, body: readonly CsvLine[], delimiter: Rows['delimiter']): Table {
  const columns = new Map<string, number>();
  for (const [at, cell] of header.cells.entries()) {
    const name = columnName(cell);
    if (name !== '' && !columns.has(name)) columns.set(name, at);
  }
  const decimal = decimalOf(body, delimiter);
  return {
    has: (...names) => names.some((name) => columns.has(name)),
    rows: body.map((row) => cellsOf(row, header, columns, decimal)),
  };
}

function cellsOf(
  { line, cells }: CsvLine,
  header: CsvLine,
  columns: Map<string, number>,
  decimal: Decimal,
): Cells {
  const columnOf = (names: string[]) => {
    for (const name of names) {
      const at = columns.get(name);
      if (at !== undefined) return at;
    }
    return undefined;
  };
  const text = (names: string[]) => {
    const at = columnOf(names);
    return at === undefined ? '' : (cells[at] ?? '');
  };
  const nameOf = (names: string[]) => header.cells[columnOf(names) ?? -1]?.trim() ?? names[0] ?? '';
  const value = <T>(names: string[], read: (text: string, decimal: Decimal) => T) => {
    try {
      return read(text(names), decimal);
    } catch (error) {
      if (error instanceof NotUnderstood) throw new NotUnderstood(`${nameOf(names)}: ${error.message}`);
      throw error;
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
      const amount = value(names, (cell) => secondsOf(withoutUnit(cell), decimal));
      if (amount === null) throw new NotUnderstood(`${nameOf(names)} is missing`);
      if (amount < 0) throw new NotUnderstood(`${nameOf(names)} is below zero`);
      return amount;
    },
  };
}

/** ErgStick writes `6 m`. */
function withoutUnit(cell: string): string {
  return cell.includes('m') ? cell.replace(/\s+m\s*$/, '') : cell;
}

/** Reads each row, and makes a problem of each that is not understood. */
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
