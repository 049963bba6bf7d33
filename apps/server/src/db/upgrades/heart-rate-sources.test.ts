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
const before = 40;

/**
 * Returns whose heart rates an activity of the previous version has after the migration, and which values are refused
 * there.
 */
async function foundAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const ann = '019a0000-0000-7000-8000-00000000000a';
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await run(sql`insert into activities (id, user_id, title, workout, visibility, heart_rate, is_completed, completed_at)
    values ('019a0000-0000-7000-8000-0000000000a1', ${ann}, 'Test', '2000 m', 'me', 150, true, now())`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const db = drizzle({ client });
  const { heartRate, heartRateSource } = tables.activities;
  const activities = await db.select({ heartRate, heartRateSource }).from(tables.activities);
  const outcomes: string[] = [];
  for (const source of ['belt', 'watch']) {
    await db.execute(sql`update activities set heart_rate_source = ${source}`).then(
      () => outcomes.push(`${source} stored`),
      () => outcomes.push(`${source} refused`),
    );
  }
  await client.end();
  return { activities, outcomes };
}

test.each(emptyDatabases)(
  'a heart rate of the version before has no known source, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await foundAfter(connect)).toEqual({
      activities: [{ heartRate: 150, heartRateSource: null }],
      outcomes: ['belt stored', 'watch refused'],
    });
    await close();
  },
);
