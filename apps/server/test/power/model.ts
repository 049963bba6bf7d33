import { createHash } from 'node:crypto';
import { randomFrom, wholeFrom } from '../support/random.ts';

/** One change of a row; the transaction's number identifies its writer. */
type RowChange = { id: number; filling: string | null };

/** A transaction of a run; the seed and its number decide all of it. */
export type PlannedTransaction = {
  number: number;
  changes: RowChange[];
  isUndone: boolean;
  /** A table of its own, which a later transaction drops. */
  table: 'create' | 'drop' | null;
  /** The maintenance that the database does afterwards, outside of a transaction. */
  upkeep: string | null;
};

const ids = 60;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Not compressible, so that a long value does not fit its page. */
function fillingFrom(random: () => number): string {
  const length = random() < 0.05 ? wholeFrom(random, 5_000, 60_000) : wholeFrom(random, 0, 900);
  let text = '';
  for (let at = 0; at < length; at += 1) text += letters[wholeFrom(random, 0, letters.length - 1)];
  return text;
}

const upkeeps = [
  'checkpoint',
  'checkpoint',
  'select pg_switch_wal()',
  'vacuum power_rows',
  'vacuum full power_rows',
  'reindex table power_rows',
];

export function planTransaction(seed: number, number: number): PlannedTransaction {
  const random = randomFrom(seed * 1_000_003 + number);
  const changes = Array.from({ length: wholeFrom(random, 1, 8) }, () => ({
    id: wholeFrom(random, 1, ids),
    filling: random() < 0.25 ? null : fillingFrom(random),
  }));
  return {
    number,
    changes,
    isUndone: random() < 0.1,
    table: number % 7 === 3 ? 'create' : number % 7 === 5 ? 'drop' : null,
    upkeep: random() < 0.15 ? (upkeeps[wholeFrom(random, 0, upkeeps.length - 1)] ?? null) : null,
  };
}

export type Row = { id: number; transaction: number; filling: string };

/** The rows after all transactions up to one; its own table that exists then, if any. */
export function stateAfter(seed: number, last: number): { rows: Row[]; tables: string[] } {
  const rows = new Map<number, Row>();
  const tables = new Set<string>();
  for (let number = 1; number <= last; number += 1) {
    const { changes, isUndone, table } = planTransaction(seed, number);
    if (isUndone) continue;
    for (const { id, filling } of changes) {
      if (filling === null) rows.delete(id);
      else rows.set(id, { id, transaction: number, filling });
    }
    if (table === 'create') tables.add(tableOf(number));
    if (table === 'drop') tables.delete(tableOf(number - 2));
  }
  return { rows: [...rows.values()].sort((one, other) => one.id - other.id), tables: [...tables] };
}

export function tableOf(number: number): string {
  return `power_${number}`;
}

export function digestOf(rows: readonly Row[]): string {
  const hash = createHash('sha256');
  for (const { id, transaction, filling } of rows) hash.update(`${id} ${transaction} ${filling}\n`);
  return hash.digest('hex');
}
