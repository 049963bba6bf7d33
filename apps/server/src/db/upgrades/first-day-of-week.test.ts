import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { findFirstDay, findUserById } from '../../features/people/users/index.ts';
import { goalOf } from '../../features/training/goals/service.ts';
import { migrateWith } from '../migrations.ts';

/** The migrations before this one. */
const before = 53;
const ann = '019a0000-0000-7000-8000-00000000000a';

async function weekAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await run(sql`insert into goals (user_id, period, meters) values (${ann}, 'week', 20000)`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const db = drizzle({ client });
  const now = Temporal.Instant.from('2026-11-25T12:00:00Z');
  const found = {
    user: await findUserById(db, ann),
    firstDay: await findFirstDay(db, ann),
    goal: await goalOf(db, ann, { now, timeZone: 'UTC' }),
  };
  await client.end();
  return found;
}

test.each(emptyDatabases)(
  'a user of the version before has chosen no first day, and the goal keeps its week, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const { user, firstDay, goal } = await weekAfter(connect);
    expect(user).not.toHaveProperty('firstDay');
    expect(firstDay).toBe('Sunday');
    expect(goal).toMatchObject({ meters: 20_000, from: '2026-11-22', to: '2026-11-28' });
    await close();
  },
);
