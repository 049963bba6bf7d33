import { join } from 'node:path';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { installationIn, withDatabase, type TestInstallation } from '../../../test/backups/installations.ts';
import { temporaryFolder, TestProcess } from '../../../test/support/processes/child-process.ts';
import { runCommand } from '../../../test/support/commands.ts';
import {
  createTestPostgresql,
  emptyDatabases,
  isPostgresqlAvailable,
} from '../../../test/support/databases.ts';
import { makeDraftDatabase } from '../../db/backup/draft-database.ts';
import type { OpenDatabase } from '../../db/database.ts';
import {
  copyMigrationsUntil,
  listMigrations,
  migrateOn,
  migrateWith,
  rowsOf,
  schemaOf,
} from '../../db/migrations.ts';
import { backupBeforeMigration } from './before-migration.ts';
import { checkArchive } from './read-archive.ts';
import { verifyArchive } from './verify.ts';

const main = new URL('../../main.ts', import.meta.url).pathname;
/** The schema before the newest migration. */
const older = listMigrations().at(-2);
const newest = listMigrations().at(-1);
if (!older || !newest) throw new Error('There are too few migrations');
const sqlOfNewest = readFileSync(new URL(`../../../migrations/${newest.tag}.sql`, import.meta.url), 'utf8');
const [, tableOfNewest] = /create table "(\w+)"/i.exec(sqlOfNewest) ?? [];
const [, alteredTable, columnOfNewest] = /alter table "(\w+)" add column "(\w+)"/i.exec(sqlOfNewest) ?? [];
/** Has the name of the table or the column that the newest migration creates. */
const obstacle =
  tableOfNewest === undefined
    ? `alter table "${alteredTable}" add column "${columnOfNewest}" int;`
    : `create table "${tableOfNewest}" (other int);`;

/** Makes an installation of the previous version, with a user and other rows. */
const makers: Array<[string, (rows: string, at?: number) => Promise<TestInstallation>]> = [
  [
    'the embedded database',
    async (rows, at = older.at) => {
      const dataDir = temporaryFolder();
      const migrations = join(temporaryFolder(), 'migrations');
      const draft = await makeDraftDatabase(join(dataDir, 'database'), { schemaAt: at, migrations });
      await draft.client.query(addUser + rows);
      await draft.close();
      return installationIn(dataDir);
    },
  ],
];
if (isPostgresqlAvailable) {
  makers.push([
    'PostgreSQL',
    async (rows, at = older.at) => {
      const { url, drop } = await createTestPostgresql();
      onTestFinished(drop);
      const migrations = join(temporaryFolder(), 'migrations');
      copyMigrationsUntil(at, migrations);
      await onDatabase(url, async (client) => {
        await migrateOn(client, migrations);
        await client.query(addUser + rows);
      });
      return installationIn(temporaryFolder(), url);
    },
  ]);
}

const addUser = `insert into users (id, uid, display_name) values (gen_random_uuid(), 'u', 'Ann');`;

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function start({ dataDir, databaseUrl }: TestInstallation): Promise<TestProcess> {
  const webDir = temporaryFolder();
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Boathouse</title>');
  const url = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  return new TestProcess([main], { DATA_DIR: dataDir, PORT: '0', WEB_DIR: webDir, ...url });
}

test.each(makers)(
  '%s of the version before is backed up, then updated, and the old version is told which backup to restore',
  async (_, make) => {
    const installation = await make('');
    const server = await start(installation);
    await server.line(/is ready at/);
    const [, file = ''] = await server.line(/"file":"([^"]+before-update[^"]+)"/);
    server.kill('SIGTERM');
    await server.exit();
    const { header, manifest } = await verifyArchive(file, temporaryFolder(), 'verify-');
    expect(header.schema.tag).toBe(older.tag);
    expect(manifest.tables['users']?.rows).toBe(1);

    if (installation.databaseUrl === null) return;
    await onDatabase(installation.databaseUrl, async (client) => {
      expect((await schemaOf(client))?.tag).toBe(newest.tag);
      await client.query(
        `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 99999999999999)`,
      );
    });
    const old = await start(installation);
    expect(await old.exit()).toBe(1);
    expect(old.output).toContain('This database was written by a newer Boathouse.');
    expect(old.output).toContain(`npm run ops -- restore ${file} --replace`);
    const { databaseUrl: url, dataDir } = installation;
    const env = { DATABASE_URL: url, DATA_DIR: dataDir };
    expect(await runCommand(['restore', file, '--replace'], env)).toEqual({
      status: 0,
      output: expect.stringContaining('What was there before is in'),
    });
    await onDatabase(url, async (client) => expect((await schemaOf(client))?.tag).toBe(newest.tag));
  },
  300_000,
);

test.each(makers)(
  'an update of %s that fails leaves it as it was, and says how to go on',
  async (_, make) => {
    const installation = await make(obstacle);
    const server = await start(installation);
    expect(await server.exit()).toBe(1);
    expect(server.output).toMatch(
      /could not be updated, and is unchanged \(schema \d{4}_[\w-]+\): (relation|column) "\w+".* already exists/,
    );
    expect(server.output).toContain('Start the version of Boathouse that ran before');
    const [, file = ''] = await server.line(/The backup made before the update is (.*)\./);
    expect((await checkArchive(file)).header.schema.tag).toBe(older.tag);
    if (installation.databaseUrl === null) return;
    await onDatabase(installation.databaseUrl, async (client) => {
      expect((await schemaOf(client))?.tag).toBe(older.tag);
    });
  },
  300_000,
);

test('an update without space for its backup does not begin', async () => {
  const [[, make] = []] = makers;
  const installation = await make?.('');
  if (!installation) throw new Error('There is no installation');
  writeFileSync(join(installation.dataDir, 'backups'), 'a file in place of the folder');
  const server = await start(installation);
  expect(await server.exit()).toBe(1);
  expect(server.output).toMatch(
    /The database needs an update, and the backup before it failed: .*\nNothing was changed/,
  );
}, 300_000);

test.each(emptyDatabases)(
  'an old backup of $name that cannot be deleted stays, with a line in the log, and the update continues',
  async ({ open }) => {
    const { connect, close } = await open();
    onTestFinished(close);
    await migrateWith(await connect());
    const client = await connect();
    onTestFinished(() => client.end());
    const from = await schemaOf(client);
    if (from === null) throw new Error('It has no schema');
    const folder = temporaryFolder();
    const clock = { now: new Date('2026-11-20T10:00:00Z') };
    const warnings: string[] = [];
    const backup = backupBeforeMigration(
      { databaseUrl: null, dataDir: temporaryFolder(), backupDir: folder },
      {
        images: { get: async () => null },
        authSecretOf: () => 'secret',
        now: () => clock.now,
        log: { info: () => {}, warn: (_, message) => warnings.push(message) },
      },
    );
    const first = await backup(client, from);
    // The newest three stay, and a folder at the path of its record prevents deleting the first.
    mkdirSync(`${first}.json`);
    for (const day of [21, 22, 23]) {
      expect(warnings).toEqual([]);
      clock.now = new Date(Date.UTC(2026, 10, day, 10));
      const file = await backup(client, from);
      expect((await checkArchive(file ?? '')).header.schema.tag).toBe(from.tag);
    }
    expect(warnings).toEqual(['could not delete old backups before updates']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))).toHaveLength(3);
  },
  60_000,
);

/** A version from long ago: the tables of the fifth migration. */
const longAgo = listMigrations().find(({ tag }) => tag === '0004_training_and_clubs');
const id = (last: number) => `'019a0000-0000-7000-8000-00000000000${last}'`;
const rowsOfOld = `
  insert into users (id, uid, display_name) values (${id(1)}, 'ann', 'Zoë'), (${id(2)}, 'ben', 'Ben');
  insert into follows (follower_id, followee_id) values (${id(1)}, ${id(2)});
  insert into clubs (id, name, custom_url) values (${id(3)}, 'Crew', 'crew');
  insert into club_memberships (id, club_id, user_id, role) values (${id(4)}, ${id(3)}, ${id(1)}, 2);
  insert into sessions (id, title, host_user_id, start_at, is_accessible_by_link, club_id, workout_items)
    values (${id(5)}, 'Pieces', ${id(1)}, '2026-01-02T03:04:05.678Z', true, ${id(3)}, '{"2k","4 x 500m"}');
  insert into activities (id, user_id, session_id, workout_item_index, is_completed, created_at, completed_at, day, elapsed_time,
    average_pace, distance) values (${id(6)}, ${id(2)}, ${id(5)}, 0, true, '2026-01-02', '2026-01-02', '2026-01-02', 420.7, 105.2, 2000);
  insert into activity_days (user_id, day, count, meters, time_sec, calories) values (${id(2)}, '2026-01-02', 1, 2000, 420.7, 120);
  insert into comments (id, activity_id, user_id, message) values (${id(7)}, ${id(6)}, ${id(1)}, 'Well rowed 🚣');
  insert into likes (activity_id, user_id) values (${id(6)}, ${id(1)});`;
const readBack = sql`
  select (select json_agg(array[uid, display_name] order by uid) from users where uid in ('ann', 'ben')) as users,
    (select array[name, custom_url] from clubs) as clubs, (select role from club_memberships) as role,
    (select to_json(array[title, start_at at time zone 'UTC' || '', workout_items::text]) from sessions) as sessions,
    (select array[title, workout, distance::text, elapsed_time::text, average_pace::text, source] from activities) as activities,
    (select array[machine, meters::text, time_sec::text] from activity_days) as days,
    (select message from comments) as comments, (select count(*)::int from likes) as likes, (select count(*)::int from follows) as follows`;
const afterUpdate = {
  users: [
    ['ann', 'Zoë'],
    ['ben', 'Ben'],
  ],
  clubs: ['Crew', 'crew'],
  role: 2,
  sessions: ['Pieces', '2026-01-02 03:04:05.678', '{2k,"4 x 500m"}'],
  activities: ['Pieces', '2k', '2000', '420.7', '105.2', 'monitor'],
  days: ['rower', '2000', '420.7'],
  comments: 'Well rowed 🚣',
  likes: 1,
  follows: 1,
};

test.each(makers)(
  '%s of a version from long ago is updated with its rows, and its backup gives the same',
  async (_, make) => {
    const installation = await make(rowsOfOld, longAgo?.at);
    const server = await start(installation);
    await server.line(/is ready at/);
    const [, file = ''] = await server.line(/"file":"([^"]+before-update[^"]+)"/);
    server.kill('SIGTERM');
    await server.exit();
    const read = ({ db }: OpenDatabase) => db.execute(readBack).then(rowsOf);
    expect(await withDatabase(installation, read)).toEqual([afterUpdate]);
    const other = installationIn(join(temporaryFolder(), 'data'));
    const restored = await runCommand(['restore', file, '--data', other.dataDir]);
    expect(restored).toMatchObject({ status: 0 });
    expect(await withDatabase(other, read)).toEqual([afterUpdate]);
  },
  300_000,
);
