// Makes from one table the variants that apps, spreadsheets and old computers write.
import type { CsvKind } from './csv-kinds.ts';

type Table = Pick<CsvKind, 'above' | 'header' | 'rows'>;
type Writing = {
  delimiter?: string;
  decimal?: ',' | '.';
  quotes?: 'needed' | 'all';
  end?: string;
};

export function csvText(
  { above, header, rows }: Table,
  { delimiter = ',', decimal = '.', quotes = 'needed', end = '\n' }: Writing = {},
): string {
  const cell = (text: string) => {
    const own = decimal === ',' ? withComma(text) : text;
    const needs = own.includes(delimiter) || /["\n\r]/.test(own);
    return quotes === 'all' || needs ? `"${own.replaceAll('"', '""')}"` : own;
  };
  return [...above, header, ...rows].map((cells) => cells.map(cell).join(delimiter) + end).join('');
}

/** A number or a time with a decimal comma; other texts, such as dates and lists with commas, stay unchanged. */
function withComma(text: string): string {
  return /^\s*[-+]?[\d:]*\.\d+(?: m)?\s*$/.test(text) || /^[\d.]+(?: [\d.]+)+ ?$/.test(text)
    ? text.replaceAll('.', ',')
    : text;
}

const inEach = (table: Table, change: (cells: string[], isHeader: boolean) => string[]): Table => ({
  above: table.above,
  header: change(table.header, true),
  rows: table.rows.map((cells) => change(cells, false)),
});

function mixed({ above, header, rows }: Table, ofHeader: Writing, ofRows: Writing): string {
  const text = csvText({ above, header, rows: [] }, { end: ofRows.end ?? '\n' }).split('\n');
  const own = csvText({ above: [], header, rows: [] }, { end: ofRows.end ?? '\n', ...ofHeader });
  return `${text.slice(0, above.length).join('\n')}${above.length > 0 ? '\n' : ''}${own}${csvText({ above: [], header: [], rows }, ofRows).slice((ofRows.end ?? '\n').length)}`;
}

const renamed = (table: Table, rename: (name: string) => string) =>
  csvText({ ...table, header: table.header.map(rename) });

/** Changes names that are one long word: a shorter one would become another name. */
function misspelt(table: Table, change: (word: string) => string): string {
  return renamed(table, (name) => name.replace(/^\s*[a-z]{9,}/i, change));
}

/** Files that differ only in how they are written. */
export const csvVariants: readonly [name: string, write: (table: Table) => string][] = [
  ['Windows line ends', (table) => csvText(table, { end: '\r\n' })],
  ['line ends of old Macs', (table) => csvText(table, { end: '\r' })],
  ['a byte order mark', (table) => `\uFEFF${csvText(table)}`],
  ['blank lines between all lines, and at the end', (table) => `${csvText(table, { end: '\n\n' })}\n\n \n`],
  ['blank lines before all', (table) => `\n\r\n${csvText(table)}`],
  ['no end of its last line', (table) => csvText(table).slice(0, -1)],
  ['semicolons', (table) => csvText(table, { delimiter: ';' })],
  ['semicolons and decimal commas', (table) => csvText(table, { delimiter: ';', decimal: ',' })],
  ['tabs', (table) => csvText(table, { delimiter: '\t' })],
  ['tabs and decimal commas', (table) => csvText(table, { delimiter: '\t', decimal: ',', end: '\r\n' })],
  ['decimal commas in quotation marks', (table) => csvText(table, { decimal: ',' })],
  ['every field in quotation marks', (table) => csvText(table, { quotes: 'all', end: '\r\n' })],
  [
    'a line that names its separator',
    (table) => `sep=;\r\n${csvText(table, { delimiter: ';', end: '\r\n' })}`,
  ],
  ['blanks around its cells', (table) => csvText(inEach(table, (cells) => cells.map((cell) => `${cell}  `)))],
  [
    'capitals in its header',
    (table) => csvText({ ...table, header: table.header.map((cell) => cell.toUpperCase()) }),
  ],
  [
    'its columns the other way around',
    (table) => csvText(inEach(table, (cells) => cells.map((_, at) => cells.at(-1 - at) ?? ''))),
  ],
  [
    'its last columns first',
    (table) => csvText(inEach(table, (cells) => [...cells.slice(3), ...cells.slice(0, 3)])),
  ],
  [
    'columns of its own at both ends',
    (table) =>
      csvText(
        inEach(table, (cells, isHeader) =>
          isHeader
            ? ['Weather', ...cells, 'Notes', 'Shoe size']
            : ['grün, windy', ...cells, 'two\nlines, "so"', '41'],
        ),
      ),
  ],
  [
    'empty columns, as spreadsheets add them',
    (table) => csvText(inEach(table, (cells) => [...cells, '', '', ''])),
  ],
  [
    'a delimiter more in each row than in its header',
    (table) => csvText(inEach(table, (cells, isHeader) => (isHeader ? cells : [...cells, '']))),
  ],
  ['zero bytes at its end', (table) => `${csvText(table)}${'\0'.repeat(300)}`],
  ['a header in semicolons over rows in commas', (table) => mixed(table, { delimiter: ';' }, {})],
  ['a header in tabs over rows in commas', (table) => mixed(table, { delimiter: '\t' }, { end: '\r\n' })],
  [
    'a header in commas over rows in semicolons with decimal commas',
    (table) => mixed(table, {}, { delimiter: ';', decimal: ',' }),
  ],
  [
    'a number before each row that its header does not name',
    (table) => csvText({ ...table, rows: table.rows.map((cells, at) => [String(at), ...cells]) }),
  ],
  ['letters that its header lacks', (table) => misspelt(table, (word) => word.slice(0, 3) + word.slice(4))],
  ['letters twice in its header', (table) => misspelt(table, (word) => word.slice(0, 5) + word.slice(4))],
  [
    'letters that changed places in its header',
    (table) => misspelt(table, (word) => `${word.slice(0, 4)}${word[5]}${word[4]}${word.slice(6)}`),
  ],
  ['underscores in its header', (table) => renamed(table, (name) => name.trim().replaceAll(' ', '_'))],
  ['no blanks in its header', (table) => renamed(table, (name) => name.replaceAll(' ', ''))],
  [
    'lines of delimiters at its end',
    (table) =>
      `${csvText(table)}${','.repeat(table.header.length - 1)}\n${','.repeat(table.header.length - 1)}\n`,
  ],
];
