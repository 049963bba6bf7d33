import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { nowMs } from '../../../test/support/now.ts';
import { isDuplicate } from '../failures.ts';
import { migrateWith } from '../migrations.ts';
import * as tables from '../tables.ts';

/** The migrations before this one. */
const before = 34;

const ann = '019a0000-0000-7000-8000-00000000000a';
const club = '019a0000-0000-7000-8000-0000000000c1';
const session = '019a0000-0000-7000-8000-0000000005e5';

/** Returns the contents of a database of the previous version after the migration, and what it still refuses. */
async function foundAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await run(sql`insert into clubs (id, name, custom_url) values (${club}, 'Crew', 'crew')`);
  await run(sql`insert into sessions (id, title, host_user_id, start_at, is_accessible_by_link, club_id, workout_items)
    values (${session}, 'Test', ${ann}, now(), false, ${club}, '{2000 m}')`);
  await run(sql`insert into activities
    (id, user_id, title, workout, session_id, workout_item_index, distance, is_completed, completed_at)
    values ('019a0000-0000-7000-8000-0000000000a1', ${ann}, 'Test', '2000 m', ${session}, 0, 2000, true, now())`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const db = drizzle({ client });
  const row = { userId: ann, title: 'Test', workout: '2000 m', sessionId: session, workoutItemIndex: 0 };
  const completed = { isCompleted: true, completedAt: new Date(nowMs()) };
  const insert = (id: string, source: 'monitor' | 'entered') =>
    db
      .insert(tables.activities)
      .values({ id, ...row, ...completed, source })
      .then(
        () => 'stored',
        (error: unknown) => (isDuplicate(error) ? 'refused' : error),
      );
  const outcomes = [
    await insert('019a0000-0000-7000-8000-0000000000a2', 'monitor'),
    await insert('019a0000-0000-7000-8000-0000000000a3', 'entered'),
    await insert('019a0000-0000-7000-8000-0000000000a4', 'entered'),
  ];
  const { source, enteredBy, distance } = tables.activities;
  const activities = await db.select({ source, enteredBy, distance }).from(tables.activities).orderBy(source);
  const [{ ranksEntered } = { ranksEntered: null }] = await db.select().from(tables.clubs);
  await client.end();
  return { outcomes, activities, ranksEntered };
}

const expected = {
  outcomes: ['refused', 'stored', 'refused'],
  activities: [
    { source: 'entered', enteredBy: null, distance: 0 },
    { source: 'monitor', enteredBy: null, distance: 2_000 },
  ],
  ranksEntered: false,
};

test.each(emptyDatabases)(
  'an item of the version before keeps its one result, and takes one entered one, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await foundAfter(connect)).toEqual(expected);
    await close();
  },
);
