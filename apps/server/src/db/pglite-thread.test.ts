import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePglite } from '../../test/support/databases.ts';
import { rowsOf } from './migrations.ts';
import { openPgliteInMemory } from './pglite.ts';
import { PgliteThread } from './pglite-thread.ts';
import { SharedPool } from './shares/shared-pool.ts';
import { openPool } from './pool.ts';

/** Takes some tenths of a second. */
const slowQuery = 'select sum(n) from generate_series(1, 1000000) as n';

describe('a connection to PGlite in its thread', () => {
  let opened: PgliteThread | undefined;
  beforeAll(async () => {
    opened = await PgliteThread.open({ folder: null, template: null });
  });
  afterAll(() => opened?.close());

  async function connect(): Promise<pg.Client> {
    const stream = () => {
      if (!opened) throw new Error('PGlite is not open yet');
      return opened.connect();
    };
    const client = new pg.Client({ stream, user: 'postgres', database: 'postgres', ssl: false });
    await client.connect();
    return client;
  }

  test('leaves the event loop free during a query', async () => {
    const client = await connect();
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await client.query(slowQuery);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
    await client.end();
  });

  test('reports SQLSTATE and constraint, and works on after an error', async () => {
    const client = await connect();
    await client.query('create temp table seats (seat int constraint seat_is_taken primary key)');
    await client.query('insert into seats values ($1)', [1]);
    const error: unknown = await client
      .query('insert into seats values ($1)', [1])
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect(error).toMatchObject({ code: '23505', constraint: 'seat_is_taken' });
    await expect(client.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' });
    const { rows } = await client.query('select seat from seats');
    expect(rows).toEqual([{ seat: 1 }]);
    await client.end();
  });

  test('runs named prepared statements repeatedly, even after one of them has failed', async () => {
    const client = await connect();
    const divide = (by: number) =>
      client.query({ name: 'divide', text: 'select 12 / $1::int as result', values: [by] });
    expect((await divide(3)).rows).toEqual([{ result: 4 }]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect((await divide(4)).rows).toEqual([{ result: 3 }]);
    await client.end();
  });

  test('carries parameters and results of many megabytes, in many rows and in one', async () => {
    const client = await connect();
    const text = 'Straße 9½ '.repeat(500_000);
    const echoed = await client.query('select $1::text as text, length($1) as length', [text]);
    expect(echoed.rows[0].length).toBe(text.length);
    expect(echoed.rows[0].text === text).toBe(true);
    const { rows } = await client.query(
      `select n, repeat('x', 100) as filling from generate_series(1, 30000) as n`,
    );
    expect(rows.length).toBe(30_000);
    expect(rows.every((row, index) => row.n === index + 1 && row.filling.length === 100)).toBe(true);
    await client.end();
  });

  test('runs several statements of one text', async () => {
    const client = await connect();
    await client.query('create temp table a (n int); insert into a values (1), (2)');
    expect((await client.query('select count(*)::int as count from a')).rows).toEqual([{ count: 2 }]);
    await client.end();
  });

  test('waits until the previous one has ended', async () => {
    const first = await connect();
    const order: string[] = [];
    const second = connect().then((client) => {
      order.push('second connected');
      return client;
    });
    await first.query(slowQuery);
    order.push('first ends');
    await first.end();
    await (await second).end();
    expect(order).toEqual(['first ends', 'second connected']);
  });

  test('a connection to PGlite in its thread that is canceled before its turn does not delay the next', async () => {
    const first = await connect();
    const impatient = opened?.connect();
    impatient?.destroy();
    const third = connect();
    await first.end();
    const client = await third;
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  test.for(['in the middle of a transaction', 'in a failed transaction', 'during a query'] as const)(
    'a connection to PGlite in its thread that is dropped %s leaves nothing behind for the next',
    async (when) => {
      const first = await connect();
      await first.query(`create table if not exists kept (n int)`);
      await first.query(
        `set statement_timeout = '1h'; create temp table scratch (n int); prepare p as select 1`,
      );
      await first.query('begin');
      await first.query('insert into kept values (1)');
      if (when === 'in a failed transaction') await first.query('select 1 / 0').catch(() => {});
      // pg destroys the stream when a query is under way.
      const lost = when === 'during a query' ? first.query(slowQuery).catch((error: unknown) => error) : null;
      await first.end();
      if (lost) expect(await lost).toBeInstanceOf(Error);

      const second = await connect();
      expect((await second.query('select count(*)::int as count from kept')).rows).toEqual([{ count: 0 }]);
      expect((await second.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
      expect((await second.query(`select to_regclass('scratch') as scratch`)).rows).toEqual([
        { scratch: null },
      ]);
      expect((await second.query('select count(*)::int as count from pg_prepared_statements')).rows).toEqual([
        { count: 0 },
      ]);
      await second.query('drop table kept');
      await second.end();
    },
  );
});

describe('a thread of PGlite that crashes', () => {
  test('fails the query under way and every later one, and reports it once', async () => {
    const thread = await PgliteThread.open({ folder: null, template: null });
    const crashes: unknown[] = [];
    thread.onCrash((error) => crashes.push(error));
    const config = { stream: () => thread.connect(), user: 'postgres', database: 'postgres' };
    const pool = new SharedPool({ ...config, ssl: false, max: 1, connectionTimeoutMillis: 10_000 });
    const { db, ping } = openPool(pool);
    const client = await pool.connect();
    const waiting = db.execute(sql`select 1`);
    // Not a startup message of the protocol: PostgreSQL then ends its process.
    client.connection.stream.write(Buffer.from([0, 0, 0, 8, 0, 9, 0, 0]));
    await expect(client.query('select 2')).rejects.toThrow();
    client.release();
    await expect(waiting).rejects.toThrow();
    await expect(db.transaction((tx) => tx.execute(sql`select 3`))).rejects.toThrow();
    await expect(ping()).rejects.toThrow();
    expect(crashes.length).toBe(1);
    await pool.end();
    await thread.close();
  });
});

describe('the embedded database', () => {
  test('completes the queries sent before it closes, and refuses later ones', async () => {
    const { db, close } = await openPgliteInMemory();
    const under = Array.from({ length: 20 }, (_, index) =>
      db.execute(sql`select ${index}::int as n`).then((result) => rowsOf(result)[0]?.['n']),
    );
    const transaction = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      return rowsOf(await tx.execute(sql`select 21 as n`))[0]?.['n'];
    });
    await close();
    expect(await Promise.all(under)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(await transaction).toBe(21);
    await expect(db.execute(sql`select 1`)).rejects.toThrow();
  });

  const database = usePglite();

  test('throws the first error of a transaction, and returns the connection to the pool', async () => {
    const { db } = database();
    for (let round = 0; round < 3; round++) {
      await expect(
        db.transaction(async (tx) => {
          await tx.execute(sql`select 1`);
          throw new Error('changed my mind');
        }),
      ).rejects.toThrow('changed my mind');
      await expect(db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toMatchObject({
        cause: { code: '22012' },
      });
    }
    expect(rowsOf(await db.execute(sql`select 7 as n`))).toEqual([{ n: 7 }]);
  });
});
