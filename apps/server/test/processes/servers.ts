import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe } from 'vitest';
import { isPostgresqlAvailable } from '../support/databases.ts';

/* The servers around the product: each test has its own Redis, without touching the machine's, and its own proxy. */

const proxyFile = new URL('../../../../deploy/haproxy.cfg', import.meta.url);

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;
const missing = [
  ...(isPostgresqlAvailable ? [] : ['PostgreSQL']),
  ...(isInstalled('redis-server', '--version') ? [] : ['redis-server']),
  ...(isInstalled('haproxy', '-v') ? [] : ['haproxy']),
];
if (missing.length > 0) {
  const message = `Tests of several processes are SKIPPED without ${missing.join(', ')}`;
  if (process.env['REQUIRE_SERVERS'] === '1')
    throw new Error(`${message}, and REQUIRE_SERVERS=1 forbids that`);
  console.warn(`\n*** ${message} ***\n`);
}

export const onSeveralProcesses = describe.skipIf(missing.length > 0);

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

/** A server program on its own port, which ends at the latest with this process. */
export class ServerProgram {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = '';

  constructor(port: number, program: string, args: string[], env = process.env) {
    this.port = port;
    this.#child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    const kill = () => void this.#child.kill('SIGKILL');
    process.once('exit', kill);
    this.#ended = once(this.#child, 'close').then(() => process.off('exit', kill));
  }

  /** Everything that the program has printed. */
  get output(): string {
    return this.#output;
  }

  async accepts(): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      if (await canConnect(this.port)) return;
      await delay(50);
    }
    throw new Error(`Nothing listens on ${this.port}:\n${this.#output}`);
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A Redis server without anything on the disk. */
export async function startRedis(port: number): Promise<ServerProgram> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = new ServerProgram(port, 'redis-server', options);
  await redis.accepts();
  return redis;
}

/** The shipped proxy before processes at these ports. */
export async function startProxy(folder: string, ports: readonly number[]): Promise<ServerProgram> {
  const port = await freePort();
  const config = readFileSync(proxyFile, 'utf8')
    .split('\n')
    .filter((line) => !/^ {2}(server two|log )/.test(line))
    .flatMap((line) =>
      line.startsWith('  server one')
        ? ports.map((each, at) =>
            line
              .replace('server one', `server p${at}`)
              .replace('live/one', `live/p${at}`)
              .replace(':3001', `:${each}`),
          )
        : [line.replace('bind :80', `bind 127.0.0.1:${port}`)],
    );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config.join('\n'));
  // As many descriptors as a shell usually allows: it must start with few.
  const proxy = new ServerProgram(port, 'sh', ['-c', 'ulimit -n 1024 && exec haproxy -db -f "$0"', file]);
  await proxy.accepts();
  return proxy;
}
