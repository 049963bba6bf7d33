import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { OpenDatabase } from '../../src/db/database.ts';
import { hasEmbeddedDatabase } from '../../src/db/pglite.ts';
import { openDatabase } from '../../src/db/open.ts';
import { listStoredTables } from '../../src/db/backup/stored-tables.ts';
import { readLines } from '../../src/db/backup/table-rows.ts';
import { openDiskFiles } from '../../src/infra/files/disk-files.ts';
import { temporaryFolder } from '../support/processes/child-process.ts';
import { fillEveryTable, imageName } from './filled-tables.ts';

/** An installation without a server, as `readConfig` would describe it. */
export type TestInstallation = {
  dataDir: string;
  databaseUrl: string | null;
  backupDir: string | null;
  authSecret: string | null;
};

export function installationIn(dataDir: string, databaseUrl: string | null = null): TestInstallation {
  return { dataDir, databaseUrl, backupDir: null, authSecret: null };
}

const secret = (of: string) => `${of} secret of at least thirty-two characters`;

/** Opens the database as a starting server does, and closes it. */
export async function withDatabase<T>(
  installation: TestInstallation,
  use: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(installation);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Puts rows into every table, an image beside them, and a secret. */
async function fillInstallation(installation: TestInstallation, name: string): Promise<void> {
  await withDatabase(installation, ({ db }) => fillEveryTable(db, name));
  const images = openDiskFiles(join(installation.dataDir, 'files'));
  await images.put(imageName, Buffer.from('image'), 'image/webp');
  writeFileSync(join(installation.dataDir, 'auth-secret'), secret(name), { mode: 0o600 });
}

/**
 * Returns a function that makes copies of an embedded installation, which is filled once: opening one takes a second.
 * Do not change its `original`.
 */
export function useFilledInstallation(
  name: string,
): (() => TestInstallation) & { original(): TestInstallation } {
  let original = '';
  beforeAll(async () => {
    original = mkdtempSync(join(tmpdir(), 'boathouse-installation-'));
    await fillInstallation(installationIn(original), name);
  }, 60_000);
  afterAll(() => rmSync(original, { recursive: true, force: true }));
  const copy = () => {
    const dataDir = join(temporaryFolder(), 'data');
    cpSync(original, dataDir, { recursive: true });
    return installationIn(dataDir);
  };
  return Object.assign(copy, { original: () => installationIn(original) });
}

/** Returns all rows of an installation, sorted, with the names of the tables; null if it has no database. */
export async function rowsIn(installation: TestInstallation): Promise<string[] | null> {
  if (installation.databaseUrl === null && !hasEmbeddedDatabase(installation.dataDir)) return null;
  return withDatabase(installation, async (database) => {
    const { client, close } = await database.snapshot();
    const rows: string[] = [];
    for (const { name, columns } of await listStoredTables(client)) {
      const names = columns.map((column) => column.name);
      for await (const lines of readLines(client, name, names))
        rows.push(...lines.map((line) => `${name} ${line}`));
    }
    await close();
    return rows.sort();
  });
}
