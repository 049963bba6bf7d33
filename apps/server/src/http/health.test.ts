import { describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { openPgliteInMemory } from '../db/pglite.ts';
import { openPostgresql } from '../db/postgresql.ts';
import { DiskSpace } from '../infra/disk-space.ts';
import { createTestPostgresql, onPostgresql } from '../../test/support/databases.ts';
import { TestApp } from '../../test/support/test-app.ts';

async function statesOf(app: TestApp): Promise<unknown[]> {
  const [live, ready] = [await app.call('GET', '/livez'), await app.call('GET', '/readyz')];
  return [live.status, ready.status, Object(ready.body).status];
}

/** Returns the health before and after the database fails, and the logged errors. */
async function whenItGoes(database: OpenDatabase, go: () => Promise<void>): Promise<unknown[]> {
  const app = await TestApp.on(database);
  const before = await statesOf(app);
  await go();
  const after = await statesOf(app);
  await app.close();
  return [before, after, app.errors];
}

const fromReadyToNotReady = [[200, 200, 'ok'], [200, 503, 'database does not answer'], []];

describe('health', () => {
  test('is ready until the shutdown begins, and live until the process ends', async () => {
    const database = await openPgliteInMemory();
    const app = await TestApp.on(database);
    expect(await statesOf(app)).toEqual([200, 200, 'ok']);
    app.app.announceStop();
    expect(await statesOf(app)).toEqual([200, 503, 'stopping']);
    await app.close();
    await database.close();
  });

  test('is not ready when the database does not respond in time', async () => {
    const database = await openPgliteInMemory();
    const app = await TestApp.on({ ...database, ping: () => new Promise(() => {}) });
    expect(await statesOf(app)).toEqual([200, 503, 'database does not answer']);
    await app.close();
    await database.close();
  });

  test('is not ready with a full disk until there is space again', async () => {
    const database = await openPgliteInMemory();
    let freeBytes = 15 * 1_048_576;
    const disk = new DiskSpace(() => Promise.resolve(freeBytes));
    const app = await TestApp.on(database, {}, undefined, undefined, disk);
    expect(await statesOf(app)).toEqual([200, 503, 'disk full']);
    freeBytes = 17 * 1_048_576;
    expect(await statesOf(app)).toEqual([200, 200, 'ok']);
    await app.close();
    await database.close();
  });

  test('is not ready without the embedded database', async () => {
    const database = await openPgliteInMemory();
    expect(await whenItGoes(database, () => database.close())).toEqual(fromReadyToNotReady);
  });
});

onPostgresql('health on PostgreSQL', () => {
  test('is not ready when the database is unavailable, while the process stays live', async () => {
    const { url, drop } = await createTestPostgresql();
    const database = await openPostgresql(url);
    expect(await whenItGoes(database, drop)).toEqual(fromReadyToNotReady);
    await database.close();
  });
});
