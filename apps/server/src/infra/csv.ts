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
