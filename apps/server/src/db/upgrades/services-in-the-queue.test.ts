import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/databases.ts';
import { migrationsBefore } from '../../../test/upgrades/older-migrations.ts';
import { listUnqueuedImports, listUnqueuedUploads } from '../../features/transfers/sync/store.ts';
import { migrateWith, rowsOf } from '../migrations.ts';

/** The migrations before connected services went through the queue. */
const before = 50;
const [ann, ben, row, sent, later] = ['a', 'b', 'c', 'd', 'e'].map(
  (end) => `019a0000-0000-7000-8000-00000000000${end}`,
);
const now = new Date('2026-11-24T12:00:00Z');

test.each(emptyDatabases)(
  'what waited for services in the version before is queued, once, and not before they asked for it, on $name',
  async ({ open }) => {
    const { connect, close } = await open();
    const old = await connect();
    await migrate(drizzle({ client: old }), { migrationsFolder: migrationsBefore(before) });
    const db = drizzle({ client: old });
    await db.execute(
      sql`insert into users (id, uid, display_name) values (${ann}, 'ann', 'Ann'), (${ben}, 'ben', 'Ben')`,
    );
    for (const id of [row, sent, later]) {
      await db.execute(sql`insert into activities (id, user_id, title, workout, visibility, is_completed, completed_at)
        values (${id}, ${ann}, 'Just row', 'Just row', 'me', true, now())`);
    }
    // Ann's connection is claimed by a process that has ended; Ben's service has asked to wait.
    await db.execute(sql`insert into sync_connections
      (id, user_id, service, uploads, imports, time_zone, sealed, connected_at, import_at, paused_until, claim, claimed_until, import_attempts)
      values (gen_random_uuid(), ${ann}, 'logbook', true, true, 'UTC', 's', now(), '2026-11-24T11:30Z', null, gen_random_uuid(), '2026-11-24T12:03Z', 0),
        (gen_random_uuid(), ${ann}, 'intervals', true, false, 'UTC', 's', now(), null, '2026-11-24T13:00Z', null, null, 0),
        (gen_random_uuid(), ${ben}, 'logbook', true, true, 'UTC', 's', now(), '2026-11-24T11:30Z', '2026-11-24T13:00Z', null, null, 3)`);
    await db.execute(sql`insert into sync_uploads (activity_id, service, user_id, state, attempts, created_at, next_at, remote_id) values
      (${row}, 'logbook', ${ann}, 'waiting', 1, now(), '2026-11-24T11:00Z', null),
      (${row}, 'intervals', ${ann}, 'waiting', 0, now(), '2026-11-24T11:00Z', null),
      (${sent}, 'logbook', ${ann}, 'sent', 1, now(), null, '7'),
      (${later}, 'logbook', ${ann}, 'there', 0, now(), '2026-11-24T11:10Z', '8')`);
    await old.end();
    await migrateWith(await connect());
    const client = await connect();
    const migrated = drizzle({ client });
    const dueAt = (at: Date) => ({ now: at, services: ['intervals', 'logbook'] as const, limit: 10 });
    expect(await listUnqueuedUploads(migrated, dueAt(now))).toEqual([
      { activityId: row, userId: ann, service: 'logbook' },
      { activityId: later, userId: ann, service: 'logbook' },
    ]);
    expect(await listUnqueuedImports(migrated, dueAt(now))).toEqual([{ userId: ann, service: 'logbook' }]);
    const afterPause = dueAt(new Date('2026-11-24T13:00:00Z'));
    expect(await listUnqueuedUploads(migrated, afterPause)).toHaveLength(3);
    expect(await listUnqueuedImports(migrated, afterPause)).toHaveLength(2);
    // It was tried before, so it may already be at the service.
    const tried = await migrated.execute(
      sql`select attempts from sync_uploads where activity_id = ${row} order by service`,
    );
    expect(rowsOf(tried)).toEqual([{ attempts: 0 }, { attempts: 1 }]);
    // Messages in the queue are not queued again.
    await migrated.execute(sql`insert into outgoing_messages
      (id, kind, destination, priority, user_id, subject, created_at, due_at, expires_at)
      values (gen_random_uuid(), 'logbook', 'https://l.example', 0, ${ann}, ${row}, now(), now(), now())`);
    expect(await listUnqueuedUploads(migrated, dueAt(now))).toMatchObject([{ activityId: later }]);
    await client.end();
    await close();
  },
  300_000,
);
