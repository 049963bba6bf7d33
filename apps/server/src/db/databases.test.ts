import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, test } from 'vitest';
import { buildUser } from '../features/people/users/factory.ts';
import { temporaryFolder, TestProcess } from '../../test/support/processes/child-process.ts';
import {
  createTestPostgresql,
  onEachDatabase,
  onPostgresql,
  openBarePglite,
  openTestPostgresql,
} from '../../test/support/databases.ts';
import type { Database } from './database.ts';
import { listMigrations, migrateWith, NewerDatabaseError, rowsOf } from './migrations.ts';
import { openDatabase } from './open.ts';
import { DataFolderInUseError, lockDataFolder } from './data-folder.ts';
import { openPglite, openPgliteInMemory } from './pglite.ts';
import { openPostgresql } from './postgresql.ts';
import * as tables from './tables.ts';

const lockModule = new URL('./data-folder.ts', import.meta.url).href;

const namesOf = async (db: Database) =>
  (await db.select().from(tables.users)).map((user) => user.displayName);

describe('the lock of the data folder', () => {
  /** Another process that holds the lock until it is killed. */
  const holder = (dataDir: string) =>
    new TestProcess([
      // The lock itself must be enough to hold it.
      '--expose-gc',
      '--input-type=module',
      '--eval',
      `import { lockDataFolder } from ${JSON.stringify(lockModule)};
       lockDataFolder(${JSON.stringify(dataDir)});
       globalThis.gc?.();
       console.log('locked');
       setInterval(() => {}, 1000);`,
    ]);

  test('refuses a second process while the first one runs, and is free again after SIGKILL', async () => {
    const dataDir = temporaryFolder();
    const first = holder(dataDir);
    await first.line(/^locked$/);
    expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUseError);
    await expect(openPglite(dataDir)).rejects.toThrow(/Another Boathouse is using the data folder/);

    const second = holder(dataDir);
    expect(await second.exit()).toBe(1);
    expect(second.output).toContain('DataFolderInUseError');

    first.kill('SIGKILL');
    expect(await first.exit()).toBe('SIGKILL');
    lockDataFolder(dataDir).release();
  });

  test('refuses a second owner in the same process until the first releases it', () => {
    const dataDir = temporaryFolder();
    const lock = lockDataFolder(dataDir);
    expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUseError);
    lock.release();
    lockDataFolder(dataDir).release();
  });

  test('applies to one folder only', () => {
    const lock = lockDataFolder(temporaryFolder());
    const other = temporaryFolder();
    expect(() => lockDataFolder(other).release()).not.toThrow();
    lock.release();
  });
});

describe('the embedded database in a folder', () => {
  test.each([
    [
      'a damaged pg_control',
      (folder: string) => writeFileSync(join(folder, 'global/pg_control'), 'x'.repeat(8192)),
    ],
    ['no pg_control', (folder: string) => rmSync(join(folder, 'global/pg_control'))],
    ['no pg_wal', (folder: string) => rmSync(join(folder, 'pg_wal'), { recursive: true })],
  ])(
    'the embedded database in a folder with %s is reported as damaged, in one sentence, and its tables stay',
    async (_, damage) => {
      const options = { databaseUrl: null, dataDir: temporaryFolder() };
      const folder = join(options.dataDir, 'database');
      await (await openDatabase(options)).close();
      damage(folder);
      const tables = readdirSync(join(folder, 'base'), { recursive: true });
      // Twice: the first failure releases the lock.
      for (let times = 0; times < 2; times += 1) {
        await expect(openDatabase(options)).rejects.toThrow(
          `The database in ${folder} is damaged. Restore a backup.`,
        );
      }
      expect(readdirSync(join(folder, 'base'), { recursive: true })).toEqual(tables);
    },
  );

  test('keeps its data over close and open', async () => {
    const options = { databaseUrl: null, dataDir: temporaryFolder() };
    const first = await openDatabase(options);
    expect(first.kind).toBe('pglite');
    await buildUser(first.db, { displayName: 'Ann' });
    await first.close();
    const second = await openDatabase(options);
    expect(await namesOf(second.db)).toEqual(['Ann']);
    await second.close();
  });

  test('reuses its log after a checkpoint', async () => {
    const dataDir = temporaryFolder();
    const { db, checkpoint, close } = await openPglite(dataDir);
    const logFiles = () =>
      readdirSync(join(dataDir, 'database', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
    await db.execute(sql`create table filling (text text)`);
    const fill = () =>
      db.execute(
        sql`insert into filling select repeat(md5(n::text), 40) from generate_series(1, 20000) as n`,
      );
    for (let round = 0; round < 4; round += 1) {
      await fill();
      await checkpoint();
    }
    const after = logFiles();
    await fill();
    await checkpoint();
    expect(logFiles()).toBeLessThanOrEqual(after);
    await close();
  });

  test('is refused when a newer version has written it, and is neither changed nor locked', async () => {
    const dataDir = temporaryFolder();
    const first = await openPglite(dataDir);
    await buildUser(first.db, { displayName: 'Ann' });
    await markNewer(first.db);
    await first.close();
    await expect(openPglite(dataDir)).rejects.toThrow(NewerDatabaseError);
    // Refused again for the same reason, not because the first refusal still holds the folder.
    await expect(openPglite(dataDir)).rejects.toThrow(NewerDatabaseError);
  });
});

/** Records a migration of a later version. */
const markNewer = (db: Database) =>
  db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2999, 0)})`,
  );

onPostgresql('a database on a PostgreSQL server', () => {
  test('requires PostgreSQL to plan for memory and to compile no query, unless its address says otherwise', async () => {
    const { url, drop } = await createTestPostgresql();
    const settingsOf = async (address: string) => {
      const { db, close } = await openPostgresql(address);
      const settings = rowsOf(
        await db.execute(
          sql`select current_setting('jit') as jit, current_setting('random_page_cost') as cost`,
        ),
      );
      await close();
      return settings;
    };
    expect(await settingsOf(url)).toEqual([{ jit: 'off', cost: '1.1' }]);
    expect(await settingsOf(`${url}?options=-c%20random_page_cost%3D2`)).toMatchObject([{ cost: '2' }]);
    await drop();
  });

  test('keeps its data over close and open', async () => {
    const { url, drop } = await createTestPostgresql();
    const options = { databaseUrl: url, dataDir: '/nowhere' };
    const first = await openDatabase(options);
    expect(first.kind).toBe('postgresql');
    await buildUser(first.db, { displayName: 'Ann' });
    await first.close();
    const second = await openDatabase(options);
    expect(await namesOf(second.db)).toEqual(['Ann']);
    await second.close();
    await drop();
  });

  test('is migrated once by four processes that start at the same time', async () => {
    const { url, drop } = await createTestPostgresql();
    const opened = await Promise.all([1, 2, 3, 4].map(() => openPostgresql(url)));
    for (const { db } of opened) expect(await appliedMigrations(db)).toBe(listMigrations().length);
    await Promise.all(opened.map((database) => database.close()));
    await drop();
  });

  test('is refused when a newer version has written it, at every attempt', async () => {
    const database = await openTestPostgresql();
    await markNewer(database.db);
    // Twice: the first refusal must not keep the lock that openers wait for.
    await expect(openPostgresql(database.url)).rejects.toThrow(NewerDatabaseError);
    await expect(openPostgresql(database.url)).rejects.toThrow(NewerDatabaseError);
    await database.close();
  });

  test('a database that does not exist fails at once', async () => {
    const { url, drop } = await createTestPostgresql();
    await drop();
    await expect(openPostgresql(url)).rejects.toThrow(/does not exist/);
  });
});

async function appliedMigrations(db: Database): Promise<number> {
  const [row] = rowsOf(
    await db.execute(sql`select count(*)::int as count from drizzle.__drizzle_migrations`),
  );
  return Number(row?.['count']);
}

/** Returns every column, index and constraint as text. */
async function schemaOf(db: Database): Promise<string[]> {
  const columns = sql`
    select table_schema || '.' || table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable
      || ' ' || coalesce(column_default, '') as line
    from information_schema.columns where table_schema in ('public', 'drizzle')`;
  const indexes = sql`
    select indexdef as line from pg_indexes where schemaname in ('public', 'drizzle')`;
  const constraints = sql`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace in ('public'::regnamespace, 'drizzle'::regnamespace) and contype <> 'n'`;
  const lines: string[] = [];
  for (const query of [columns, indexes, constraints]) {
    for (const row of rowsOf(await db.execute(query))) lines.push(String(row['line']));
  }
  return lines.sort();
}

describe('the schema', () => {
  test('the template equals the schema that the migrations create', async () => {
    const bare = await openBarePglite(null);
    await migrateWith(await bare.connect());
    const client = await bare.connect();
    const fromNothing = await schemaOf(drizzle({ client }));
    await client.end();
    await bare.close();
    const template = await openPgliteInMemory();
    expect(fromNothing.length).toBeGreaterThan(80);
    expect(await schemaOf(template.db)).toEqual(fromNothing);
    expect(await appliedMigrations(template.db)).toBe(listMigrations().length);
    await template.close();
  }, 90_000);
});

onPostgresql('the schema on a PostgreSQL server', () => {
  test('equals the schema of the embedded database', async () => {
    const [embedded, server] = [await openPgliteInMemory(), await openTestPostgresql()];
    expect(await schemaOf(server.db)).toEqual(await schemaOf(embedded.db));
    await Promise.all([embedded.close(), server.close()]);
  });
});

onEachDatabase('a rule that the database itself keeps', (database) => {
  const refused = (statement: Promise<unknown>) =>
    statement.then(
      () => 'accepted',
      (error: unknown) => String(error instanceof Error ? error.cause : error),
    );

  test('[CLUB-1] allows one owner per club, one membership per user, and no unknown role', async () => {
    const { db } = database();
    const [ann, ben] = [await buildUser(db), await buildUser(db)];
    const clubId = '019a0000-0000-7000-8000-00000000c1ab';
    await db.insert(tables.clubs).values({ id: clubId, name: 'Crew', customUrl: 'Crew' });
    const join = (id: string, userId: string, role: number) =>
      db.insert(tables.clubMemberships).values({ id, clubId, userId, role });
    const id = (last: number) => `019a0000-0000-7000-8000-00000000000${last}`;
    await join(id(1), ann._id, 2);
    expect(await refused(join(id(2), ben._id, 2))).toContain('club_memberships_one_owner');
    expect(await refused(join(id(3), ann._id, 0))).toContain('club_memberships_user_club');
    expect(await refused(join(id(4), ben._id, 3))).toContain('club_memberships_role');
    expect(
      await refused(db.insert(tables.clubs).values({ id: id(5), name: 'Other', customUrl: 'cREW' })),
    ).toContain('clubs_custom_url');
  });

  test('[SESS-10] allows a completion time only with a completed activity', async () => {
    const { db } = database();
    const ann = await buildUser(db);
    const sessionId = '019a0000-0000-7000-8000-0000000005e5';
    await db.insert(tables.sessions).values({
      id: sessionId,
      title: 'Pieces',
      hostUserId: ann._id,
      startAt: new Date(0),
      isAccessibleByLink: true,
      workoutItems: ['2k'],
    });
    const insert = db.insert(tables.activities).values({
      id: '019a0000-0000-7000-8000-00000000ac71',
      userId: ann._id,
      title: 'Pieces',
      workout: '2k',
      sessionId,
      workoutItemIndex: 0,
      isCompleted: true,
    });
    expect(await refused(insert)).toContain('activities_completed_at');
    const empty = db.update(tables.sessions).set({ workoutItems: [] });
    expect(await refused(empty)).toContain('sessions_workout_items');
  });
});
