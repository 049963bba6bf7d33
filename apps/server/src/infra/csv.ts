/** The possible values of a cell of a table. */
type Cell = string | number | boolean | null | undefined;
export type TableRow = Readonly<Record<string, Cell>>;

type Text = AsyncGenerator<string, void, undefined>;
type Source<T> = AsyncIterable<T> | Iterable<T>;

/**
 * One cell (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe: titles and comments are
 * written by other users, too.
 */
function cellText(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Yields a table with a header; the columns are fixed, so that each archive has the same. */
export async function* csvOf<C extends string>(
  columns: readonly C[],
  rows: Source<Readonly<Partial<Record<C, Cell>>>>,
): Text {
  yield `${columns.join(',')}\r\n`;
  for await (const row of rows) yield `${columns.map((column) => cellText(row[column])).join(',')}\r\n`;
}

export type CsvFile = { bytes: Uint8Array<ArrayBuffer>; fileName: string };

/** Returns a small table as a file, with a byte order mark: without it, Excel reads names in Windows-1252. */
export async function csvFile<C extends string>(
  columns: readonly C[],
  rows: Source<Readonly<Partial<Record<C, Cell>>>>,
  fileName: string,
): Promise<CsvFile> {
  let text = '\uFEFF';
  for await (const line of csvOf(columns, rows)) text += line;
  return { bytes: new TextEncoder().encode(text), fileName };
}
