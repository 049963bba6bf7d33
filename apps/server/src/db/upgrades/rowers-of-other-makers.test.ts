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
const before = 42;

/** Returns the machines of the previous version after the migration, and which others can then be stored. */
async function foundAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const ann = '019a0000-0000-7000-8000-00000000000a';
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await run(sql`insert into activities (id, user_id, title, workout, visibility, machine, is_completed, completed_at)
    values ('019a0000-0000-7000-8000-0000000000a1', ${ann}, 'Test', '2000 m', 'me', 'other', true, now())`);
  await run(sql`insert into activity_days (user_id, day, machine, count, meters, time_sec, calories)
    values (${ann}, '2026-11-20', 'other', 1, 2000, 480, 100)`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const db = drizzle({ client });
  const activities = await db.select({ machine: tables.activities.machine }).from(tables.activities);
  const days = await db.select({ machine: tables.activityDays.machine }).from(tables.activityDays);
  const outcomes: string[] = [];
  for (const machine of ['otherrower', 'treadmill']) {
    for (const table of [tables.activities, tables.activityDays]) {
      await db.execute(sql`update ${table} set machine = ${machine}`).then(
        () => outcomes.push(`${machine} stored`),
        () => outcomes.push(`${machine} refused`),
      );
    }
  }
  await client.end();
  return { activities, days, outcomes };
}

test.each(emptyDatabases)(
  'activities of the version before keep their machine, and rowers of other makers are one more, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await foundAfter(connect)).toEqual({
      activities: [{ machine: 'other' }],
      days: [{ machine: 'other' }],
      outcomes: ['otherrower stored', 'otherrower stored', 'treadmill refused', 'treadmill refused'],
    });
    await close();
  },
);
