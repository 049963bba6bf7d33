import { asc, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith } from '../migrations.ts';
import { singleResults } from '../tables.ts';

/** The migrations before this one. */
const before = 55;
const ann = '019a0000-0000-7000-8000-00000000000a';

async function resultsAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  const plan = (piece: object) => JSON.stringify({ pieces: [{ restSec: 0, ...piece }] });
  await run(sql`insert into activities (id, user_id, title, workout, plan, visibility, is_completed, completed_at, source,
      machine, workout_type, distance, elapsed_time, stroke_rate, is_partial)
    select ('019a0000-0000-7000-8000-0000000000b' || n)::uuid, ${ann}, 'Test', '', plan::jsonb, 'profile', true, now(), source,
      machine, type, distance, time, 28, partial
    from (values
      (1, null, 'monitor', 'rower', 3, 2000, 430.26, false),
      (2, ${plan({ kind: 'time', durationSec: 1_800 })}, 'entered', 'bike', null, 8012, 1800, false),
      (3, null, 'monitor', 'rower', 7, 2000, 430, false),
      (4, null, 'simulated', 'rower', 3, 2000, 430, false),
      (5, ${plan({ kind: 'distance', distanceM: 5_000 })}, 'monitor', 'rower', 3, 2000, 430, true)
    ) as given (n, plan, source, machine, type, distance, time, partial)`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const { kind, amount, score, machine, isEntered, isOpen, activityId } = singleResults;
  const found = await drizzle({ client })
    .select({ kind, amount, score, machine, isEntered, isOpen })
    .from(singleResults)
    .orderBy(asc(activityId));
  await client.end();
  return found;
}

test.each(emptyDatabases)(
  'the results of the version before are in tests and records if they are whole and of one piece, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const same = { isOpen: true };
    expect(await resultsAfter(connect)).toEqual([
      { kind: 'distance', amount: 2_000, score: 4_303, machine: 'rower', isEntered: false, ...same },
      { kind: 'time', amount: 1_800, score: 8_012, machine: 'bike', isEntered: true, ...same },
    ]);
    await close();
  },
);
