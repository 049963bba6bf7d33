import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillEveryTable } from '../../../test/backups/filled-tables.ts';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { usePglite } from '../../../test/support/databases.ts';
import { nowMs } from '../../../test/support/now.ts';
import { ArchiveFileError } from './archive-format.ts';
import { writeArchive } from './write-archive.ts';

/** A small disk in memory; only root may mount one. */
function mountSmallDisk(): string | null {
  const folder = temporaryFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

const database = usePglite();

test('a backup onto a full disk fails with the reason, leaves no file, and gives the database back', async (context) => {
  const folder = mountSmallDisk();
  if (folder === null) {
    console.warn('\n*** No small disk can be mounted here: the test of a full disk is SKIPPED ***\n');
    return context.skip();
  }
  await fillEveryTable(database().db);
  const source = async (image: Buffer) => ({
    snapshot: await database().snapshot(),
    database: 'pglite' as const,
    images: { get: async () => image },
    authSecret: 'secret',
    now: () => new Date(nowMs()),
  });
  const file = join(folder, 'backup.tar.gz');
  // More than the streams in between hold.
  const failed = writeArchive(file, await source(randomBytes(30_000_000)));
  await expect(failed).rejects.toThrow(ArchiveFileError);
  await expect(failed).rejects.toThrow(/backup.tar.gz can't be used: ENOSPC/);
  expect(readdirSync(folder)).toEqual([]);
  await database().ping();
  await writeArchive(file, await source(Buffer.from('image')));
  expect(readdirSync(folder)).toEqual(['backup.tar.gz']);
});
