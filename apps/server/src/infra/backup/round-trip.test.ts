import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fillEveryTable, imageName } from '../../../test/backups/filled-tables.ts';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { onEachDatabase } from '../../../test/support/databases.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { tablesLeftOut } from '../../db/backup/stored-tables.ts';
import { rowsOf as rowsOfQuery } from '../../db/migrations.ts';
import { openDiskFiles } from '../files/disk-files.ts';
import { rowsOf } from './archive-format.ts';
import { loadArchive } from './load-archive.ts';
import { writeArchive } from './write-archive.ts';

const authSecret = 'a secret of at least thirty-two characters';

async function backUp(database: OpenDatabase, folder: string) {
  const images = openDiskFiles(join(folder, 'files'));
  await images.put(imageName, Buffer.from('image'), 'image/webp');
  return writeArchive(join(folder, 'backup.tar.gz'), {
    snapshot: await database.snapshot(),
    database: database.kind,
    images,
    authSecret,
    now: () => new Date('2026-11-23T03:00:00Z'),
  });
}

onEachDatabase('a backup', (database) => {
  test('has every table except those of a named list, and restores each row', async () => {
    await fillEveryTable(database().db);
    const folder = temporaryFolder();
    const written = await backUp(database(), folder);
    const stored = rowsOfQuery(
      await database().db.execute(
        sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
      ),
    ).map(({ name }) => String(name));
    const inBackup = Object.keys(written.manifest.tables);
    expect([...inBackup, ...Object.keys(tablesLeftOut)].sort()).toEqual(stored);
    expect(inBackup.filter((name) => written.manifest.tables[name]?.rows === 0)).toEqual([]);
    expect(written.manifest.images).toEqual({ count: 1, bytes: 5, missing: [] });
    expect(statSync(written.file).mode & 0o777).toBe(0o600);
    expect(statSync(written.file).size).toBe(written.bytes);

    const loaded = await loadArchive(written.file, temporaryFolder());
    expect(loaded.authSecret).toBe(authSecret);
    expect(loaded.manifest.tables).toEqual(written.manifest.tables);
    expect(rowsOf(loaded.manifest)).toBeGreaterThan(30);
    await loaded.database.close();
  }, 60_000);
});
