import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith, rowsOf } from '../migrations.ts';

/** The migrations before connected services. */
const before = 39;

test.each(emptyDatabases)(
  'athletes of the version before have connected nothing, and their activities wait nowhere; they can connect, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const old = await connect();
    await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
    const [ann, row, connection] = ['a', 'b', 'c'].map((end) => `019a0000-0000-7000-8000-00000000000${end}`);
    const db = drizzle({ client: old });
    await db.execute(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
    await db.execute(sql`insert into activities (id, user_id, title, workout, visibility, is_completed, completed_at)
      values (${row}, ${ann}, 'Just row', 'Just row', 'me', true, now())`);
    await old.end();
    await migrateWith(await connect());
    const client = await connect();
    const migrated = drizzle({ client });
    for (const table of ['sync_connections', 'sync_uploads', 'sync_authorizations']) {
      expect(rowsOf(await migrated.execute(sql.raw(`select * from ${table}`)))).toEqual([]);
    }
    const insert = (service: string) =>
      migrated.execute(sql`insert into sync_connections (id, user_id, service, uploads, imports, time_zone, sealed, connected_at)
        values (${connection}, ${ann}, ${service}, true, false, 'UTC', 'sealed', now())`);
    await expect(insert('strava')).rejects.toThrow();
    await insert('intervals');
    await migrated.execute(sql`insert into sync_uploads (activity_id, service, user_id, created_at)
      values (${row}, 'intervals', ${ann}, now())`);
    const stored = await migrated.execute(sql`select c.state, u.state as upload, u.attempts
      from sync_connections c join sync_uploads u on u.user_id = c.user_id`);
    expect(rowsOf(stored)).toEqual([{ state: 'on', upload: 'waiting', attempts: 0 }]);
    // They are deleted with the account.
    await migrated.execute(sql`delete from users where id = ${ann}`);
    expect(rowsOf(await migrated.execute(sql`select id from sync_connections`))).toEqual([]);
    await client.end();
    await close();
  },
);
