import type pg from 'pg';
import * as z from 'zod/mini';

/** Tables that a backup leaves out, with the reason. A test fails for a table that is neither here nor in the backup. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  user_name_parts: 'triggers make it from users',
  club_name_parts: 'triggers make it from clubs',
  auth_attempts: 'counts tries to log in, which expire',
  outgoing_messages: 'mails and messages that wait: a restored backup must not send them again',
  outgoing_destinations: 'of messages that wait',
  read_imports: 'files that wait to be stored, for an hour',
  read_entries: 'of files that wait to be stored',
  read_strokes: 'of files that wait to be stored',
  pending_uploads: 'unfinished uploads, whose bytes are not in the backup',
};

/** A table as PostgreSQL's catalog describes it; generated columns are left out. */
export type StoredTable = {
  name: string;
  columns: Array<{ name: string; type: string }>;
  /** Foreign keys that can't be checked row by row while the table is filled, because of a reference in a circle. */
  circular: string[];
};

const TableRows = z.array(z.object({ table: z.string(), name: z.string(), type: z.string() }));
const ReferenceRows = z.array(z.object({ name: z.string(), from: z.string(), to: z.string() }));

const columnsQuery = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by c.relname, a.attnum`;

const referencesQuery = `
  select k.conname as name, f.relname as "from", t.relname as "to"
  from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and f.relnamespace = 'public'::regnamespace
  order by k.conname`;

/** Returns the tables of a backup, each after those that it refers to. */
export async function listStoredTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const columns = TableRows.parse((await client.query(columnsQuery)).rows);
  const references = ReferenceRows.parse((await client.query(referencesQuery)).rows);
  const waiting = new Map<string, StoredTable>();
  for (const { table, name, type } of columns) {
    if (table in tablesLeftOut) continue;
    const known = waiting.get(table) ?? { name: table, columns: [], circular: [] };
    known.columns.push({ name, type });
    waiting.set(table, known);
  }
  const sorted: StoredTable[] = [];
  const take = (table: StoredTable) => {
    const unmet = references.filter(({ from, to }) => from === table.name && waiting.has(to));
    sorted.push({ ...table, circular: unmet.map(({ name }) => name) });
    waiting.delete(table.name);
  };
  const refersToWaiting = ({ name }: StoredTable) =>
    references.some(({ from, to }) => from === name && to !== name && waiting.has(to));
  while (waiting.size > 0) {
    const tables = [...waiting.values()];
    const ready = tables.filter((table) => !refersToWaiting(table));
    // Tables that refer to each other may be in any order; their references are checked at the end.
    for (const table of ready.length > 0 ? ready : tables.slice(0, 1)) take(table);
  }
  return sorted;
}

/** Writes a name in the syntax of SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
