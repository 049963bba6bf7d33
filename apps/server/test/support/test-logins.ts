import { beforeEach } from 'vitest';
import * as z from 'zod/mini';
import type { OpenDatabase } from '../../src/db/database.ts';
import type { Identity } from '../../src/infra/identity/identity.ts';
import { mailboxOfTest } from './mailbox.ts';
import { nowMs } from './now.ts';
import { useTestApp, type Answer, type TestApp } from './test-app.ts';
import { openTestIdentity, testListenUrl } from './test-identity.ts';

const SignedInSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

/** The credentials of a client after sign-in. */
export type TestLogin = { uid: string; token: string; cookie: string };

/** Returns the cookies of a response as a Cookie header. */
export function cookiesOf(answer: Answer): string {
  const lines = z.array(z.string()).parse([answer.headers['set-cookie'] ?? []].flat());
  return lines.map((line) => line.split(';')[0]).join('; ');
}

/** The identity provider's calls, with the headers of a page of the product. */
export class TestLogins {
  readonly #app: () => TestApp;
  readonly #origin: string;

  constructor(app: () => TestApp, origin = testListenUrl) {
    this.#app = app;
    this.#origin = origin;
  }

  post(path: string, body: object, given: { cookie?: string; from?: string } = {}): Promise<Answer> {
    return this.#app().call('POST', `/api/auth/${path}`, {
      body,
      from: given.from ?? '10.1.0.1',
      headers: {
        host: new URL(this.#origin).host,
        origin: this.#origin,
        ...(given.cookie ? { cookie: given.cookie } : {}),
      },
    });
  }

  get(path: string, given: { cookie?: string; from?: string } = {}): Promise<Answer> {
    return this.#app().call('GET', `/api/auth/${path}`, {
      from: given.from ?? '10.1.0.1',
      headers: { host: new URL(this.#origin).host, ...(given.cookie ? { cookie: given.cookie } : {}) },
    });
  }

  async signUp(email: string, password = 'a good password', name = 'Ann'): Promise<TestLogin> {
    return loginIn(await this.post('sign-up/email', { email, password, name }));
  }

  async signIn(email: string, password = 'a good password'): Promise<TestLogin> {
    return loginIn(await this.post('sign-in/email', { email, password }));
  }

  /** Returns the user that a cookie signs in, or null. */
  async whoIs(
    cookie: string,
  ): Promise<{ id: string; email: string; name: string; image: string | null } | null> {
    const answer = await this.get('get-session', { cookie });
    return WhoSchema.parse(answer.body)?.user ?? null;
  }
}

const WhoSchema = z.nullable(
  z.object({
    user: z.object({ id: z.string(), email: z.string(), name: z.string(), image: z.nullable(z.string()) }),
  }),
);

function loginIn(answer: Answer): TestLogin {
  const { token, user } = SignedInSchema.parse(answer.body);
  return { uid: user.id, token, cookie: cookiesOf(answer) };
}

/** Accounts of the server's own, with a mailbox, and a clock that the test moves on. */
export function accountsOn(database: () => OpenDatabase) {
  const clock = { nowMs: nowMs() };
  const mailbox = mailboxOfTest();
  const opened: { identity?: Identity } = {};
  const app = useTestApp(
    database,
    {},
    async () =>
      (opened.identity = openTestIdentity(database().db, { nowMs: () => clock.nowMs, mail: mailbox.mail })),
    { nowMs: () => clock.nowMs },
  );
  beforeEach(() => {
    clock.nowMs = nowMs();
    mailbox.clear();
  });
  const identity = (): Identity => {
    if (opened.identity === undefined) throw new Error('Not opened yet');
    return opened.identity;
  };
  return { app, clock, mailbox, identity, logins: new TestLogins(app) };
}
