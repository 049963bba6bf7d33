import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { recomputedTotals, storedTotals } from '../../../test/support/totals.ts';
import { migrateWith } from '../migrations.ts';

/** The rows of a server at commit fa46a2e with its sample data: a year of nine athletes, as pg_dump writes them. */
const rows = gunzipSync(
  readFileSync(new URL('../../../test/upgrades/november-2026.sql.gz', import.meta.url)),
).toString();
/** The migrations at that commit are those before this one. */
const before = 5;

const NamesSchema = z.array(z.tuple([z.string()]));
const RowsSchema = z.array(z.tuple([z.record(z.string(), z.json())]));
type Content = Record<string, Record<string, unknown>[]>;

/** Reads all rows by table, each with its columns by name. */
async function contentOf(client: pg.Client, tables: readonly string[]): Promise<Content> {
  const content: Content = {};
  for (const table of tables) {
    const text = `select to_jsonb(t) from "${table}" t order by to_jsonb(t) ->> 'id', to_jsonb(t)::text`;
    const read = await client.query({ text, rowMode: 'array' });
    content[table] = RowsSchema.parse(read.rows).map(([row]) => row);
  }
  return content;
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const text = "select tablename from pg_tables where schemaname = 'public' order by 1";
  const read = await client.query({ text, rowMode: 'array' });
  return NamesSchema.parse(read.rows).map(([name]) => name);
}

/** Rows in the shape of the test's version: without later columns, and with the removed ones. */
function asBefore(before: Content, after: Content): Content {
  const old: Content = {};
  for (const [table, was] of Object.entries(before)) {
    const names = Object.keys(was[0] ?? {});
    old[table] = (after[table] ?? []).map((row) => {
      const known = {
        ...row,
        ...(table === 'activities' && { is_simulated: row['source'] === 'simulated' }),
      };
      return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
    });
  }
  return old;
}

test.each(emptyDatabases)(
  'a year of a club of the first installations is there after all migrations since, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const first = await connect();
    await migrate(drizzle({ client: first }), { migrationsFolder: migrationsBefore(before) });
    await first.query(rows);
    const tables = await tablesOf(first);
    const old = await contentOf(first, tables);
    await first.end();
    expect(old['activities']).toHaveLength(2_815);

    await migrateWith(await connect());
    const client = await connect();
    expect(asBefore(old, await contentOf(client, tables))).toEqual(old);
    const db = drizzle({ client });
    const stored = await storedTotals(db);
    expect(await recomputedTotals(db)).toEqual(stored);
    await client.end();
    await close();
  },
  60_000,
);
