import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith, rowsOf } from '../migrations.ts';

/** The migrations before logins had a kind. */
const before = 48;

test.each(emptyDatabases)(
  'logins of the version before that are in the list of a shared device count as begun by PIN, and no other, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const old = await connect();
    await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
    const db = drizzle({ client: old });
    await db.execute(
      sql`insert into auth_users (id, name, email) values ('ann', 'Ann', 'ann@athletes.example')`,
    );
    for (const id of ['at-home', 'on-the-tablet', 'without-pin']) {
      await db.execute(sql`insert into auth_sessions (id, token, user_id, expires_at)
        values (${id}, ${`token of ${id}`}, 'ann', now() + interval '7 days')`);
    }
    const list = (id: number, device: string, login: string, pin: string | null) =>
      db.execute(sql`insert into auth_device_members (id, device, user_id, login_id, pin, created_at, last_used_at)
        values (${`019a0000-0000-7000-8000-00000000000${id}`}, ${device}, 'ann', ${login}, ${pin}, now(), now())`);
    await list(1, 'tablet', 'on-the-tablet', 'a hash');
    // Five wrong PINs have ended the PIN that this login may have started with.
    await list(2, 'laptop', 'without-pin', null);
    await list(3, 'phone', 'ended-long-ago', 'a hash');
    await old.end();
    await migrateWith(await connect());
    const client = await connect();
    const kinds = rowsOf(
      await drizzle({ client }).execute(
        sql`select id, is_by_pin, proved_at, code_proved_at from auth_sessions order by id`,
      ),
    );
    const login = (id: string, isByPin: boolean) => ({
      id,
      is_by_pin: isByPin,
      proved_at: null,
      code_proved_at: null,
    });
    expect(kinds).toEqual([
      login('at-home', false),
      login('on-the-tablet', true),
      login('without-pin', true),
    ]);
    await client.end();
    await close();
  },
);
