import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith } from '../migrations.ts';
import * as tables from '../tables.ts';

/** The migrations before this one. */
const before = 31;

/** Returns the rights of a user of the version before, after the migration. */
async function rightsAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  await drizzle({ client: old }).execute(
    sql`insert into users (id, uid, display_name) values ('019a0000-0000-7000-8000-00000000000a', 'ann', 'Ann')`,
  );
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const found = await drizzle({ client })
    .select({
      name: tables.users.displayName,
      isAdministrator: tables.users.isAdministrator,
      lockedAt: tables.users.lockedAt,
    })
    .from(tables.users);
  await client.end();
  return found;
}

const expected = [{ name: 'Ann', isAdministrator: false, lockedAt: null }];

test.each(emptyDatabases)(
  'a user of the version before administers nothing, and may log in, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await rightsAfter(connect)).toEqual(expected);
    await close();
  },
);
