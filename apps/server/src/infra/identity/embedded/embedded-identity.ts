import { setTimeout as pause } from 'node:timers/promises';
import { BASE_ERROR_CODES } from '@better-auth/core/error';
import { and, eq, lt } from 'drizzle-orm';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import { authAccounts, authSessions, authUsers, authVerifications } from '../../../db/tables.ts';
import type { Mail, MailMessage } from '../../mail.ts';
import { IdentityRefusal, type Identity, type Passwords, type Popup } from '../identity.ts';
import { passwordProblemOf } from '../password-rules.ts';
import { openIdProviderId, type OpenIdProviderOptions } from '../openid/openid-provider.ts';
import { DeviceCookie } from './device-cookie.ts';
import {
  addEmailChange,
  dropEmailChange,
  isReserved,
  prolongEmailChange,
  sweepEmailChanges,
  takeBackEmail,
  takeBackPage,
} from './email-changes.ts';
import { digestOf } from './guarded-database.ts';
import { changeNotice } from './identity-mails.ts';
import {
  accountOf,
  answered,
  cookiesIn,
  newEmailIn,
  redirectOf,
  redirectTo,
  signedIn,
  userAgentOf,
} from './library-calls.ts';
import { isLocked, lockedWords } from '../locked-accounts.ts';
import { openProofs } from './proofs.ts';
import { openSecondFactors } from './second-factor.ts';
import { deleteDevicesOf, openSharedDevices, sweepDevices } from './shared-devices.ts';
import {
  deleteLogins,
  endOfLogin,
  lastUseStepMs,
  listLogins,
  noteUse,
  oldestLogin,
} from './stored-logins.ts';
import { endLinks, openLibrary, ownerOfResetLink, type PasswordHashing } from './library.ts';

export type EmbeddedIdentityOptions = {
  db: Database;
  secret: string;
  publicUrl: string | null;
  /** The base of links when there is no public address. */
  listenUrl: string;
  productName: string;
  mail: Mail;
  popupSignIn: OpenIdProviderOptions | null;
  log: { error(fields: object, message: string): void };
  /** The least length of a new password; absent: the specification's. */
  passwordMin?: number;
  /** False if a hosted provider holds the passwords. */
  passwordSignIn?: boolean;
  nowMs?: () => number;
  /** Absent: the library's scrypt, which takes a processor for a twentieth of a second. */
  passwordHashing?: PasswordHashing | undefined;
};

/** Email and password on the product's own database, and sign-in at an OpenID Connect provider, by better-auth. */
export function openEmbeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { db, secret, publicUrl, listenUrl, productName, mail, popupSignIn, log } = options;
  const { passwordSignIn = true, passwordMin = limits.passwordMin } = options;
  const { nowMs = Date.now, passwordHashing } = options;
  const baseURL = publicUrl ?? listenUrl;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const onEnded: Array<(authSessionId: string) => void> = [];
  const onChanged: Array<(uid: string) => void> = [];
  const underWay = new Set<Promise<void>>();

  function afterResponse(work: () => Promise<unknown>): void {
    const done = pause(responseLeavesWithinMs)
      .then(() => answered(work))
      .catch((error: unknown) => log.error({ err: error }, 'work after a response of identity failed'))
      .then(() => void underWay.delete(done));
    underWay.add(done);
  }
  const post = (message: MailMessage) => afterResponse(() => mail.send(message));

  const library = openLibrary({
    db,
    secret,
    baseURL,
    isSecure,
    productName,
    passwordSignIn,
    passwordMin,
    passwordHashing,
    popupSignIn,
    post,
    nowMs,
    onLoginEnded: (authSessionId) => {
      for (const listener of onEnded) listener(authSessionId);
    },
    log,
  });
  const { api } = library;
  const secondFactors = openSecondFactors({ db, secret, productName, nowMs });

  async function findUserId(email: string): Promise<string | null> {
    const [known] = await db
      .select({ id: authUsers.id })
      .from(authUsers)
      .where(eq(authUsers.email, email.toLowerCase()));
    return known?.id ?? null;
  }

  /** @throws IdentityRefusal INVALID_EMAIL_OR_PASSWORD, as the library's sign-in does */
  async function checkPassword(uid: string, password: string): Promise<void> {
    const [account] = await db
      .select({ hash: authAccounts.password })
      .from(authAccounts)
      .where(and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, 'credential')));
    const hash = account?.hash ?? '';
    if (hash !== '' && (await (await library.$context).password.verify({ hash, password }))) return;
    const { code, message } = BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD;
    throw new IdentityRefusal(401, code, message);
  }

  /** Notes that a new login has proved the second factor. */
  async function noteCodeOf(token: string): Promise<void> {
    await db
      .update(authSessions)
      .set({ codeProvedAt: new Date(nowMs()) })
      .where(eq(authSessions.token, digestOf(token)));
  }

  /** The mailed link proves the new address, and ends the links mailed to the old one. */
  async function noteProvedEmail(uid: string, email: string): Promise<void> {
    const changed = await db
      .update(authUsers)
      .set({ emailVerified: true })
      .where(and(eq(authUsers.id, uid), eq(authUsers.email, email.toLowerCase())))
      .returning({ id: authUsers.id });
    if (changed.length === 0) return;
    await endLinks(db, uid);
    await prolongEmailChange(db, { uid, email, nowMs: nowMs() });
    for (const listener of onChanged) listener(uid);
  }

  const proofs = openProofs({ db, nowMs });
  const device = new DeviceCookie(secret, isSecure);
  const devices = openSharedDevices({
    db,
    secret,
    isSecure,
    nowMs,
    hash: async (text) => (await library.$context).password.hash(text),
    verify: async (hash, password) => (await library.$context).password.verify({ hash, password }),
  });

  const passwords: Passwords = {
    signUp: async (account, headers) => {
      refuseWeak(account.password, account, productName);
      try {
        if (await isReserved(db, account.email, { uid: null, nowMs: nowMs() })) throw takenEmail();
        return signedIn(
          await answered(() =>
            api.signUpEmail({ body: account, headers: userAgentOf(headers), returnHeaders: true }),
          ),
        );
      } catch (error) {
        // Computes a hash too, so that an email with an account takes as long as a new one.
        if (error instanceof IdentityRefusal && error.status === 422) {
          await (await library.$context).password.hash(account.password);
        }
        throw error;
      }
    },
    secondFactors,
    devices,
    proofs,
    signInByPin: async (uid, headers) => {
      if (await isLocked(db, uid)) throw new IdentityRefusal(403, 'ACCOUNT_LOCKED', lockedWords);
      return signedIn(
        await answered(() =>
          api.signInByPin({ body: { uid }, headers: userAgentOf(headers), returnHeaders: true }),
        ),
      );
    },
    signIn: async (body, headers, proveSecondFactor) => {
      const uid = await findUserId(body.email);
      if (uid !== null && (await isLocked(db, uid))) {
        // Only those who know the password learn that the account is locked.
        await checkPassword(uid, body.password);
        throw new IdentityRefusal(403, 'ACCOUNT_LOCKED', lockedWords);
      }
      const needsCode = uid !== null && (await secondFactors.isOn(uid));
      if (needsCode) {
        await checkPassword(uid, body.password);
        await proveSecondFactor(uid);
      }
      const done = signedIn(
        await answered(() => api.signInEmail({ body, headers: userAgentOf(headers), returnHeaders: true })),
      );
      if (needsCode) await noteCodeOf(done.value.token);
      return done;
    },
    verify: async (password, headers) => {
      await answered(() => api.verifyPassword({ body: { password }, headers }));
    },
    sendReset: async (email) => {
      await answered(() => api.requestPasswordReset({ body: { email } }));
    },
    reset: async (change) => {
      const owner = await ownerOfResetLink(db, change.token);
      if (owner !== null) refuseWeak(change.newPassword, owner, productName);
      await answered(() => api.resetPassword({ body: change }));
      if (owner !== null) await deleteDevicesOf(db, owner.uid, { except: null });
      return owner?.uid ?? null;
    },
    change: async (change, owner, headers) => {
      refuseWeak(change.newPassword, owner, productName);
      const body = { ...change, revokeOtherSessions: true };
      const result = signedIn(
        await answered(() => api.changePassword({ body, headers, returnHeaders: true })),
      );
      await endLinks(db, result.value.user.id);
      await deleteDevicesOf(db, result.value.user.id, { except: null });
      return result;
    },
    changeEmail: async ({ uid, oldEmail, newEmail, callbackURL }, headers) => {
      const body = { newEmail, ...(callbackURL === undefined ? {} : { callbackURL }) };
      // Before the library's mail: without the way back there is no change.
      const token = await addEmailChange(db, { uid, oldEmail, newEmail, nowMs: nowMs() });
      try {
        // As for an address with an account: the response is the same, and no link is mailed there.
        if (!(await isReserved(db, newEmail, { uid, nowMs: nowMs() }))) {
          await answered(() => api.changeEmail({ body, headers }));
        }
      } catch (error) {
        await dropEmailChange(db, token);
        throw error;
      }
      post(changeNotice(oldEmail, productName, newEmail, takeBackPage(baseURL, token)));
    },
    confirmEmail: async (link, uid, headers) => {
      const newEmail = newEmailIn(link.token);
      const isTaken =
        newEmail !== null &&
        ((await findUserId(newEmail)) !== null || (await isReserved(db, newEmail, { uid, nowMs: nowMs() })));
      if (isTaken) {
        return redirectTo('/settings?error=EMAIL_TAKEN');
      }
      const redirect = await redirectOf(() => api.verifyEmail({ query: link, headers }));
      if (newEmail !== null) await noteProvedEmail(uid, newEmail);
      return redirect;
    },
    takeBackEmail: async (token) => {
      const { endedLogins, ...done } = await takeBackEmail(db, { token, nowMs: nowMs() });
      for (const id of endedLogins) for (const listener of onEnded) listener(id);
      for (const listener of onChanged) listener(done.uid);
      return done;
    },
    knownDevice: (headers) => device.read(headers),
    deviceCookie: (account) => device.make(account),
  };

  const popup: Popup = {
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

  return {
    offers: { passwordSignIn, passwordMin, popupSignIn: popupSignIn?.name ?? null },
    passwords: passwordSignIn ? passwords : null,
    popup: popupSignIn ? popup : null,
    emailOf: async (tx, uid) => {
      const [row] = await tx.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, uid));
      return row?.email ?? null;
    },
    loginOf: async (headers) => {
      const found = await answered(() => api.getSession({ headers }));
      if (found === null) return null;
      const { user, session } = found;
      const { id: uid, name, email } = user;
      const signedInAtMs = session.createdAt.getTime();
      const endsLatestMs = endOfLogin(session.createdAt);
      const now = new Date(nowMs());
      if (endsLatestMs <= now.getTime()) return null;
      // Not awaited: a disk that is full must not end reading.
      if (now.getTime() - session.updatedAt.getTime() >= lastUseStepMs) {
        afterResponse(() => noteUse(db, session.id, now));
      }
      return {
        uid,
        name,
        email,
        authSessionId: session.id,
        endsAtMs: null,
        endsLatestMs,
        signedInAtMs,
        isByPin: session.isByPin === true,
      };
    },
    session: async (headers) => {
      const found = await answered(() => api.getSession({ headers, returnHeaders: true }));
      const cookies = cookiesIn(found.headers);
      if (found.response === null) return { value: null, headers: cookies };
      const { user, session } = found.response;
      const { id, userId } = session;
      const endsAtMs = endOfLogin(session.createdAt);
      if (endsAtMs <= nowMs()) return { value: null, headers: cookies };
      const expiresAt = new Date(Math.min(session.expiresAt.getTime(), endsAtMs)).toISOString();
      const isByPin = session.isByPin === true;
      return {
        value: { session: { id, userId, expiresAt, isByPin }, user: accountOf(user) },
        headers: cookies,
      };
    },
    signOut: async (headers) => {
      const found = await answered(() => api.getSession({ headers }));
      if (found !== null) {
        // The library would report success if the login could not be deleted.
        await db.delete(authSessions).where(eq(authSessions.id, found.session.id));
        for (const listener of onEnded) listener(found.session.id);
      }
      return cookiesIn((await answered(() => api.signOut({ headers, returnHeaders: true }))).headers);
    },
    loginsOf: ({ uid }) => listLogins(db, uid, new Date(nowMs())),
    endLogins: async ({ uid }, which) => {
      await deleteDevicesOf(db, uid, which);
      const ended = await deleteLogins(db, uid, which);
      for (const id of ended) for (const listener of onEnded) listener(id);
      return ended.length;
    },
    isLocked: (uid) => isLocked(db, uid),
    providersOf: async ({ uid }) => {
      const rows = await db
        .select({ providerId: authAccounts.providerId })
        .from(authAccounts)
        .where(eq(authAccounts.userId, uid));
      return rows.map(({ providerId }) => providerId);
    },
    setProfile: async (step, uid, profile) => {
      await step
        .update(authUsers)
        .set({ ...profile, updatedAt: new Date() })
        .where(eq(authUsers.id, uid));
    },
    // The library's own deletion can't share a transaction with the user's record.
    deleteAccount: async (step, uid) => {
      await endLinks(step, uid);
      const logins = await step
        .delete(authSessions)
        .where(eq(authSessions.userId, uid))
        .returning({ id: authSessions.id });
      const [account] = await step
        .delete(authUsers)
        .where(eq(authUsers.id, uid))
        .returning({ email: authUsers.email });
      return () => {
        if (account) afterResponse(() => mail.forget(account.email));
        for (const { id } of logins) for (const listener of onEnded) listener(id);
        for (const listener of onChanged) listener(uid);
      };
    },
    ensureLogin: async (person) => {
      const known = await findUserId(person.email);
      return known ?? (await passwords.signUp(person, new Headers())).value.user.id;
    },
    onLoginEnded: (listener) => void onEnded.push(listener),
    onAccountChanged: (listener) => void onChanged.push(listener),
    afterResponse,
    sweep: async () => {
      const now = new Date(nowMs());
      for (const table of [authSessions, authVerifications]) {
        await deleteInBatches(db, table, lt(table.expiresAt, now));
      }
      await deleteInBatches(db, authSessions, lt(authSessions.createdAt, oldestLogin(now)));
      await sweepEmailChanges(db, nowMs());
      await sweepDevices(db, nowMs());
    },
    whenIdle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

const takenEmail = () => {
  const { code, message } = BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL;
  return new IdentityRefusal(422, code, message);
};

/** @throws IdentityRefusal PASSWORD_TOO_WEAK */
function refuseWeak(password: string, owner: { name: string; email: string }, productName: string): void {
  const problem = passwordProblemOf(password, owner, productName);
  if (problem !== null) throw new IdentityRefusal(400, 'PASSWORD_TOO_WEAK', problem);
}

/** Work starts after this, when the response has been sent: its timing must not show whether there is an account. */
const responseLeavesWithinMs = 50;
