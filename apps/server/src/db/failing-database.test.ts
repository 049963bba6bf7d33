import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createTestPostgresql, onPostgresql } from '../../test/support/databases.ts';
import { startTcpProxy } from '../../test/support/tcp-proxy.ts';
import { problemOf, TestApp } from '../../test/support/test-app.ts';
import { databaseFailureOf } from './failures.ts';
import { openPostgresql } from './postgresql.ts';

onPostgresql('a PostgreSQL server behind a failing network', () => {
  async function start() {
    const { url, drop } = await createTestPostgresql();
    const server = new URL(url);
    const proxy = await startTcpProxy(Number(server.port || 5432), server.hostname);
    server.host = `127.0.0.1:${proxy.port}`;
    // A tenth of the product's limits.
    const database = await openPostgresql(server.href, { limitMs: 1_000 });
    const app = await TestApp.on(database);
    onTestFinished(async () => {
      proxy.heal();
      await app.close();
      await database.close();
      await proxy.close();
      await drop();
    });
    const ann = await app.signUp('Ann');
    const search = () => app.call('GET', '/api/users/search?displayName=ann', { as: ann });
    return { app, database, proxy, search };
  }

  test.for(['swallow', 'cut'] as const)(
    'that %ss: calls end with 503 and Retry-After, /readyz says no, and all recovers',
    async (fault) => {
      const { app, database, proxy, search } = await start();
      expect((await search()).status).toBe(200);
      proxy[fault]();
      const refused = await Promise.all([search(), search(), search()]);
      for (const answer of refused) {
        expect(problemOf(answer)).toMatchObject({ status: 503, code: 'unavailable' });
        expect(answer.headers['retry-after']).toBe('5');
      }
      const ready = await app.call('GET', '/readyz');
      expect([ready.status, ready.body]).toEqual([503, { status: 'database does not answer' }]);
      // More than the pool's connections: none may stay lost with a transaction that could not begin.
      const transactions = Array.from({ length: 12 }, () =>
        database.db.transaction((tx) => tx.execute(sql`select 1`)).catch(databaseFailureOf),
      );
      expect(new Set(await Promise.all(transactions))).toEqual(new Set(['unavailable']));
      proxy.heal();
      expect((await search()).status).toBe(200);
      expect((await app.call('GET', '/readyz')).status).toBe(200);
    },
  );

  test('a database that fails in the middle of a transaction: it is undone, and the reason is its first error', async () => {
    const { database, proxy } = await start();
    const { db } = database;
    await db.execute(sql`create table kept (n int)`);
    const begun = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    const transaction = db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (1)`);
      begun.resolve();
      // The connection breaks while no query is under way.
      await cut.promise;
      await tx.execute(sql`insert into kept values (2)`);
    });
    await begun.promise;
    proxy.cut();
    await new Promise((resolve) => setTimeout(resolve, 100));
    cut.resolve();
    expect(await transaction.catch(databaseFailureOf)).toBe('unavailable');
    proxy.heal();
    expect(await db.$count(sql`kept`)).toBe(0);
  });

  test('a query that takes longer than the limit is canceled on the server, and no other error is a failure', async () => {
    const { database } = await start();
    expect(await database.db.execute(sql`select pg_sleep(60)`).catch(databaseFailureOf)).toBe('unavailable');
    const failed: unknown = await database.db.execute(sql`select 1 / 0`).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(databaseFailureOf(failed)).toBeNull();
  });
});
