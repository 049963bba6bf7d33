import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { insertTags, listTags, listUsedTags } from '../../features/training/activities/tags/store.ts';
import { migrateWith } from '../migrations.ts';

/** The migrations before this one. */
const before = 45;
const ann = '019a0000-0000-7000-8000-00000000000a';
const activity = '019a0000-0000-7000-8000-0000000000a1';

async function tagsAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await run(sql`insert into activities (id, user_id, title, workout, visibility, is_completed, completed_at)
    values (${activity}, ${ann}, 'Test', '2000 m', 'me', true, now())`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const db = drizzle({ client });
  const first = await listTags(db, activity);
  await insertTags(db, [{ id: activity, userId: ann, tags: ['winter', 'Test'] }]);
  const found = { first, given: await listTags(db, activity), used: await listUsedTags(db, ann) };
  await db.execute(sql`delete from activities`);
  const left = await listUsedTags(db, ann);
  await client.end();
  return { ...found, left };
}

test.each(emptyDatabases)(
  'an activity of the version before has no tags, takes some, and takes them along when it goes, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await tagsAfter(connect)).toEqual({
      first: [],
      given: ['winter', 'Test'],
      used: ['Test', 'winter'],
      left: [],
    });
    await close();
  },
);
