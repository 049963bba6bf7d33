import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { imageName } from '../../../test/backups/filled-tables.ts';
import {
  installationIn,
  rowsIn,
  useFilledInstallation,
  withDatabase,
  type TestInstallation,
} from '../../../test/backups/installations.ts';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import {
  createTestPostgresql,
  isPostgresqlAvailable,
  onPostgresql,
} from '../../../test/support/databases.ts';
import { lockDataFolder } from '../../db/data-folder.ts';
import { authUsers, users } from '../../db/tables.ts';
import { openDiskFiles } from '../files/disk-files.ts';
import { ArchiveDamagedError } from './archive-format.ts';
import { RestoreRefusedError, restoreArchive, type RestoreWishes } from './restore.ts';
import { writeArchive } from './write-archive.ts';

const ann = useFilledInstallation('Ann');
const ben = useFilledInstallation('Ben');
/** The state from which the backup in `file` was made. */
let annsState: Awaited<ReturnType<typeof stateOf>>;
let file = '';
beforeAll(async () => {
  const from = ann.original();
  annsState = await stateOf(from);
  file = join(from.dataDir, 'backup.tar.gz');
  await backUp(from, file);
});
const now = () => new Date('2026-11-23T12:00:00.000Z');
const imagesOf = ({ dataDir }: TestInstallation) => openDiskFiles(join(dataDir, 'files'));

const secretOf = ({ dataDir }: TestInstallation) => readFileSync(join(dataDir, 'auth-secret'), 'utf8');

const backUp = (installation: TestInstallation, to: string) =>
  withDatabase(installation, async (database) => {
    const source = { snapshot: await database.snapshot(), database: database.kind, now };
    await writeArchive(to, { ...source, images: imagesOf(installation), authSecret: secretOf(installation) });
  });

const restore = (
  from: string,
  to: TestInstallation,
  wishes: Partial<RestoreWishes> = {},
  progress: (step: string) => void = () => {},
) =>
  restoreArchive(
    from,
    { ...to, images: imagesOf(to), now, progress },
    { replace: false, withoutBackup: false, ...wishes },
  );

const newFolder = () => installationIn(join(temporaryFolder(), 'data'));

/** Everything that a restore changes. */
const stateOf = async (installation: TestInstallation) => ({
  rows: await rowsIn(installation),
  secret: existsSync(join(installation.dataDir, 'auth-secret')) ? secretOf(installation) : null,
  image: (await imagesOf(installation).get(imageName))?.toString() ?? null,
});

const emptyPostgresql = async () => {
  const { url, drop } = await createTestPostgresql();
  onTestFinished(drop);
  return installationIn(join(temporaryFolder(), 'data'), url);
};

onPostgresql('an installation', () => {
  test('moves from the embedded database to PostgreSQL and back, with each row, image and secret', async () => {
    const [server, back] = [await emptyPostgresql(), newFolder()];
    const moved = await restore(file, server);
    expect(moved).toMatchObject({ images: 1, backup: null, keptAs: null, keepsLogins: true });
    const again = join(temporaryFolder(), 'again.tar.gz');
    await backUp(server, again);
    await restore(again, back);
    expect(annsState.rows?.length).toBe(moved.rows);
    expect(await stateOf(server)).toEqual(annsState);
    expect(await stateOf(back)).toEqual(annsState);
    // The triggers work on later rows.
    for (const installation of [server, back]) {
      await withDatabase(installation, async ({ db }) => {
        const [user] = await db.select({ id: users.id }).from(users).limit(1);
        await expect(
          db.insert(users).values({ id: user?.id ?? '', uid: 'x', displayName: 'Twice' }),
        ).rejects.toThrow();
      });
    }
  }, 180_000);
});

const filledPostgresql = async () => {
  const installation = await emptyPostgresql();
  await restore(file, installation);
  const name = 'Someone before';
  await withDatabase(installation, ({ db }) => db.update(authUsers).set({ name }));
  return installation;
};
const targets: Array<[string, () => Promise<TestInstallation>]> = [
  ['the embedded database', async () => ben()],
];
if (isPostgresqlAvailable) targets.push(['PostgreSQL', filledPostgresql]);

test.each(targets)(
  '%s with data is replaced on request only, after a backup of it, and stays as it is when something fails',
  async (_, open) => {
    const target = await open();
    const [before, names] = [await stateOf(target), readdirSync(target.dataDir)];
    await expect(restore(file, target)).rejects.toThrow(/has data. Add --replace/);
    const damaged = join(temporaryFolder(), 'damaged.tar.gz');
    const bytes = readFileSync(file);
    writeFileSync(damaged, bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 20));
    await expect(restore(damaged, target, { replace: true })).rejects.toThrow(ArchiveDamagedError);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const images = { get: imagesOf(target).get, has: async () => false, put: () => Promise.reject(full) };
    const broken = { ...target, images, now, progress: () => {} };
    await expect(restoreArchive(file, broken, { replace: true, withoutBackup: true })).rejects.toThrow(
      'ENOSPC',
    );
    expect(readdirSync(target.dataDir)).toEqual(names);
    expect(await stateOf(target)).toEqual(before);

    const { backup } = await restore(file, target, { replace: true });
    expect(backup).toBe(join(target.dataDir, 'backups/boathouse-before-restore-20261123T120000Z.tar.gz'));
    expect(await stateOf(target)).toEqual(annsState);
    await restore(backup ?? '', target, { replace: true, withoutBackup: true });
    expect(await stateOf(target)).toEqual(before);
  },
  180_000,
);

test('a damaged embedded database is replaced without a backup, and its folder is kept', async () => {
  const target = ben();
  const control = join(target.dataDir, 'database/global/pg_control');
  writeFileSync(control, 'damaged');
  await expect(restore(file, target, { replace: true })).rejects.toThrow(/Add --replace --without-backup/);
  expect(readFileSync(control, 'utf8')).toBe('damaged');
  const { backup, keptAs } = await restore(file, target, { replace: true, withoutBackup: true });
  expect(backup).toBeNull();
  expect(keptAs).toBe(join(target.dataDir, 'before-restore-2026-11-23T12-00-00-000Z'));
  expect(readFileSync(join(keptAs ?? '', 'database/global/pg_control'), 'utf8')).toBe('damaged');
  expect(readFileSync(join(keptAs ?? '', 'auth-secret'), 'utf8')).toBe(secretOf(ben.original()));
  expect(await stateOf(target)).toEqual(annsState);
}, 180_000);

test('a data folder in use is refused, and so is PostgreSQL with other connections', async () => {
  const target = ben();
  const lock = lockDataFolder(target.dataDir);
  await expect(restore(file, target, { replace: true })).rejects.toThrow(/Another Boathouse is using/);
  lock.release();
  if (!isPostgresqlAvailable) return;
  const server = await emptyPostgresql();
  await withDatabase(server, async ({ ping }) => {
    await ping();
    await expect(restore(file, server)).rejects.toThrow(
      /1 other connections use this database. Stop the server/,
    );
  });
}, 180_000);

onPostgresql('a restore', () => {
  test('waits for a connection that its client has closed but the server has not', async () => {
    const server = await emptyPostgresql();
    const client = new pg.Client({ connectionString: server.databaseUrl ?? '' });
    client.on('error', () => {});
    await client.connect();
    // A statement ends first: the server looks for its client after it.
    client.query('select pg_sleep(2)').catch(() => {});
    client.connection.stream.destroy();
    expect((await restore(file, server)).rows).toBe(annsState.rows?.length);
  }, 180_000);
});

test('with another AUTH_SECRET the restore reports that logins end, and does not change the secret', async () => {
  const other = { ...newFolder(), authSecret: 'another secret of thirty-two characters' };
  expect(await restore(file, other)).toMatchObject({ keepsLogins: false });
  expect(existsSync(join(other.dataDir, 'auth-secret'))).toBe(false);
}, 180_000);

test('an installation without its secret is not replaced: its backup would end all logins', async () => {
  const target = ben();
  rmSync(join(target.dataDir, 'auth-secret'));
  const refused = restore(file, target, { replace: true });
  await expect(refused).rejects.toThrow(RestoreRefusedError);
  await expect(refused).rejects.toThrow(/There is no secret of logins/);
}, 180_000);
