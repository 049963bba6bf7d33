// oxlint-disable-next-line typescript/triple-slash-reference -- programs that import this package need the declaration too
/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';
import type { Problem } from '../workout.ts';

/** One record of a CSV file; `line` is where it begins, counted from 1. */
export type CsvLine = { line: number; cells: string[] };

export type Rows = {
  rows: CsvLine[];
  /** Lines with malformed quotes. */
  problems: Problem[];
  delimiter: ',' | ';' | '\t';
  /** The last line if the file ends in the middle of it. */
  cutAt: number | null;
};

/** Text is parsed in pieces of this size, so that a quotation mark without its pair is not searched to the end of the file. */
const pieceCharacters = 131_072;
/** Lines with malformed quotes after which the rest is not read. */
const badLinesMax = 20;

/**
 * Splits CSV text into rows. A line with malformed quotes is a problem, and reading goes on with the next line. Rows without
 * content are left out.
 */
export function readRows(text: string): Rows {
  const lines = text.replace(/\r\n?/g, '\n');
  const delimiter = delimiterOf(lines);
  const rows: CsvLine[] = [];
  const problems: Problem[] = [];
  let line = 1;
  let at = 0;
  let cutAt: number | null = null;
  while (at < lines.length && cutAt === null) {
    const { next, bad } = readPiece(at, endOfPiece(at));
    at = next;
    if (bad) skipLine();
  }
  return { rows, problems, delimiter, cutAt: cutAt ?? shorterLastLine() };

  function endOfPiece(from: number): number {
    const newline = lines.indexOf('\n', from + pieceCharacters);
    return newline === -1 ? lines.length : newline + 1;
  }

  /** Adds the rows of a piece. Returns where the first row begins that it did not add, and whether that row is malformed. */
  function readPiece(from: number, to: number): { next: number; bad: boolean } {
    let next = from;
    let bad = false;
    Papa.parse(lines.slice(from, to), {
      delimiter,
      newline: '\n',
      step(row, parser) {
        const end = from + row.meta.cursor;
        if (row.errors.some((error) => error.code.endsWith('Quotes'))) {
          // A row that reaches the end of the piece is read again, with what follows.
          bad = end < to || to === lines.length || next === from;
          parser.abort();
          return;
        }
        if (row.data.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row.data });
        line += newlinesIn(next, end);
        next = end;
      },
    });
    return { next, bad };
  }

  function skipLine(): void {
    const newline = lines.indexOf('\n', at);
    if (newline === -1 || newline === lines.length - 1) {
      cutAt = line;
      return;
    }
    const last = problems.length === badLinesMax;
    const message = last
      ? 'Too many lines have quotation marks without their pairs. The rest was not read.'
      : 'The quotation marks of this line are not in pairs.';
    problems.push({ message, line });
    at = last ? lines.length : newline + 1;
    line++;
  }

  function newlinesIn(from: number, to: number): number {
    let count = 0;
    for (let i = lines.indexOf('\n', from); i !== -1 && i < to; i = lines.indexOf('\n', i + 1)) count++;
    return count;
  }

  function shorterLastLine(): number | null {
    const last = rows.at(-1);
    const before = rows.at(-2);
    if (last === undefined || before === undefined || lines.endsWith('\n')) return null;
    return last.cells.length < before.cells.length ? last.line : null;
  }
}

/** The delimiter of the first line that has several; decimal commas come later. */
function delimiterOf(text: string): Rows['delimiter'] {
  for (const line of text.slice(0, 8_192).split('\n')) {
    const bare = line.replace(/"[^"]*"/g, '');
    const count = (delimiter: string) => bare.split(delimiter).length - 1;
    const most = Math.max(count(','), count(';'), count('\t'));
    if (most >= 3) return most === count(',') ? ',' : most === count(';') ? ';' : '\t';
  }
  return ',';
}
