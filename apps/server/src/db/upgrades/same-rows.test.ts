import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith } from '../migrations.ts';
import { activityOrigins } from '../tables.ts';

/** The migrations before this one. */
const before = 51;
const ann = '019a0000-0000-7000-8000-00000000000a';
const activity = '019a0000-0000-7000-8000-0000000000a1';

async function clockAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await run(sql`insert into activities (id, user_id, title, workout, visibility, is_completed, completed_at, source)
    values (${activity}, ${ann}, 'Test', '2000 m', 'me', true, now(), 'file')`);
  await run(
    sql`insert into activity_origins (activity_id, user_id, file_name) values (${activity}, ${ann}, 'a.csv')`,
  );
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const [origin] = await drizzle({ client }).select().from(activityOrigins);
  await client.end();
  return origin?.isWallClock;
}

test.each(emptyDatabases)(
  'of an activity that the version before has imported it is not known whether its clock had a zone, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await clockAfter(connect)).toBeNull();
    await close();
  },
);
