import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith } from '../migrations.ts';
import { imports } from '../tables.ts';

/** The migrations before this one. */
const before = 34;

/** Returns an import of the version before after the migration. */
async function importAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const [ann, made] = ['a', 'b'].map((end) => `019a0000-0000-7000-8000-00000000000${end}`);
  const db = drizzle({ client: old });
  await db.execute(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await db.execute(sql`insert into imports (id, user_id, file_names, count, created_at)
    values (${made}, ${ann}, '{season.csv}', 277, '2026-03-01T08:00:00Z')`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const { count, chosen, choice, endedAt } = imports;
  const found = await drizzle({ client }).select({ count, chosen, choice, endedAt }).from(imports);
  await client.end();
  return found;
}

const endedAt = new Date('2026-03-01T08:00:00Z');
const expected = [{ count: 277, chosen: 277, choice: null, endedAt }];

test.each(emptyDatabases)('imports of the version before are stored whole, on $name', async ({ open }) => {
  const { connect, close } = await open();
  expect(await importAfter(connect)).toEqual(expected);
  await close();
});
