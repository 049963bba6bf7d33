// Writes the archives of this version, once per release: `node apps/server/test/backups/make-archives.ts DATABASE_URL`, with the
// address of an empty database. Later versions restore them in a test.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openPgliteInMemory } from '../../src/db/pglite.ts';
import { openPostgresql } from '../../src/db/postgresql.ts';
import { productVersion } from '../../src/infra/backup/archive-format.ts';
import { writeArchive } from '../../src/infra/backup/write-archive.ts';
import { fillEveryTable } from './filled-tables.ts';
import { nowMs } from '../support/now.ts';

const [, , databaseUrl] = process.argv;
if (databaseUrl === undefined) throw new Error('The address of an empty database is missing');
for (const database of [await openPgliteInMemory(), await openPostgresql(databaseUrl)]) {
  const name = `${productVersion()}-${database.kind}.tar.gz`;
  const file = fileURLToPath(new URL(name, import.meta.url));
  if (existsSync(file)) throw new Error(`${name} exists: the archive of a version never changes`);
  await fillEveryTable(database.db);
  await writeArchive(file, {
    snapshot: await database.snapshot(),
    database: database.kind,
    images: { get: async () => Buffer.from('image') },
    authSecret: 'a secret of at least thirty-two characters',
    now: () => new Date(nowMs()),
  });
  await database.close();
}
