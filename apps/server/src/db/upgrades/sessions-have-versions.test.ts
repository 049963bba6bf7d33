import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith } from '../migrations.ts';
import * as tables from '../tables.ts';

/** The migrations before this one. */
const before = 27;

/** Returns the versions of a session of the version before, after the migration. */
async function versionsAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const ann = '019a0000-0000-7000-8000-00000000000a';
  await drizzle({ client: old }).execute(
    sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`,
  );
  await drizzle({ client: old }).execute(sql`insert into sessions
    (id, title, host_user_id, start_at, is_accessible_by_link, workout_items, created_at)
    values ('019a0000-0000-7000-8000-0000000005e5', 'Tuesday', ${ann}, now(), true, array['2000m'], '2026-05-01T06:00:00Z')`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const found = await drizzle({ client })
    .select({ changeCount: tables.sessions.changeCount, changedAt: tables.sessions.changedAt })
    .from(tables.sessions);
  await client.end();
  return found;
}

const expected = [{ changeCount: 0, changedAt: new Date('2026-05-01T06:00:00Z') }];

test.each(emptyDatabases)(
  'a session of the version before has changed last when it was made, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await versionsAfter(connect)).toEqual(expected);
    await close();
  },
);
