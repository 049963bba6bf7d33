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
const before = 32;

/** Returns the activities and their origins of a database of the version before, after the migration. */
async function foundAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const ann = '019a0000-0000-7000-8000-00000000000a';
  await drizzle({ client: old }).execute(
    sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`,
  );
  await drizzle({ client: old }).execute(sql`insert into activities
    (id, user_id, title, workout, visibility, distance, is_completed, completed_at)
    values ('019a0000-0000-7000-8000-0000000005e5', ${ann}, 'Just row', 'Just row', 'me', 2000, true, now())`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const { distance, source } = tables.activities;
  const activities = await drizzle({ client }).select({ distance, source }).from(tables.activities);
  const origins = await drizzle({ client }).select().from(tables.activityOrigins);
  const imports = await drizzle({ client }).select().from(tables.imports);
  await client.end();
  return { activities, origins, imports };
}

const expected = { activities: [{ distance: 2000, source: 'monitor' }], origins: [], imports: [] };

test.each(emptyDatabases)(
  'activities of the version before come from no file, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await foundAfter(connect)).toEqual(expected);
    await close();
  },
);
