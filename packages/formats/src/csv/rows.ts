// oxlint-disable-next-line typescript/triple-slash-reference -- programs that import this package need the declaration too
/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';
import type { Problem } from '../workout.ts';
import { type Delimiter, delimiters, type FileKind, headerOf } from './columns.ts';

/** One record of a CSV file; `line` is where it begins, counted from 1. */
export type CsvLine = { line: number; cells: string[] };

export type Rows = {
  rows: CsvLine[];
  /** Lines with malformed quotes. */
  problems: Problem[];
  delimiter: Delimiter;
  /** The last line if the file ends in the middle of it; it is not one of the rows. */
  cutAt: number | null;
  /** The last row if no line break ends it: its last value may be cut. */
  openAt: number | null;
};

/** A file with one header: its rows may have another delimiter than the header. */
type SplitFile = Rows & { header: CsvLine; above: CsvLine[]; aboveDelimiter: Delimiter };

/** Text is parsed in pieces of this size, so that a quotation mark without its pair is not searched to the end of the file. */
const pieceCharacters = 131_072;
/** Lines with malformed quotes after which reading stops. */
const badLinesMax = 20;
/** The number of characters searched for a header, and of lines that show the delimiter of rows. */
const headCharacters = 16_384;
const sampleLines = 20;
/** Lines before the last one to compare its width with. */
const comparedLines = 8;

/** Splits a file of a kind into its header, the lines above and the rows below; null if no line is the header. */
export function splitFile(text: string, kind: FileKind): SplitFile | null {
  const lines = text.replace(/\r\n?/g, '\n');
  const header = headerOf(lines.slice(0, headCharacters), kind);
  if (header === null) return null;
  let at = 0;
  for (let line = 1; line <= header.line && at >= 0; line += 1)
    at = lines.indexOf('\n', at) + 1 || lines.length;
  const body = lines.slice(at);
  const above = lines.split('\n', header.line - 1).join('\n');
  return {
    ...readRows(body, { delimiter: delimiterOfRows(body, header), firstLine: header.line + 1 }),
    header: { line: header.line, cells: header.cells },
    ...linesAbove(above),
  };
}

function linesAbove(text: string): Pick<SplitFile, 'above' | 'aboveDelimiter'> {
  const { rows, delimiter } = readRows(text);
  return { above: rows, aboveDelimiter: delimiter };
}

/** Returns the delimiter that makes the rows most similar in width to their header. */
function delimiterOfRows(
  body: string,
  { cells, delimiter: ofHeader }: { cells: string[]; delimiter: Delimiter },
) {
  const sample = body
    .slice(0, headCharacters)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, sampleLines)
    .map((line) => line.replace(/"[^"]*"/g, ''));
  const offBy = (delimiter: Delimiter) =>
    sample.reduce((sum, line) => sum + Math.abs(Math.log(line.split(delimiter).length / cells.length)), 0);
  let best = ofHeader;
  for (const delimiter of delimiters) if (offBy(delimiter) < offBy(best) - 0.01) best = delimiter;
  return best;
}

/**
 * Splits CSV text into rows. A line with malformed quotes is a problem, and reading continues with the next line. Rows
 * without content are left out.
 */
export function readRows(text: string, known: { delimiter?: Delimiter; firstLine?: number } = {}): Rows {
  const lines = text.replace(/\r\n?/g, '\n');
  const delimiter = known.delimiter ?? delimiterOf(lines);
  const rows: CsvLine[] = [];
  const problems: Problem[] = [];
  let line = known.firstLine ?? 1;
  let at = 0;
  let cutAt: number | null = null;
  while (at < lines.length && cutAt === null) {
    const { next, bad } = readPiece(at, endOfPiece(at));
    at = next;
    if (bad) skipLine();
  }
  if (cutAt === null && isLastShorter()) cutAt = rows.pop()?.line ?? null;
  const openAt = cutAt === null && !lines.endsWith('\n') ? (rows.at(-1)?.line ?? null) : null;
  return { rows, problems, delimiter, cutAt, openAt };

  function endOfPiece(from: number): number {
    const newline = lines.indexOf('\n', from + pieceCharacters);
    return newline === -1 ? lines.length : newline + 1;
  }

  /**
   * Adds the rows of a piece. Returns where the first row that it did not add begins, and whether that row is
   * malformed.
   */
  function readPiece(from: number, to: number): { next: number; bad: boolean } {
    let next = from;
    let bad = false;
    Papa.parse(lines.slice(from, to), {
      delimiter,
      newline: '\n',
      step(row, parser) {
        const end = from + row.meta.cursor;
        if (row.errors.some((error) => error.code.endsWith('Quotes'))) {
          // A row that reaches the end of the piece is read again with the following text.
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

  /**
   * Whether the unfinished last line is shorter than the lines before: other lines may lack cells at their end, too.
   */
  function isLastShorter(): boolean {
    const last = rows.at(-1);
    if (last === undefined || rows.length < 2 || lines.endsWith('\n')) return false;
    const before = rows.slice(-1 - comparedLines, -1).map(({ cells }) => cells.length);
    return last.cells.length < Math.min(...before);
  }
}

/** The delimiter of the first line with several cells; decimal commas come later. */
function delimiterOf(text: string): Delimiter {
  for (const line of text.slice(0, 8_192).split('\n')) {
    const bare = line.replace(/"[^"]*"/g, '');
    const count = (delimiter: string) => bare.split(delimiter).length - 1;
    const most = Math.max(...delimiters.map(count));
    if (most >= 3) return delimiters.find((delimiter) => count(delimiter) === most) ?? ',';
  }
  return ',';
}
