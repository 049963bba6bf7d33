import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { databaseFailureOf } from '../failures.ts';
import { rowsOf } from '../migrations.ts';
import { openPglite } from '../pglite.ts';

test("PostgreSQL's own empty lock file, as a power cut leaves it, does not stop a start", async () => {
  const dataDir = temporaryFolder();
  await (await openPglite(dataDir)).close();
  writeFileSync(join(dataDir, 'database/postmaster.pid'), '');
  const database = await openPglite(dataDir);
  expect(rowsOf(await database.db.execute(sql`select 1 as n`))).toEqual([{ n: 1 }]);
  await database.close();
});

/** Gives later databases' disk a fault while the returned file exists. */
function faultOf(name: 'POWER_REFUSES' | 'POWER_HANGS', dataDir: string): string {
  const fault = join(dataDir, name);
  vi.stubEnv(name, fault);
  vi.stubEnv(
    'NODE_OPTIONS',
    `--import=${fileURLToPath(new URL('../../../test/power/refused-fsync.ts', import.meta.url))}`,
  );
  onTestFinished(() => void vi.unstubAllEnvs());
  return fault;
}

test('a disk that hangs: calls wait, none is acknowledged early, and all continue when it responds', async () => {
  const dataDir = temporaryFolder();
  const hangs = faultOf('POWER_HANGS', dataDir);
  const database = await openPglite(dataDir);
  await database.db.execute(sql`create table kept (n int)`);
  writeFileSync(hangs, '');
  const done: number[] = [];
  const inserts = [1, 2].map((n) =>
    database.db.execute(sql`insert into kept values (${n})`).then(() => done.push(n)),
  );
  // The process itself continues in the meantime, with its timers and live rows.
  await expect.poll(() => existsSync(`${hangs}.waits`)).toBe(true);
  expect(done).toEqual([]);
  rmSync(hangs);
  await Promise.all(inserts);
  expect(done).toEqual([1, 2]);
  await database.close();
});

test('a disk that refuses an fsync: the commit is not acknowledged, all later calls are refused, a restart heals', async () => {
  const dataDir = temporaryFolder();
  const refuses = faultOf('POWER_REFUSES', dataDir);
  const database = await openPglite(dataDir);
  const crashes: unknown[] = [];
  database.onCrash((error) => crashes.push(error));
  const insert = (n: number) =>
    database.db.execute(sql`insert into kept values (${n})`).then(() => 'stored', databaseFailureOf);
  await database.db.execute(sql`create table kept (n int)`);
  expect(await insert(1)).toBe('stored');

  writeFileSync(refuses, '');
  expect(await insert(2)).toBe('unavailable');
  expect(await insert(3)).toBe('unavailable');
  expect(crashes.map(String)).toEqual([expect.stringContaining('cannot store data: EIO: i/o error, fsync')]);
  await database.close();
  await expect(openPglite(dataDir)).rejects.toThrow('cannot store data: EIO');

  rmSync(refuses);
  const again = await openPglite(dataDir);
  const rows = rowsOf(await again.db.execute(sql`select n from kept order by n`)).map(({ n }) => n);
  // The unacknowledged commit may be there, but only completely.
  expect([[1], [1, 2]]).toContainEqual(rows);
  await again.close();
});
