import type { TypedField, TypedTexts } from '../typed-result.ts';
import { matchName } from './names.ts';

type Athlete = { _id: string; displayName: string };

/** The values that a paste fills in, by athlete, and the lines that match none. */
type Pasted = { filled: ReadonlyMap<string, TypedTexts>; unmatched: readonly string[] };

type PasteArea = {
  /** The athletes whose results can be entered, in the order of the sheet. */
  athletes: readonly Athlete[];
  columns: readonly TypedField[];
  /** The cell of the cursor. */
  at: { athlete: string; column: TypedField };
};

/** The cells of a copied range; null for the text of one cell, which a field handles itself. */
export function cellsOf(text: string): string[][] | null {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  const isOneCell = rows.length === 1 && rows[0]?.length === 1;
  return isOneCell ? null : rows;
}

const isName = (cell: string) => /\p{L}{2}/u.test(cell);

/**
 * Places a copied range. With names in its first column each row goes to its athlete, whose cells begin with the first
 * of the sheet; without, it fills the cells from the cursor, down and to the right.
 */
export function placePasted(cells: readonly string[][], { athletes, columns, at }: PasteArea): Pasted {
  const filled = new Map<string, TypedTexts>();
  const unmatched: string[] = [];
  const fill = (athlete: string, values: readonly string[], firstColumn: number) => {
    const texts: TypedTexts = {};
    for (const [offset, value] of values.entries()) {
      const column = columns[firstColumn + offset];
      if (column !== undefined) texts[column] = value;
    }
    filled.set(athlete, texts);
  };
  const rows = cells.filter((row) => row.some((cell) => cell !== ''));
  const haveNames = rows.every((row) => row.length > 1) && rows.some(([first = '']) => isName(first));
  if (haveNames) {
    for (const [name = '', ...values] of rows) {
      const match = matchName(athletes, name);
      if (match.kind === 'one' && !filled.has(match.athlete._id)) fill(match.athlete._id, values, 0);
      else unmatched.push(`${name}${reasonOf(match.kind)}`);
    }
    return { filled, unmatched };
  }
  const first = athletes.findIndex(({ _id }) => _id === at.athlete);
  const column = columns.indexOf(at.column);
  // An empty line is an athlete without a result.
  for (const [offset, values] of cells.entries()) {
    const athlete = athletes[first + offset];
    if (athlete === undefined) unmatched.push(values.join(' '));
    else fill(athlete._id, values, column);
  }
  return { filled, unmatched: unmatched.filter((row) => row.trim() !== '') };
}

function reasonOf(kind: 'one' | 'many' | 'none'): string {
  if (kind === 'many') return ' (fits more than one athlete)';
  return kind === 'one' ? ' (twice)' : '';
}
