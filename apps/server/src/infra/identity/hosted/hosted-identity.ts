import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { authAccounts } from '../../../db/tables.ts';
import type { Login } from '../../../http/caller.ts';
import type { AuthSession, Identity } from '../identity.ts';
import { openBearerLogins, type BearerLogin, type BearerOptions } from './bearer-logins.ts';
import { isLocked } from '../locked-accounts.ts';
import { accountIdOf, openIdProviderId, subjectOf } from '../openid/openid-provider.ts';

type HostedIdentityOptions = BearerOptions & {
  db: Database;
  /** Popup sign-in with cookies and without passwords, for browsers. */
  browser: Identity;
};

/**
 * Opens the logins of a hosted provider. A program sends the provider's ID token as its bearer token with each request;
 * a browser signs in through the popup at the same issuer and then has our cookie. Either way the uid is the token's
 * subject.
 */
export function openHostedIdentity(options: HostedIdentityOptions): Identity {
  const { db, issuer, browser } = options;
  const { popup } = browser;
  const bearerLogin = openBearerLogins(options);
  async function cookieLogin(headers: Headers): Promise<Login | null> {
    const login = await browser.loginOf(withoutAuthorization(headers));
    const uid = login && (await subjectOfAccount(db, login.uid));
    return login && uid !== null ? { ...login, uid } : null;
  }

  return {
    offers: browser.offers,
    passwords: null,
    popup: popup && {
      begin: popup.begin,
      finish: (query, headers) => popup.finish(query, withoutAuthorization(headers)),
    },
    session: async (headers) => {
      const fromToken = await bearerLogin(headers);
      if (fromToken !== undefined) {
        return { value: fromToken && sessionOf(fromToken), headers: new Headers() };
      }
      const found = await browser.session(withoutAuthorization(headers));
      const uid = found.value && (await subjectOfAccount(db, found.value.user.id));
      if (found.value === null || uid === null) return { ...found, value: null };
      const { session, user } = found.value;
      return { ...found, value: { session: { ...session, userId: uid }, user: { ...user, id: uid } } };
    },
    signOut: (headers) => browser.signOut(withoutAuthorization(headers)),
    loginOf: async (headers) => {
      const fromToken = await bearerLogin(headers);
      return fromToken === undefined ? cookieLogin(headers) : fromToken;
    },
    loginsOf: async (login) => {
      const userId = await accountOfSubject(db, issuer, login.uid);
      return userId === null ? [] : browser.loginsOf({ ...login, uid: userId });
    },
    endLogins: async (login, which) => {
      const userId = await accountOfSubject(db, issuer, login.uid);
      return userId === null ? 0 : browser.endLogins({ uid: userId }, which);
    },
    isLocked: (uid) => isLocked(db, uid),
    // The hosted provider has the addresses.
    emailOf: () => Promise.resolve(null),
    providersOf: () => Promise.resolve(popup ? [openIdProviderId] : []),
    // Names and photos are the hosted provider's.
    setProfile: () => Promise.resolve(),
    // The account itself belongs to the provider. Only browser sign-ins are stored here.
    deleteAccount: async (step, uid) => {
      const userId = await accountOfSubject(step, issuer, uid);
      return userId === null ? () => {} : browser.deleteAccount(step, userId);
    },
    ensureLogin: () =>
      Promise.reject(new Error('Accounts are created at the hosted identity provider, not here')),
    onLoginEnded: (listener) => browser.onLoginEnded(listener),
    onAccountChanged: (listener) => browser.onAccountChanged(listener),
    afterResponse: (work) => browser.afterResponse(work),
    sweep: () => browser.sweep(),
    whenIdle: () => browser.whenIdle(),
  };
}

/** With a hosted provider this server issues no tokens, so it accepts none of its own. */
function withoutAuthorization(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete('authorization');
  return rest;
}

function sessionOf({ uid, name, email, emailVerified, authSessionId, endsAtMs }: BearerLogin): AuthSession {
  return {
    session: { id: authSessionId, userId: uid, expiresAt: new Date(endsAtMs).toISOString() },
    user: { id: uid, name, email, emailVerified, image: null },
  };
}

/** Returns the issuer's subject of a user who signed in through the popup. */
async function subjectOfAccount(db: Database, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ accountId: authAccounts.accountId })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, openIdProviderId)));
  return account ? subjectOf(account.accountId) : null;
}

/** Returns the account for the browser sign-ins of a subject; null if there was none. */
async function accountOfSubject(tx: Database, issuer: string, subject: string): Promise<string | null> {
  const [account] = await tx
    .select({ userId: authAccounts.userId })
    .from(authAccounts)
    .where(
      and(
        eq(authAccounts.accountId, accountIdOf(issuer, subject)),
        eq(authAccounts.providerId, openIdProviderId),
      ),
    );
  return account?.userId ?? null;
}
