import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import type { Database } from '../database.ts';
import { migrateWith } from '../migrations.ts';
import * as tables from '../tables.ts';

/** The migrations before this one. */
const before = 25;

const id = (last: string) => `019a0000-0000-7000-8000-${last.padStart(12, '0')}`;
const [ann, crew, justRow] = [id('a'), id('5e5'), id('5e6')];

/** Rows as the previous version stored them. */
async function fillOld(db: Database): Promise<void> {
  await db.execute(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await db.execute(sql`insert into sessions (id, title, host_user_id, start_at, is_accessible_by_link, workout_items) values
    (${crew}, 'Tuesday', ${ann}, now(), true, array['2000m', '4 x 500m / 1:00 rest']),
    (${justRow}, 'Just row', ${ann}, now(), false, array['Just row'])`);
  await db.execute(sql`insert into activities
    (id, user_id, session_id, workout_item_index, is_completed, completed_at, distance, elapsed_time, total_calories, is_simulated, workout_type)
    values
    (${id('1')}, ${ann}, ${crew}, 1, true, now(), 2000, 440, 110, false, 7),
    (${id('2')}, ${ann}, ${crew}, 0, true, now(), 2000, 440, 0, true, null),
    (${id('3')}, ${ann}, ${justRow}, 0, false, null, 120, 30, 0, false, 1)`);
  await db.execute(sql`insert into activity_days (user_id, day, count, meters, time_sec, calories)
    values (${ann}, '2026-05-01', 1, 2000, 440, 110)`);
  await db.execute(sql`insert into ranked_results (activity_id, piece, user_id, pace)
    values (${id('1')}, '2k', ${ann}, 110)`);
}

/** Returns the contents of a database of the previous version after the migration. */
async function migrated(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  await fillOld(drizzle({ client: old }));
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const db = drizzle({ client });
  const found = {
    activities: await db.select().from(tables.activities).orderBy(tables.activities.id),
    days: await db.select().from(tables.activityDays),
    ranked: await db.select().from(tables.rankedResults),
    sessions: await db.$count(tables.sessions),
  };
  await client.end();
  return found;
}

const common = { plan: null, visibility: null, machine: 'rower' };
const expected = {
  activities: [
    {
      ...common,
      title: 'Tuesday',
      workout: '4 x 500m / 1:00 rest',
      sessionId: crew,
      workoutItemIndex: 1,
      source: 'monitor',
      totalCalories: 110,
      pastKind: 'intervals',
      pastText: 'tuesday\n4x500m/1:00rest',
    },
    {
      ...common,
      title: 'Tuesday',
      workout: '2000m',
      source: 'simulated',
      totalCalories: 0,
      // Neither the monitor nor a plan provides it.
      pastKind: null,
      pastText: 'tuesday\n2000m',
    },
    {
      ...common,
      title: 'Just row',
      workout: 'Just row',
      sessionId: justRow,
      workoutItemIndex: 0,
      source: 'monitor',
      // This row is not reported yet.
      totalCalories: null,
      pastKind: null,
      pastText: null,
    },
  ],
  days: [{ machine: 'rower', meters: 2_000 }],
  ranked: [{ machine: 'rower', piece: '2k' }],
  sessions: 2,
};

test.each(emptyDatabases)(
  'activities of the version before get their texts, source, machine and kind, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await migrated(connect)).toMatchObject(expected);
    await close();
  },
);
