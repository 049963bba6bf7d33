import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { users } from '@boathouse/contract/users';
import type { OpenDatabase } from '../../src/db/database.ts';
import { openPostgresql } from '../../src/db/postgresql.ts';
import { ProductProcess } from '../kills/product-process.ts';
import { createTestPostgresql } from '../support/databases.ts';
import type { Person } from '../support/test-app.ts';
import { freePort, startProxy, startRedis } from './servers.ts';

const SignedUpSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

type Running = { product: ProductProcess; port: number; address: string };

/** Several processes of the product on one PostgreSQL database and one Redis, behind the shipped proxy. */
export class Cluster {
  readonly processes: Running[];
  /** The address of the proxy. */
  readonly address: string;
  /** The database of all of them, for the tests' own records. */
  readonly db: OpenDatabase['db'];
  readonly #start: (port: number) => ProductProcess;
  readonly #redis: { server: Awaited<ReturnType<typeof startRedis>> };
  readonly #proxy: Awaited<ReturnType<typeof startProxy>>;
  readonly #end: () => Promise<void>;

  private constructor(parts: {
    processes: Running[];
    address: string;
    db: OpenDatabase['db'];
    start: (port: number) => ProductProcess;
    redis: { server: Awaited<ReturnType<typeof startRedis>> };
    proxy: Awaited<ReturnType<typeof startProxy>>;
    end: () => Promise<void>;
  }) {
    this.processes = parts.processes;
    this.address = parts.address;
    this.db = parts.db;
    this.#start = parts.start;
    this.#redis = parts.redis;
    this.#proxy = parts.proxy;
    this.#end = parts.end;
  }

  static async start(count: number): Promise<Cluster> {
    // Stopped in reverse order, even if the start fails halfway.
    const ends: Array<() => unknown> = [];
    const end = async () => {
      for (const each of ends.splice(0).toReversed()) await each();
    };
    try {
      const dataDir = mkdtempSync(join(tmpdir(), 'boathouse-processes-'));
      ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
      const { url: databaseUrl, drop } = await createTestPostgresql();
      ends.push(drop);
      const redis = { server: await startRedis(await freePort()) };
      ends.push(() => redis.server.end());
      const redisUrl = `redis://127.0.0.1:${redis.server.port}/1`;
      const start = (port: number) => new ProductProcess({ dataDir, databaseUrl, redisUrl, port });
      const processes: Running[] = [];
      ends.push(() => Promise.all(processes.map(({ product }) => product.end('SIGKILL'))));
      for (let at = 0; at < count; at += 1) {
        const port = await freePort();
        processes.push({ product: start(port), port, address: `http://127.0.0.1:${port}` });
      }
      await Promise.all(processes.map(({ product }) => product.ready));
      const database = await openPostgresql(databaseUrl);
      ends.push(() => database.close());
      const ports = processes.map(({ port }) => port);
      const proxy = await startProxy(dataDir, ports);
      ends.push(() => proxy.end());
      const address = `http://127.0.0.1:${proxy.port}`;
      return new Cluster({ processes, address, db: database.db, start, redis, proxy, end });
    } catch (error) {
      await end();
      throw error;
    }
  }

  addressOf(at: number): string {
    return this.#running(at).address;
  }

  /** Everything that the process has logged. */
  outputOf(at: number): string {
    return this.#running(at).product.output;
  }

  async kill(at: number): Promise<void> {
    await this.#running(at).product.end('SIGKILL');
  }

  /** Resolves when the proxy routes to the process again: rooms that open earlier would move. */
  async restart(at: number): Promise<void> {
    const running = this.#running(at);
    running.product = this.#start(running.port);
    await running.product.ready;
    const countOf = (state: string) => this.#proxy.output.split(` is ${state}`).length;
    const isTakenBack = () => {
      if (countOf('UP') < countOf('DOWN')) throw new Error('The proxy has not taken the process back');
    };
    await vi.waitFor(isTakenBack, { timeout: 20_000, interval: 50 });
  }

  async stopRedis(): Promise<void> {
    await this.#redis.server.end();
  }

  /** Starts an empty Redis server in its place. */
  async startRedis(): Promise<void> {
    this.#redis.server = await startRedis(this.#redis.server.port);
  }

  async end(): Promise<void> {
    await this.#end();
  }

  /** Calls the API at an address: the proxy's, or a process's own. */
  async call(
    address: string,
    method: string,
    path: string,
    options: { as?: Person; body?: unknown; from?: string } = {},
  ): Promise<{ status: number; body: unknown }> {
    const { as, body, from } = options;
    const response = await fetch(address + path, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
    return { status: response.status, body: parsed };
  }

  /** Signs up through the proxy. */
  async signUp(name: string, email = `${randomUUID()}@athletes.example`): Promise<Person> {
    const account = { email, password: 'a good password', name };
    const made = await this.call(this.address, 'POST', '/api/auth/sign-up/email', { body: account });
    const { token, user } = SignedUpSchema.parse(made.body);
    const person = { uid: user.id, token, user: { _id: '', displayName: name, iconURL: null } };
    const record = await this.call(this.address, 'POST', '/api/users', {
      as: person,
      body: { displayName: name, uid: user.id, iconURL: null },
    });
    const { _id, displayName, iconURL } = users.create.response.parse(record.body);
    return { ...person, user: { _id, displayName, iconURL } };
  }

  #running(at: number): Running {
    const running = this.processes[at];
    if (!running) throw new Error(`There is no process ${at}`);
    return running;
  }
}
