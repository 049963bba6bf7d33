import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith, rowsOf } from '../migrations.ts';

/** The migrations before push messages. */
const before = 41;

test.each(emptyDatabases)(
  'users of the version before get no push messages; a login can have one subscription, which goes with the account, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const old = await connect();
    await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
    const ann = '019a0000-0000-7000-8000-00000000000a';
    await drizzle({ client: old }).execute(
      sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`,
    );
    await old.end();
    await migrateWith(await connect());
    const client = await connect();
    const db = drizzle({ client });
    const stored = async () =>
      rowsOf(await db.execute(sql`select login_id, ends_at from push_subscriptions`));
    expect(await stored()).toEqual([]);
    const insert = (endpoint: string) =>
      db.execute(sql`insert into push_subscriptions (login_id, user_id, endpoint, p256dh, auth, server_key, created_at)
        values ('s1', ${ann}, ${endpoint}, 'p', 'a', 'k', now())`);
    await insert('https://push.example/1');
    await expect(insert('https://push.example/2')).rejects.toThrow();
    expect(await stored()).toEqual([{ login_id: 's1', ends_at: null }]);
    await db.execute(sql`delete from users where id = ${ann}`);
    expect(await stored()).toEqual([]);
    await client.end();
    await close();
  },
);
