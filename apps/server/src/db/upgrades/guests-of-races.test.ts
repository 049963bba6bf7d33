import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith } from '../migrations.ts';
import { guestLogins, users } from '../tables.ts';

/** The migrations before this one. */
const before = 58;
const ann = '019a0000-0000-7000-8000-00000000000a';

test.each(emptyDatabases)(
  'users of the version before have an account, and no login of a guest exists, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const old = await connect();
    await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
    const insert = sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`;
    await drizzle({ client: old }).execute(insert);
    await old.end();
    await migrateWith(await connect());
    const client = await connect();
    const db = drizzle({ client });
    expect(await db.select({ id: users.id, isGuest: users.isGuest }).from(users)).toEqual([
      { id: ann, isGuest: false },
    ]);
    expect(await db.select().from(guestLogins)).toEqual([]);
    await client.end();
    await close();
  },
);
