import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readFacts, type Facts } from './facts.ts';
import { seedStatements, type SeedSize } from './seed.ts';
import { startProduct } from './server.ts';

const root = join(import.meta.dirname, '..', '..');
const cache = join(import.meta.dirname, '..', '.cache');

/** Changes with the migrations, the seed and the month, because statistics cover the time until now. */
function keyOf(size: SeedSize): string {
  const key = createHash('sha256').update(new Date().toISOString().slice(0, 7));
  const migrations = join(root, 'apps', 'server', 'migrations');
  for (const file of readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    key.update(readFileSync(join(migrations, file)));
  }
  return key
    .update(seedStatements(size, new Date(0)).join('\n'))
    .digest('hex')
    .slice(0, 12);
}

/** Runs work on a database of a PostgreSQL server. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns the address of a seeded database on a PostgreSQL server and its contents. Keeps it for the next run, and
 * drops those of older seeds of this size.
 */
export async function seededPostgresql(
  server: string,
  size: SeedSize,
  log: (text: string) => void,
): Promise<{ url: string; facts: Facts }> {
  const family = `boathouse_bench_api_${size.activities}_`;
  const name = `${family}${keyOf(size)}`;
  const url = `${server}/${name}`;
  const draft = `${family}new`;
  await withClient(`${server}/postgres`, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname like $1`,
      [`${family.replaceAll('_', String.raw`\_`)}%`],
    );
    if (rows.some(({ datname }) => datname === name)) return;
    log(
      `Seeding ${size.activities.toLocaleString('en-US')} activities into PostgreSQL; the next run has them…`,
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    await client.query(`create database ${draft}`);
    await migrate(`${server}/${draft}`);
    await withClient(`${server}/${draft}`, async (seeding) => {
      for (const statement of seedStatements(size, new Date())) await seeding.query(statement);
      await seeding.query('vacuum analyze');
      // Now, so that it does not run during the measurement.
      await seeding.query('checkpoint');
    });
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  const facts = await withClient(url, (client) =>
    readFacts(async (text) => (await client.query<object>(text)).rows),
  );
  return { url, facts };
}

/** The product creates the tables. */
async function migrate(url: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boathouse-bench-'));
  const { process } = await startProduct(dataDir, url);
  await process.end();
  rmSync(dataDir, { recursive: true });
}

/** The same for an embedded database, in a data folder. */
export async function seededPglite(
  size: SeedSize,
  log: (text: string) => void,
): Promise<{ dataDir: string; facts: Facts }> {
  const dataDir = join(cache, `pglite-${size.activities}-${keyOf(size)}`);
  if (!existsSync(dataDir)) {
    log(`Seeding ${size.activities.toLocaleString('en-US')} activities into the embedded database…`);
    const draft = join(cache, 'pglite-new');
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    const { process } = await startProduct(draft, null);
    await process.end();
    await withPglite(draft, async (database) => {
      for (const statement of seedStatements(size, new Date())) await database.exec(statement);
      await database.exec('vacuum analyze');
    });
    renameSync(draft, dataDir);
  }
  const facts = await withPglite(dataDir, (database) =>
    readFacts(async (text) => (await database.query<object>(text)).rows),
  );
  return { dataDir, facts };
}

/** Runs work on the embedded database of a data folder that no process has open. */
export async function withPglite<T>(dataDir: string, work: (database: PGlite) => Promise<T>): Promise<T> {
  const database = await PGlite.create({
    dataDir: join(dataDir, 'database'),
    extensions: { pg_trgm, unaccent },
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
