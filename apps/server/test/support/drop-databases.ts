import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The prefix of the names of this run's databases on the PostgreSQL server. */
    testDatabases: string;
    /** A server where tests may create databases. */
    testDatabaseServer: string;
  }
}

/** Names the PostgreSQL databases of this run, and drops them after it: test files leave theirs to the next one. */
// Vitest takes a global setup by its default export.
// oxlint-disable-next-line import/no-default-export
export default function dropDatabases(project: TestProject): () => Promise<void> {
  const server = process.env['TEST_DATABASE_SERVER'] ?? 'postgres://postgres@127.0.0.1:5432';
  const prefix = `boathouse_test_${randomBytes(4).toString('hex')}_`;
  project.provide('testDatabases', prefix);
  project.provide('testDatabaseServer', server);
  return async () => {
    const client = new pg.Client({ connectionString: `${server}/postgres`, connectionTimeoutMillis: 3000 });
    try {
      await client.connect();
    } catch {
      // Without a server there was nothing to create.
      return;
    }
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
    await client.end();
  };
}
