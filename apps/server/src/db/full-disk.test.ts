import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/processes/child-process.ts';
import { problemOf, TestApp } from '../../test/support/test-app.ts';
import { DiskSpace } from '../infra/disk-space.ts';
import { databaseFailureOf } from './failures.ts';
import { openPglite } from './pglite.ts';

/** A small disk in memory; only root may mount one. */
function mountSmallDisk(): string | null {
  const folder = temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', folder]);
  if (mounted.status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

test('with a full disk writes get 503 and the reason, /readyz reports it, reads work, and free space heals it', async (context) => {
  const folder = mountSmallDisk();
  if (folder === null) {
    console.warn('\n*** No small disk can be mounted here: the test of a full disk is SKIPPED ***\n');
    return context.skip();
  }
  const database = await openPglite(join(folder, 'data'));
  let now = 0;
  const disk = new DiskSpace(DiskSpace.freeBytesOf(folder), () => now);
  const app = await TestApp.on(database, {}, undefined, undefined, disk);
  const ann = await app.signUp('Ann');
  const ben = await app.signUp('Ben');
  // The first row of a table needs space for a page.
  const write = () =>
    app.call('POST', '/api/follows', { as: ann, body: { follower: ann.user._id, followee: ben.user._id } });
  const ready = async () => (await app.call('GET', '/readyz')).body;
  expect(await ready()).toEqual({ status: 'ok' });

  expect(() => {
    for (;;) writeFileSync(join(folder, 'filling'), Buffer.alloc(65_536), { flag: 'a' });
  }).toThrow(/ENOSPC/);
  // PostgreSQL first uses the space that it has already.
  const fill = sql`insert into auth_attempts (key, tries, next_at, expires_at)
    select gen_random_uuid()::text, 1, now(), now() from generate_series(1, 5000)`;
  const fillUp = async () => {
    for (;;) await database.db.execute(fill);
  };
  expect(await fillUp().catch(databaseFailureOf)).toBe('disk full');
  expect(await ready()).toEqual({ status: 'disk full' });
  const answer = await write();
  expect(problemOf(answer)).toMatchObject({ status: 503, code: 'unavailable' });
  expect(answer.body).toMatchObject({ message: expect.stringContaining("The server's disk is full") });
  expect((await app.call('GET', `/api/users/${ann.user._id}`, { as: ann })).status).toBe(200);
  expect(JSON.stringify(app.errors)).toContain("request failed: The server's disk is full");

  rmSync(join(folder, 'filling'));
  expect((await write()).status).toBe(200);
  now += 60_000;
  expect(await ready()).toEqual({ status: 'ok' });
  await app.close();
  await database.close();
}, 60_000);
