import { activities } from '@boathouse/contract/activities';
import type { Endpoint, EndpointArgs, EndpointResponse } from '@boathouse/contract/endpoint';
import { hourlyQuotas } from '@boathouse/contract/limits';
import { sessions } from '@boathouse/contract/sessions';
import { users } from '@boathouse/contract/users';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { addressOf } from '../address.ts';
import type { Account } from './generator/wire.ts';
import { HostedLogins } from './hosted-logins.ts';
import { ServerProcess } from './processes.ts';

const main = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts');
/** Calls under way at a time. */
const callersMax = 8;

type User = { _id: string; token: string };

/** The product as an operator starts it, on a data folder and a database of this run. */
export class Product {
  readonly #logins: HostedLogins;
  readonly #dataDir: string;
  readonly #database: { server: string; name: string } | null;
  readonly #nodeArgs: string[];
  #processes: ServerProcess[] = [];
  #users = 0;
  #hosts: Array<{ user: User; sessions: number }> = [];

  private constructor(logins: HostedLogins, databaseServer: string | null, nodeArgs: string[]) {
    this.#logins = logins;
    this.#nodeArgs = nodeArgs;
    this.#dataDir = mkdtempSync(join(tmpdir(), 'boathouse-bench-'));
    this.#database =
      databaseServer === null
        ? null
        : { server: databaseServer, name: `boathouse_bench_${randomBytes(6).toString('hex')}` };
  }

  /**
   * @param databaseServer a PostgreSQL server on which a database may be created; null takes the embedded one
   * @param nodeArgs arguments of Node, such as --cpu-prof
   */
  static async open(databaseServer: string | null, nodeArgs: string[]): Promise<Product> {
    const product = new Product(await HostedLogins.start(), databaseServer, nodeArgs);
    await product.#onServer((name) => `create database ${name}`);
    return product;
  }

  /** Starts the process, or several, and returns them. */
  async start(environments: Array<Record<string, string>> = [{}]): Promise<ServerProcess[]> {
    const webDir = join(this.#dataDir, 'web');
    mkdirSync(webDir, { recursive: true });
    writeFileSync(join(webDir, 'index.html'), '<title>__PRODUCT_NAME__</title>');
    for (const environment of environments) {
      const settings = {
        DATA_DIR: this.#dataDir,
        WEB_DIR: webDir,
        PORT: '0',
        LOG_LEVEL: 'warn',
        ...this.#logins.environment,
        ...(this.#database === null
          ? {}
          : { DATABASE_URL: `${this.#database.server}/${this.#database.name}` }),
        ...environment,
      };
      const started = new ServerProcess([...this.#nodeArgs, main], settings);
      this.#processes.push(started);
      // One after the other, because the first one migrates.
      await started.port;
    }
    return this.#processes;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.end()));
    this.#processes = [];
  }

  /** Creates users, and a session for each crew in which each of its users has an activity in progress. */
  async newCrews(sizes: number[]): Promise<Account[][]> {
    const address = `http://127.0.0.1:${await this.#processes[0]?.port}`;
    const created = await inTurns(Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }), () =>
      this.#newUser(address),
    );
    const crews = sizes.map((size) => created.splice(0, size));
    const sessionIds: string[] = [];
    for (const _ of crews) sessionIds.push(await this.#newSession(address, crews.flat()));
    const rowers = crews.flatMap((crew, index) =>
      crew.map((user) => ({ user, session: sessionIds[index] ?? '' })),
    );
    const accounts = await inTurns(rowers, async ({ user, session }): Promise<Account> => {
      const { _id, token } = user;
      const body = { user: _id, session, workoutItemIndex: 0 };
      const activity = await call(address, token, activities.create, { body });
      return { token, user: _id, session, activity: activity._id };
    });
    return sizes.map((size) => accounts.splice(0, size));
  }

  async #newUser(address: string): Promise<User> {
    this.#users += 1;
    const uid = `rower-${this.#users}`;
    const token = this.#logins.tokenOf(uid);
    const { _id } = await call(address, token, users.create, {
      body: { displayName: `Rower ${this.#users}`, uid, iconURL: null },
    });
    return { _id, token };
  }

  /** Each host may create a number of sessions an hour. */
  async #newSession(address: string, candidates: User[]): Promise<string> {
    let host = this.#hosts.at(-1);
    if (host === undefined || host.sessions >= hourlyQuotas.workouts) {
      const isHost = new Set(this.#hosts.map(({ user }) => user._id));
      const user = candidates.find(({ _id }) => !isHost.has(_id));
      if (user === undefined) throw new Error('There are not enough users to create all sessions');
      host = { user, sessions: 0 };
      this.#hosts.push(host);
    }
    host.sessions += 1;
    const { _id, token } = host.user;
    const session = await call(address, token, sessions.create, {
      body: {
        title: 'Bench',
        hostUser: _id,
        startAt: new Date().toISOString(),
        isAccessibleByLink: true,
        workoutItems: ['100000 m'],
      },
    });
    return session._id;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#onServer((name) => `drop database if exists ${name} with (force)`);
    rmSync(this.#dataDir, { recursive: true, force: true });
    await this.#logins.stop();
  }

  async #onServer(statementOf: (name: string) => string): Promise<void> {
    if (this.#database === null) return;
    const client = new pg.Client({ connectionString: `${this.#database.server}/postgres` });
    await client.connect();
    await client.query(statementOf(this.#database.name));
    await client.end();
  }
}

/** Returns whether a PostgreSQL server accepts connections. */
export async function isReachable(databaseServer: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `${databaseServer}/postgres`,
    connectionTimeoutMillis: 2_000,
  });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Calls `work` for each item, a few at a time, and returns the results in the items' order. */
async function inTurns<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const workNext = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: callersMax }, workNext));
  return results;
}

/** Calls the API. Throws if the server refuses, or if its response breaks the contract. */
export async function call<E extends Endpoint>(
  address: string,
  token: string,
  endpoint: E,
  args: EndpointArgs<E>,
): Promise<EndpointResponse<E>> {
  const response = await fetch(`${address}${addressOf(endpoint, args)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(args.body),
  });
  const body: unknown = await response.json();
  if (!response.ok)
    throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${JSON.stringify(body)}`);
  return parsed<E['response']>(endpoint.response, body);
}

function parsed<S extends Endpoint['response']>(schema: S, value: unknown) {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise || result.issues) throw new Error('A response breaks the contract');
  return result.value;
}
