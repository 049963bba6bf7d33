import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith, rowsOf } from '../migrations.ts';

/** The migrations before this one. */
const before = 33;

/** Returns a club and a notification of the previous version after the migration, and the number of reports. */
async function stateAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const [ann, crew, told] = ['a', 'b', 'c'].map((end) => `019a0000-0000-7000-8000-00000000000${end}`);
  const db = drizzle({ client: old });
  await db.execute(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await db.execute(sql`insert into clubs (id, name, custom_url) values (${crew}, 'Crew', 'crew')`);
  await db.execute(sql`insert into notifications (id, user_id, kind, occurrence, line, club_id, created_at, is_to_mail)
    values (${told}, ${ann}, 'accepted', 'accepted:crew', 'accepted:crew', ${crew}, now(), false)`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const found = await drizzle({ client }).execute(sql`
    select c.name, c.unlisted_at as unlisted, n.kind, n.report_case_id as about,
      (select count(*)::int from report_cases) as cases, (select count(*)::int from reports) as reports
    from clubs c join notifications n on n.club_id = c.id`);
  await client.end();
  return rowsOf(found);
}

const expected = [{ name: 'Crew', unlisted: null, kind: 'accepted', about: null, cases: 0, reports: 0 }];

test.each(emptyDatabases)(
  'clubs of the version before are listed, and their notifications stay, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await stateAfter(connect)).toEqual(expected);
    await close();
  },
);
