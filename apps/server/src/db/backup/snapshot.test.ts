import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { onPostgresql, openTestPostgresql } from '../../../test/support/databases.ts';
import { buildUser } from '../../features/people/users/factory.ts';
import { readdirSync } from 'node:fs';
import type { OpenDatabase } from '../database.ts';
import { openPglite } from '../pglite.ts';
import { clubs, users } from '../tables.ts';

const RowSchema = z.tuple([z.object({ clubs: z.int(), named: z.string(), renamed: z.int() })]);

/** Each transaction adds a club and counts it in a user's name: a snapshot between its statements would contradict itself. */
async function snapshotsWhileWriting(database: OpenDatabase): Promise<number> {
  const { db } = database;
  const counter = await buildUser(db, { displayName: '0' });
  const other = await buildUser(db);
  const progress = { written: 0, isOver: false };
  const writing = (async () => {
    while (!progress.isOver) {
      await db.transaction(async (tx) => {
        const customUrl = `club-${progress.written}`;
        await tx.insert(clubs).values({ id: crypto.randomUUID(), name: customUrl, customUrl });
        const displayName = String(progress.written + 1);
        await tx.update(users).set({ displayName }).where(eq(users.id, counter._id));
      });
      progress.written += 1;
    }
  })();
  for (let round = 0; round < 2; round += 1) {
    const before = progress.written;
    const { client, close } = await database.snapshot();
    await db.update(users).set({ displayName: 'later' }).where(eq(users.id, other._id));
    // Read in small parts while the writing continues.
    await expect.poll(() => progress.written, { timeout: 15_000 }).toBeGreaterThan(before + 2);
    const { rows } = await client.query(
      `select (select count(*)::int from clubs) as clubs, (select display_name from users where id = $1) as named,
       (select count(*)::int from users where id = $2 and display_name = 'later') as renamed`,
      [counter._id, other._id],
    );
    const [found] = RowSchema.parse(rows);
    expect(found).toEqual({ clubs: Number(found.named), named: found.named, renamed: round });
    expect(found.clubs).toBeGreaterThanOrEqual(before);
    await close();
  }
  progress.isOver = true;
  await writing;
  const [count] = await db.select({ all: sql<number>`count(*)::int` }).from(clubs);
  expect(count?.all).toBe(progress.written);
  return progress.written;
}

test('a snapshot of the embedded database shows one moment, while others write, and leaves no copy', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const database = await openPglite(dataDir);
  expect(await snapshotsWhileWriting(database)).toBeGreaterThan(5);
  await database.close();
  expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-copy-'))).toEqual([]);
}, 60_000);

onPostgresql('a snapshot of PostgreSQL', () => {
  test('shows one moment, while others write', async () => {
    const database = await openTestPostgresql();
    expect(await snapshotsWhileWriting(database)).toBeGreaterThan(5);
    await database.close();
  }, 60_000);
});
