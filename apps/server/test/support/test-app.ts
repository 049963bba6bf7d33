import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import * as z from 'zod/mini';
import { ProblemSchema } from '@boathouse/contract/errors';
import { users, type UserRef } from '@boathouse/contract/users';
import { buildApp, type App, type AppOptions } from '../../src/app/app.ts';
import { servicesOf, type ServiceParts, type Services } from '../../src/app/services.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import type { Identity } from '../../src/infra/identity/identity.ts';
import { DiskSpace } from '../../src/infra/disk-space.ts';
import { openFileStorage, type FileStorage } from '../../src/infra/files/open-files.ts';
import type { LocalHttps } from '../../src/infra/local-https/local-https.ts';
import { openLog } from '../../src/infra/log.ts';
import { openTestIdentity, testListenUrl } from './test-identity.ts';

/** Opens a temporary file storage, unless the test passes its own to restart on. */
async function openTestFiles(given: FileStorage | undefined) {
  if (given) return { storage: given, remove: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'boathouse-files-'));
  const storage = await openFileStorage({ dataDir, s3: null });
  return { storage, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** A signed-in user of a test. */
export type Person = { user: UserRef; uid: string; token: string };

export type Answer = { status: number; body: unknown; headers: Record<string, unknown> };

type CallOptions = {
  as?: Person | null;
  /** Objects are sent as JSON; strings and buffers unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The client's address. */
  from?: string;
};

type TestConfig = Partial<ServiceParts['config']> &
  AppOptions & {
    /** Gets each line of the log from info on. */
    onLog?: (line: string) => void;
    localHttps?: LocalHttps;
  };

/** Pino's number. */
const errorLevel = 50;
const LogLineSchema = z.looseObject({ level: z.int() });

export class TestApp {
  readonly app: App;
  readonly services: Services;
  readonly #origin: string;
  /** The lines that the server logged at error level. */
  readonly errors: unknown[];

  readonly #removeFiles: () => Promise<void>;

  private constructor(
    services: Services,
    app: App,
    origin: string,
    errors: unknown[],
    removeFiles: () => Promise<void>,
  ) {
    this.services = services;
    this.app = app;
    this.#removeFiles = removeFiles;
    this.#origin = origin;
    this.errors = errors;
  }

  /** Builds the whole app, with real sign-in, on the given database. */
  static async on(
    database: OpenDatabase,
    config: TestConfig = {},
    givenFiles?: FileStorage,
    givenIdentity?: Identity,
    disk = DiskSpace.of(tmpdir()),
    clock: Pick<ServiceParts, 'nowMs'> = {},
  ): Promise<TestApp> {
    const { limits, webFolder, onLog, localHttps = null, ...settings } = config;
    const errors: unknown[] = [];
    const logger = openLog(onLog ? 'info' : 'error', {
      write: (text: string) => {
        const line = LogLineSchema.parse(JSON.parse(text));
        if (line.level >= errorLevel) errors.push(line);
        onLog?.(text);
      },
    });
    const identity =
      givenIdentity ?? openTestIdentity(database.db, { publicUrl: config.publicUrl ?? null, log: logger });
    const files = await openTestFiles(givenFiles);
    const services = servicesOf({
      config: {
        publicUrl: null,
        trustedProxy: null,
        productName: 'Boathouse',
        contactEmail: 'hello@boathouse.example',
        simulatedErg: true,
        offline: true,
        fileQuotaBytes: 100 * 1_048_576,
        adminsNeedSecondFactor: false,
        webhooksPrivateNetworks: false,
        pushHosts: ['push.example'],
        // A test that replaces a part has its own.
        syncHosts: { intervals: null, logbook: null, logbookClient: null },
        metricsToken: null,
        dataDir: tmpdir(),
        backupDir: null,
        ...settings,
      },
      database,
      disk,
      identity,
      mail: { send: async () => {}, sweep: async () => {}, state: () => ({ kind: 'folder', failure: null }) },
      secret: 'the secret of a test, of 32 or more',
      address: testListenUrl,
      storage: files.storage,
      logger,
      localHttps,
      ...clock,
    });
    const app = await buildApp(services, {
      // Tests make more calls as one user than a person does.
      limits: { rates: null, ...limits },
      ...(webFolder === undefined ? {} : { webFolder }),
    });
    return new TestApp(services, app, testListenUrl, errors, files.remove);
  }

  /** Listens on a free port, for sockets. Returns the address. */
  listen(): Promise<string> {
    return this.app.http.listen({ host: '127.0.0.1', port: 0 });
  }

  /** Signs up through the API, each user from a different IP address. */
  async signUp(name: string, options: { withRecord?: boolean } = {}): Promise<Person> {
    const answer = await this.app.http.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { email: `${randomUUID()}@athletes.example`, password: 'a good password', name },
      headers: { origin: this.#origin, host: new URL(this.#origin).host },
      remoteAddress: nextAddress(),
    });
    if (answer.statusCode !== 200) throw new Error(`Sign-up failed: ${answer.statusCode} ${answer.body}`);
    const { token, user } = answer.json<{ token: string; user: { id: string } }>();
    const person = { uid: user.id, token, user: { _id: '', displayName: name, iconURL: null } };
    if (options.withRecord === false) return person;
    const made = await this.call('POST', '/api/users', {
      as: person,
      body: { displayName: name, uid: person.uid, iconURL: null },
    });
    const { _id, displayName, iconURL } = users.create.response.parse(made.body);
    return { ...person, user: { _id, displayName, iconURL } };
  }

  async call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    options: CallOptions = {},
  ): Promise<Answer> {
    const { as, body, headers, from } = options;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const answer = await this.app.http.inject({
      method,
      url,
      ...(from === undefined ? {} : { remoteAddress: from }),
      headers: {
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    const isJson = /json/.test(String(answer.headers['content-type']));
    const parsed: unknown = isJson && answer.body !== '' ? answer.json() : answer.body;
    return { status: answer.statusCode, body: parsed, headers: answer.headers };
  }

  async close(): Promise<void> {
    await this.app.http.close();
    await this.#removeFiles();
  }
}

/** Returns the problem of an error response. Asserts that it is problem+json with an error id. */
export function problemOf(answer: Answer): { status: number; code: string; fields: string[] | undefined } {
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const problem = ProblemSchema.parse(answer.body);
  expect(problem.errorId).toMatch(/^[0-9a-f-]{36}$/);
  return { status: answer.status, code: problem.code, fields: problem.fields?.map(({ field }) => field) };
}

/** Builds an app for a describe block. A line logged at error level fails the test during which it occurs. */
export function useTestApp(
  database: () => OpenDatabase,
  config: TestConfig = {},
  identity?: () => Identity | Promise<Identity>,
  clock: Pick<ServiceParts, 'nowMs'> = {},
): () => TestApp {
  let app: TestApp | undefined;
  const opened = () => {
    if (!app) throw new Error('The app is not open yet');
    return app;
  };
  beforeAll(async () => {
    app = await TestApp.on(database(), config, undefined, await identity?.(), undefined, clock);
  });
  afterEach(() => {
    expect(opened().errors.splice(0), 'errors that the server logged').toEqual([]);
  });
  afterAll(() => app?.close());
  return opened;
}

let addresses = 0;

function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
