import { createServer } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { expect, test } from 'vitest';
import { refusalOf, startPostgresql, testPostgresql } from './test-postgresql.ts';

test('starts a PostgreSQL server where none listens, which has the product’s extension', async () => {
  const server = await startPostgresql();
  expect(await refusalOf(server.url)).toBeNull();
  const client = new pg.Client({ connectionString: `${server.url}/postgres` });
  await client.connect();
  await client.query('create database boathouse_test_tools');
  await client.query('create extension pg_trgm');
  const { rows } = await client.query<{ likeness: number }>(
    `select similarity('rowing', 'rowin') as likeness`,
  );
  expect(rows[0]?.likeness).toBeGreaterThan(0.5);
  await client.end();
  // A second run uses that server while it is there.
  expect((await testPostgresql({ TEST_DATABASE_SERVER: server.url })).url).toBe(server.url);
  await server.stop();
  expect(await refusalOf(server.url)).not.toBeNull();
});

test('stops with a sentence when the named server answers with rubbish', async () => {
  const rubbish = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(rubbish, 'listening');
  const address = rubbish.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const env = { TEST_DATABASE_SERVER: `postgres://postgres@127.0.0.1:${port}` };
  await expect(testPostgresql(env)).rejects.toThrow(
    /^The tests can't use the PostgreSQL server of TEST_DATABASE_SERVER: ./,
  );
  rubbish.close();
});
