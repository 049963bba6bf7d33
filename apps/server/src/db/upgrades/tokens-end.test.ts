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
const before = 43;

/** Returns the end of a token of the version before. */
async function endAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const [ann, token] = ['a', 'b'].map((end) => `019a0000-0000-7000-8000-00000000000${end}`);
  const run = (statement: ReturnType<typeof sql>) => drizzle({ client: old }).execute(statement);
  await run(sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann')`);
  await run(sql`insert into access_tokens (id, user_id, name, scopes, digest, created_at)
    values (${token}, ${ann}, 'Screen', array['read'], 'digest', now())`);
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const { name, endsAt } = tables.accessTokens;
  const found = await drizzle({ client }).select({ name, endsAt }).from(tables.accessTokens);
  await client.end();
  return found;
}

test.each(emptyDatabases)('tokens of the version before have no end, on $name', async ({ open }) => {
  const { connect, close } = await open();
  expect(await endAfter(connect)).toEqual([{ name: 'Screen', endsAt: null }]);
  await close();
});
