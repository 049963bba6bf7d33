import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith } from '../migrations.ts';
import { raceEvents, raceLanes } from '../tables.ts';

/** The migrations before this one. */
const before = 56;
const club = '019a0000-0000-7000-8000-00000000000b';
const event = '019a0000-0000-7000-8000-00000000000c';
const category = '019a0000-0000-7000-8000-00000000000d';
const race = '019a0000-0000-7000-8000-00000000000e';

async function dayAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into clubs (id, name, custom_url) values (${club}, 'Crew', 'crew')`);
  await run(sql`insert into race_events (id, club_id, title, day, time_zone, lanes, closed_lanes, minutes_between, junior_names,
    protest_minutes) values (${event}, ${club}, 'Sprints', '2026-05-01', 'UTC', 6, '{}', 20, 'initials', 20)`);
  await run(sql`insert into race_categories (id, event_id, name, position, rules)
    values (${category}, ${event}, 'Open', 0, '{}')`);
  await run(sql`insert into races (id, event_id, category_id, round, number, starts_at, state)
    values (${race}, ${event}, ${category}, 'flight', 1, now(), 'official')`);
  await run(sql`insert into race_lanes (race_id, lane) values (${race}, 1)`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const [day] = await drizzle({ client }).select({ medals: raceEvents.medals }).from(raceEvents);
  const [lane] = await drizzle({ client }).select({ records: raceLanes.records }).from(raceLanes);
  await client.end();
  return { ...day, ...lane };
}

test.each(emptyDatabases)(
  'a race day of the version before has three medals and no records, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await dayAfter(connect)).toEqual({
      medals: { places: 3, minStarters: 1, isOneFewer: false },
      records: [],
    });
    await close();
  },
);
