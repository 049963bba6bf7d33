import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith } from '../migrations.ts';
import { raceEntries } from '../tables.ts';

/** The migrations before this one. */
const before = 57;
const club = '019a0000-0000-7000-8000-00000000000b';
const event = '019a0000-0000-7000-8000-00000000000c';
const category = '019a0000-0000-7000-8000-00000000000d';

async function entriesAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into clubs (id, name, custom_url) values (${club}, 'Crew', 'crew')`);
  await run(sql`insert into race_events (id, club_id, title, day, time_zone, lanes, closed_lanes, minutes_between, junior_names,
    protest_minutes) values (${event}, ${club}, 'Sprints', '2026-05-01', 'UTC', 6, '{}', 20, 'initials', 20)`);
  await run(sql`insert into race_categories (id, event_id, name, position, rules)
    values (${category}, ${event}, 'Open', 0, '{}')`);
  for (const [id, name] of [
    ['019a0000-0000-7000-8000-00000000000e', 'Gil'],
    ['019a0000-0000-7000-8000-00000000000f', 'Gus'],
  ]) {
    await run(sql`insert into race_entries (id, event_id, category_id, name, bib, club, team)
      values (${id}, ${event}, ${category}, ${name}, '', '', '')`);
  }
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const { name, codeNumber, codeDigest, claimedAt } = raceEntries;
  const rows = await drizzle({ client })
    .select({ name, codeNumber, codeDigest, claimedAt })
    .from(raceEntries)
    .orderBy(name);
  await client.end();
  return rows;
}

test.each(emptyDatabases)(
  'entries of the version before have no code, and nobody has claimed them, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const without = { codeNumber: 0, codeDigest: null, claimedAt: null };
    expect(await entriesAfter(connect)).toEqual([
      { name: 'Gil', ...without },
      { name: 'Gus', ...without },
    ]);
    await close();
  },
);
