import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test, vi, type TestContext } from 'vitest';
import { fillEveryTable } from '../../../test/backups/filled-tables.ts';
import { openNightly } from '../../../test/backups/open-nightly.ts';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { createTestPostgresql, isPostgresqlAvailable, usePglite } from '../../../test/support/databases.ts';
import { nowMs } from '../../../test/support/now.ts';
import { migrateWith, schemaOf } from '../../db/migrations.ts';
import { strokeChunks } from '../../db/tables.ts';
import { buildActivity } from '../../features/training/activities/factory.ts';
import { buildUser } from '../../features/people/users/factory.ts';
import { ArchiveFileError, DiskFullError } from './archive-format.ts';
import { backupState } from './backup-folder.ts';
import { backupBeforeMigration } from './before-migration.ts';
import { FirstRestore } from './first-restore.ts';
import { verifyArchive } from './verify.ts';
import { writeArchive } from './write-archive.ts';

/** A small disk in memory; only root may mount one. */
function mountSmallDisk(context: TestContext, size = '256k'): string {
  const folder = temporaryFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status !== 0) {
    console.warn('\n*** No small disk can be mounted here: the test of a full disk is SKIPPED ***\n');
    return context.skip();
  }
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

const database = usePglite();
beforeAll(() => fillEveryTable(database().db));

test('a backup onto a full disk fails with the reason, leaves no file, and releases the database', async (context) => {
  const folder = mountSmallDisk(context);
  const source = async (image: Buffer) => ({
    snapshot: await database().snapshot(),
    database: 'pglite' as const,
    images: { get: async () => image },
    authSecret: 'secret',
    now: () => new Date(nowMs()),
  });
  const file = join(folder, 'backup.tar.gz');
  // More than the streams in between can hold.
  const failed = writeArchive(file, await source(randomBytes(30_000_000)));
  await expect(failed).rejects.toThrow(ArchiveFileError);
  await expect(failed).rejects.toThrow(/backup.tar.gz can't be used: ENOSPC/);
  expect(readdirSync(folder)).toEqual([]);
  await database().ping();
  await writeArchive(file, await source(Buffer.from('image')));
  expect(readdirSync(folder)).toEqual(['backup.tar.gz']);
});

test('a nightly backup without space to write reports it and keeps the existing ones', async (context) => {
  const folder = mountSmallDisk(context);
  const clock = { now: new Date('2026-11-23T03:05:00Z') };
  const open = (image: Buffer | null) => openNightly({ database: database(), folder, clock, image });
  await open(null).nightly.run();
  const [first] = (await backupState(folder)).backups;
  expect(first?.record?.verifiedAt).toBe('2026-11-23T03:05:00.000Z');
  clock.now = new Date('2026-11-24T03:05:00Z');
  const { nightly, lines } = open(randomBytes(30_000_000));
  await nightly.run();
  expect(lines.at(-1)).toMatch(/tried again in an hour: .*nightly.* can't be used: ENOSPC/);
  expect((await backupState(folder)).backups).toEqual([first]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
}, 60_000);

test.skipIf(!isPostgresqlAvailable)(
  'a backup before an update that finds no space reports it, and keeps those that are there',
  async (context) => {
    const folder = mountSmallDisk(context);
    const { url, drop } = await createTestPostgresql();
    const connect = async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    };
    await migrateWith(await connect());
    const clock = { now: new Date('2026-11-23T10:00:00Z') };
    const config = { databaseUrl: url, dataDir: temporaryFolder(), backupDir: folder };
    const backup = backupBeforeMigration(config, {
      images: { get: async () => null },
      authSecretOf: () => 'secret',
      now: () => clock.now,
      log: { info: () => {}, warn: () => {} },
    });
    const client = await connect();
    onTestFinished(async () => {
      await client.end();
      await drop();
    });
    const from = await schemaOf(client);
    if (from === null) throw new Error('It has no schema');
    await backup(client, from);
    const before = readdirSync(folder);
    expect(before).toHaveLength(1);
    await client.query(`insert into users (id, uid, display_name)
    select gen_random_uuid(), gen_random_uuid(), md5(random()::text) from generate_series(1, 12000)`);
    clock.now = new Date('2026-11-24T10:00:00Z');
    await expect(backup(client, from)).rejects.toThrow(
      /the backup before it failed: .*ENOSPC.*\nNothing was changed.*make space there/s,
    );
    expect(readdirSync(folder)).toEqual(before);
  },
  60_000,
);

test('a nightly backup without space to verify is neither called damaged nor deleted', async (context) => {
  const [folder, smallDisk] = [temporaryFolder(), mountSmallDisk(context)];
  const clock = { now: new Date('2026-11-23T03:05:00Z') };
  const open = (dataDir: string) =>
    openNightly({ database: database(), folder, dataDir, clock, image: null });
  const states = async () =>
    (await backupState(folder)).backups.map(({ record }) => [record?.verifiedAt, record?.problem]);
  const first = open(smallDisk);
  await first.nightly.run();
  const full = `The disk of ${smallDisk} is full`;
  expect(first.lines).toEqual([expect.stringContaining(`tried again in an hour: ${full}`)]);
  expect((await backupState(folder)).lastAttempt?.problem).toContain(full);
  expect(await states()).toEqual([[null, null]]);
  clock.now = new Date('2026-11-24T03:05:00Z');
  await open(temporaryFolder()).nightly.run();
  expect(await states()).toEqual([
    ['2026-11-24T03:05:00.000Z', null],
    [null, null],
  ]);
  // The first of its night is not needed once another one is verified.
  clock.now = new Date('2026-11-25T03:05:00Z');
  await open(smallDisk).nightly.run();
  clock.now = new Date('2026-11-25T04:06:00Z');
  await open(temporaryFolder()).nightly.run();
  expect(await states()).toEqual([
    ['2026-11-25T04:06:00.000Z', null],
    ['2026-11-24T03:05:00.000Z', null],
    [null, null],
  ]);
}, 300_000);

test('an uploaded backup without space to verify is not called damaged', async (context) => {
  const dataDir = mountSmallDisk(context, '4m');
  const file = join(temporaryFolder(), 'backup.tar.gz');
  await writeBackup(file);
  const log = { info: () => {}, error: () => {} };
  const restore = new FirstRestore({ dataDir, freeBytes: async () => 1e9, begin: () => {}, last: null, log });
  await restore.receive(createReadStream(file), statSync(file).size);
  const problem = "The server's disk is full. Make space there, then try again.";
  await vi.waitFor(() => expect(restore.state()).toEqual({ step: 'failed', problem }), 20_000);
}, 30_000);

describe('12 MB of rows', () => {
  beforeAll(addLargeRows, 30_000);

  test.for(['256k', '46m', '56m'])(
    '12 MB of rows that are loaded onto a disk of %s, which they fill, are not called damaged: the error names the folder',
    { timeout: 60_000 },
    async (size, context) => {
      const file = join(temporaryFolder(), 'backup.tar.gz');
      await writeBackup(file);
      const folder = mountSmallDisk(context, size);
      const verified = verifyArchive(file, folder, 'verify-');
      await expect(verified).rejects.toThrow(DiskFullError);
      await expect(verified).rejects.toThrow(`The disk of ${folder} is full`);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

/** Rows that can't be compressed. */
async function addLargeRows(): Promise<void> {
  const { db } = database();
  const userId = (await buildUser(db))._id;
  const activityId = await buildActivity(db, { userId });
  for (let first = 0; first < 1_500; first += 100) {
    const rows = Array.from({ length: 100 }, (_, at) => ({
      activityId,
      first: first + at,
      count: 1,
      packed: new Uint8Array(randomBytes(8_000)),
    }));
    await db.insert(strokeChunks).values(rows);
  }
}

async function writeBackup(file: string): Promise<void> {
  const snapshot = await database().snapshot();
  const images = { get: async () => null };
  const now = () => new Date(nowMs());
  await writeArchive(file, { snapshot, database: 'pglite', images, authSecret: 'secret', now });
}
