import { lt } from 'drizzle-orm';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import { authSessions, authVerifications } from '../../../db/tables.ts';
import type { Mail, MailMessage } from '../../mail.ts';
import type { Identity, Passwords, Popup } from '../identity.ts';
import { openIdProviderId, type OpenIdProviderOptions } from '../openid/openid-provider.ts';
import { findUserId, openAccounts } from './accounts.ts';
import { AfterResponse, IdentityEvents, type IdentityCore } from './core.ts';
import { openEmailChanges, openPasswordChanges } from './credential-changes.ts';
import { DeviceCookie } from './device-cookie.ts';
import { sweepEmailChanges } from './email-changes.ts';
import { openLibrary, type PasswordHashing } from './library.ts';
import { answered, cookiesIn, redirectOf } from './library-calls.ts';
import { openLogins } from './logins.ts';
import { openSecondFactors } from './second-factor.ts';
import { openSharedDevices, sweepDevices } from './shared-devices.ts';
import { openSignIn } from './sign-in.ts';
import { oldestLogin, openProofs } from './stored-logins.ts';

export type EmbeddedIdentityOptions = {
  db: Database;
  secret: string;
  publicUrl: string | null;
  /** The base of links without a public address. */
  listenUrl: string;
  productName: string;
  mail: Mail;
  popupSignIn: OpenIdProviderOptions | null;
  log: { error(fields: object, message: string): void };
  /** The minimum length of a new password; absent: the specification's. */
  passwordMin?: number;
  /** False if a hosted provider holds the passwords. */
  passwordSignIn?: boolean;
  nowMs?: () => number;
  /** Absent: the library's scrypt, which takes a processor for a twentieth of a second. */
  passwordHashing?: PasswordHashing | undefined;
};

/** Email and password on the product's own database, and sign-in at an OpenID Connect provider, by better-auth. */
export function openEmbeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { db, popupSignIn, mail, passwordSignIn = true, passwordMin = limits.passwordMin } = options;
  const { nowMs = Date.now } = options;
  const isSecure = options.publicUrl?.startsWith('https:') ?? false;
  const core = openCore({ ...options, passwordSignIn, passwordMin, nowMs, isSecure });
  const { events, afterResponse } = core;
  const passwords = openPasswords(core, options.secret, isSecure);

  return {
    offers: { passwordSignIn, passwordMin, popupSignIn: popupSignIn?.name ?? null },
    passwords: passwordSignIn ? passwords : null,
    popup: popupSignIn ? openPopup(core) : null,
    ...openLogins(core),
    ...openAccounts(core, (email) => mail.forget(email)),
    ensureLogin: async (person) => {
      const known = await findUserId(db, person.email);
      return known ?? (await passwords.signUp(person, new Headers())).value.user.id;
    },
    onLoginEnded: (listener) => events.onLoginEnded(listener),
    onAccountChanged: (listener) => events.onAccountChanged(listener),
    afterResponse: (work) => afterResponse.run(work),
    sweep: () => sweep(db, nowMs()),
    whenIdle: () => afterResponse.whenIdle(),
  };
}

type CoreOptions = EmbeddedIdentityOptions & {
  passwordSignIn: boolean;
  passwordMin: number;
  nowMs: () => number;
  isSecure: boolean;
};

function openCore(options: CoreOptions): IdentityCore {
  const { db, publicUrl, listenUrl, productName, mail, log, nowMs } = options;
  const baseURL = publicUrl ?? listenUrl;
  const events = new IdentityEvents();
  const afterResponse = new AfterResponse(log);
  const post = (message: MailMessage) => afterResponse.run(() => mail.send(message));
  const library = openLibrary({
    ...options,
    baseURL,
    passwordHashing: options.passwordHashing,
    post,
    onLoginEnded: (authSessionId) => events.loginsEnded([authSessionId]),
  });
  return { db, library, productName, baseURL, events, afterResponse, post, nowMs };
}

function openPasswords(core: IdentityCore, secret: string, isSecure: boolean): Passwords {
  const { db, library, productName, nowMs } = core;
  const secondFactors = openSecondFactors({ db, secret, productName, nowMs });
  const device = new DeviceCookie(secret, isSecure);
  return {
    secondFactors,
    devices: openSharedDevices({
      db,
      secret,
      isSecure,
      nowMs,
      hash: async (text) => (await library.$context).password.hash(text),
      verify: async (hash, password) => (await library.$context).password.verify({ hash, password }),
    }),
    proofs: openProofs({ db, nowMs }),
    ...openSignIn(core, secondFactors),
    ...openPasswordChanges(core),
    ...openEmailChanges(core),
    knownDevice: (headers) => device.read(headers),
    deviceCookie: (account) => device.make(account),
  };
}

function openPopup({ library: { api } }: IdentityCore): Popup {
  return {
    begin: async (pages) => {
      const body = { provider: openIdProviderId, disableRedirect: true, ...pages };
      const { response, headers } = await answered(() => api.signInSocial({ body, returnHeaders: true }));
      if (response.url === undefined) throw new Error('The provider of the popup has no address');
      return { value: { url: response.url }, headers: cookiesIn(headers) };
    },
    finish: (query, headers) =>
      redirectOf(() =>
        api.callbackOAuth({ method: 'GET', params: { id: openIdProviderId }, query, headers }),
      ),
  };
}

async function sweep(db: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  for (const table of [authSessions, authVerifications]) {
    await deleteInBatches(db, table, lt(table.expiresAt, now));
  }
  await deleteInBatches(db, authSessions, lt(authSessions.createdAt, oldestLogin(now)));
  await sweepEmailChanges(db, nowMs);
  await sweepDevices(db, nowMs);
}
