import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { migrateWith, rowsOf } from '../migrations.ts';

/** The migrations before access tokens and webhooks. */
const before = 34;

/** Returns the users of the previous version with their tokens, after one of them has made one. */
async function stateAfter(connect: () => Promise<pg.Client>) {
  const old = await connect();
  await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
  const [ann, ben, token] = ['a', 'b', 'c'].map((end) => `019a0000-0000-7000-8000-00000000000${end}`);
  await drizzle({ client: old }).execute(
    sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann'), (${ben}, 'ben', 'Ben')`,
  );
  await old.end();
  await migrateWith(await connect());
  const client = await connect();
  const db = drizzle({ client });
  await db.execute(sql`insert into access_tokens (id, user_id, name, scopes, digest, created_at)
    values (${token}, ${ann}, 'Screen', array['read'], 'digest', now())`);
  const found = await db.execute(sql`
    select u.display_name as name, t.scopes, t.last_used_on as used
    from users u left join access_tokens t on t.user_id = u.id order by u.display_name`);
  const [club, session] = ['d', 'e'].map((end) => `019a0000-0000-7000-8000-00000000000${end}`);
  await db.execute(sql`insert into clubs (id, name, custom_url) values (${club}, 'Crew', 'crew')`);
  await db.execute(sql`insert into webhooks (club_id, url, nonce, set_by, set_at)
    values (${club}, 'https://scores.example/', 'n', ${ann}, now())`);
  const orphan = sql`insert into webhook_deliveries (id, club_id, event, created_at)
    values (${session}, ${club}, 'session.finished', now())`;
  await expect(db.execute(orphan)).rejects.toThrow();
  const wrong = sql`update access_tokens set scopes = array['admin']`;
  await expect(db.execute(wrong)).rejects.toThrow();
  await client.end();
  return rowsOf(found);
}

const expected = [
  { name: 'Ann', scopes: ['read'], used: null },
  { name: 'Ben', scopes: null, used: null },
];

test.each(emptyDatabases)(
  'users of the version before have no access tokens, and can make one, and clubs a webhook, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    expect(await stateAfter(connect)).toEqual(expected);
    await close();
  },
);
