import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, TestProcess } from '../../test/support/processes/child-process.ts';
import { protectDataFolder } from './data-folder.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test.skipIf(process.platform === 'win32')(
  'an existing data folder and its database are closed to other users; other files are left alone',
  () => {
    const dataDir = temporaryFolder();
    const deep = join(dataDir, 'database/base/1');
    mkdirSync(deep, { recursive: true });
    for (const folder of [dataDir, join(dataDir, 'database'), join(dataDir, 'database/base'), deep])
      chmodSync(folder, 0o755);
    for (const file of [join(deep, '112'), join(dataDir, 'image')]) {
      writeFileSync(file, 'x');
      chmodSync(file, 0o666);
    }
    protectDataFolder(dataDir);
    expect(modeOf(dataDir)).toBe('700');
    expect(modeOf(join(dataDir, 'database'))).toBe('700');
    expect(modeOf(deep)).toBe('700');
    expect(modeOf(join(deep, '112'))).toBe('600');
    expect(modeOf(join(dataDir, 'image'))).toBe('666');
  },
);

test.skipIf(process.platform === 'win32')('a new data folder is closed, with its parents as they are', () => {
  const parent = temporaryFolder();
  chmodSync(parent, 0o755);
  protectDataFolder(join(parent, 'data'));
  expect(modeOf(join(parent, 'data'))).toBe('700');
  expect(modeOf(parent)).toBe('755');
});

test.skipIf(process.platform === 'win32')(
  'what a server writes into its data folder is closed to other users',
  async () => {
    const dataDir = temporaryFolder();
    chmodSync(dataDir, 0o755);
    const main = new URL('../main.ts', import.meta.url).pathname;
    const webDir = temporaryFolder();
    writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Boathouse</title>');
    const server = new TestProcess([main], { DATA_DIR: dataDir, PORT: '0', WEB_DIR: webDir });
    await server.line(/is ready at/);
    server.kill('SIGTERM');
    await server.exit();
    expect(modeOf(dataDir)).toBe('700');
    const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    expect(entries.length).toBeGreaterThan(500);
    const open = entries
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (statSync(path).mode & 0o077) !== 0);
    // A cache of the catalog without data; PGlite sets its permissions, and the next start corrects them.
    expect(open.filter((path) => !path.endsWith('pg_internal.init'))).toEqual([]);
  },
  60_000,
);
