import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { buildRaceDay } from '../../features/racing/races/factory.ts';
import { listSessionsOfClub } from '../../features/sessions/sessions/index.ts';
import { migrateWith } from '../migrations.ts';

/** The migrations before this one. */
const before = 54;
const ann = '019a0000-0000-7000-8000-00000000000a';
const club = '019a0000-0000-7000-8000-00000000000b';
const session = '019a0000-0000-7000-8000-00000000000c';

async function clubAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await run(sql`insert into clubs (id, name, custom_url) values (${club}, 'Crew', 'crew')`);
  await run(
    sql`insert into club_memberships (id, club_id, user_id, role) values (${session}, ${club}, ${ann}, 2)`,
  );
  await run(sql`insert into sessions (id, title, host_user_id, start_at, is_accessible_by_link, club_id, workout_items)
    values (${session}, 'Pieces', ${ann}, '2026-01-01T10:00:00Z', false, ${club}, ${sql`array['2k']`})`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const db = drizzle({ client });
  const entries = [{ name: 'Ann', userId: ann }];
  const day = { clubId: club, hostUserId: ann, day: '2026-01-02', entries, state: 'called' } as const;
  const { races } = await buildRaceDay(db, day);
  const page = { page: 1, pagesize: 10, until: new Date('2999-01-01T00:00:00Z') };
  const listed = await listSessionsOfClub(db, club, ann, page);
  await client.end();
  return { races, listed };
}

test.each(emptyDatabases)(
  'a session of the version before stays in the lists, which leave out the run of a race, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const { races, listed } = await clubAfter(connect);
    expect(races.map(({ session: run }) => run)).not.toContain(null);
    expect(listed.map(({ _id }) => _id)).toEqual([session]);
    await close();
  },
);
