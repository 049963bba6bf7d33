import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith, rowsOf } from '../migrations.ts';

/** The migrations before shared devices. */
const before = 44;

test.each(emptyDatabases)(
  'accounts of the version before are on no shared device; one is once in its list, and leaves with the account, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const old = await connect();
    await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
    await drizzle({ client: old }).execute(
      sql`insert into auth_users (id, name, email) values ('ann', 'Ann', 'ann@athletes.example')`,
    );
    await old.end();
    await migrateWith(await connect());
    const client = await connect();
    const db = drizzle({ client });
    const stored = async () =>
      rowsOf(await db.execute(sql`select device, pin, wrong_pins from auth_device_members order by device`));
    expect(await stored()).toEqual([]);
    const insert = (id: number, device: string) =>
      db.execute(sql`insert into auth_device_members (id, device, user_id, login_id, created_at, last_used_at)
        values (${`019a0000-0000-7000-8000-00000000000${id}`}, ${device}, 'ann', 's1', now(), now())`);
    await insert(1, 'tablet');
    await expect(insert(2, 'tablet')).rejects.toThrow();
    await insert(3, 'laptop');
    expect(await stored()).toEqual([
      { device: 'laptop', pin: null, wrong_pins: 0 },
      { device: 'tablet', pin: null, wrong_pins: 0 },
    ]);
    await db.execute(sql`delete from auth_users where id = 'ann'`);
    expect(await stored()).toEqual([]);
    await client.end();
    await close();
  },
);
