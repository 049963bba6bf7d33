import { hash } from 'node:crypto';
import type pg from 'pg';
import * as z from 'zod/mini';
import { quoted, type StoredTable } from './stored-tables.ts';

/*
 * A row is one line: a JSON array with each column's text in PostgreSQL's format, or null. These texts are exact (the
 * shortest that give back the same number), and the same for every version and for PGlite.
 */

/** Text forms that a server's or role's settings could change. For one transaction. */
const textForms = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local xmlbinary = 'base64'`;

/** About this many bytes of rows are read or stored at once. */
const batchBytes = 1_048_576;
const rowsAtFirst = 50;
const rowsMax = 5_000;

const LinesSchema = z.array(z.tuple([z.string()]));

/** Begins the transaction that the functions below need. */
export async function beginReading(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(textForms);
  // The first query determines the moment, not "begin".
  await client.query('select 1');
}

/** Yields the rows of a table as lines, in batches; in a transaction of `beginReading`. */
export async function* readLines(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
): AsyncGenerator<string[], void, undefined> {
  const texts = columns.map((name) => `${quoted(name)}::text`).join(', ');
  await client.query(
    `declare lines no scroll cursor for select json_build_array(${texts})::text from public.${quoted(table)}`,
  );
  let rows = rowsAtFirst;
  for (;;) {
    const result = await client.query({ text: `fetch ${rows} from lines`, rowMode: 'array' });
    const lines = LinesSchema.parse(result.rows).map(([line]) => line);
    if (lines.length === 0) break;
    yield lines;
    const bytes = lines.reduce((sum, line) => sum + line.length, 0);
    rows = Math.min(rowsMax, Math.max(1, Math.floor((batchBytes * lines.length) / bytes)));
  }
  await client.query('close lines');
}

/** How lines are stored again, in a transaction of `beginStoring`. */
export type LineStore = { add(line: string): Promise<void>; end(): Promise<void> };

/** Prepares the caller's transaction: circular foreign keys are checked at its end. */
export async function beginStoring(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<void> {
  await client.query(textForms);
  await setCircular(client, tables, 'deferrable initially deferred');
}

/** Checks the deferred foreign keys, and makes them immediate again. The caller commits. */
export async function finishStoring(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<void> {
  await client.query('set constraints all immediate');
  await setCircular(client, tables, 'not deferrable');
}

async function setCircular(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
  mode: string,
): Promise<void> {
  for (const { name, circular } of tables) {
    for (const key of circular)
      await client.query(`alter table public.${quoted(name)} alter constraint ${quoted(key)} ${mode}`);
  }
}

/** Stores lines with the columns `columns` of a table, a megabyte at once. Triggers and constraints apply. */
export function storeLines(client: pg.ClientBase, table: StoredTable, columns: readonly string[]): LineStore {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const values = columns.map((name, at) => `(line ->> ${at})::${types.get(name) ?? 'text'}`).join(', ');
  const text =
    `insert into public.${quoted(table.name)} (${columns.map(quoted).join(', ')}) ` +
    `select ${values} from jsonb_array_elements($1::jsonb) as line`;
  let lines: string[] = [];
  let bytes = 0;
  const flush = async () => {
    const batch = lines;
    lines = [];
    bytes = 0;
    if (batch.length > 0) await client.query(text, [`[${batch.join(',')}]`]);
  };
  return {
    add: async (line) => {
      lines.push(line);
      bytes += line.length;
      if (bytes >= batchBytes) await flush();
    },
    end: flush,
  };
}

/** Computes a table's number of rows, and a sum of their digests that does not depend on their order. */
export class TableSum {
  rows = 0;
  #low = 0n;
  #high = 0n;

  add(line: string): void {
    const digest = hash('sha256', line, 'buffer');
    this.rows += 1;
    this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(0));
    this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(8));
  }

  get sum(): string {
    return [this.#high, this.#low].map((half) => half.toString(16).padStart(16, '0')).join('');
  }
}
