import { describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { openPgliteInMemory } from '../db/pglite.ts';
import { openPostgresql } from '../db/postgresql.ts';
import { createTestPostgresql, onPostgresql } from '../testing/databases.ts';
import { TestApp } from '../testing/test-app.ts';

async function statesOf(app: TestApp): Promise<unknown[]> {
  const [live, ready] = [await app.call('GET', '/livez'), await app.call('GET', '/readyz')];
  return [live.status, ready.status, Object(ready.body).status];
}

async function whenTheDatabaseGoes(database: OpenDatabase, go: () => Promise<void>): Promise<void> {
  const app = await TestApp.on(database);
  expect(await statesOf(app)).toEqual([200, 200, 'ok']);
  await go();
  expect(await statesOf(app)).toEqual([200, 503, 'database does not answer']);
  expect(app.errors).toEqual([]);
  await app.close();
}

describe('health', () => {
  test('is ready until the process is about to stop, and alive to its end', async () => {
    const database = await openPgliteInMemory();
    const app = await TestApp.on(database);
    expect(await statesOf(app)).toEqual([200, 200, 'ok']);
    app.app.announceStop();
    expect(await statesOf(app)).toEqual([200, 503, 'stopping']);
    await app.close();
    await database.close();
  });

  test('is not ready without the embedded database', async () => {
    const database = await openPgliteInMemory();
    await whenTheDatabaseGoes(database, () => database.close());
  });
});

onPostgresql('health on PostgreSQL', () => {
  test('is not ready when the database was taken away, and the process lives on', async () => {
    const { url, drop } = await createTestPostgresql();
    const database = await openPostgresql(url);
    await whenTheDatabaseGoes(database, drop);
    await database.close();
  });
});
