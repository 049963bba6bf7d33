import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, like, lt } from 'drizzle-orm';
import { betterAuth, type BetterAuthPlugin } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { authAccounts, authSessions, authUsers, authVerifications } from '../../db/tables.ts';
import { isOwnOrigin } from '../../http/origin.ts';
import { Attempts } from './attempts.ts';
import { guarded, identityGuards, noteFailure } from './identity-guards.ts';
import { changeNotice, linkLifetimeSec, newEmailMail, resetMail } from './identity-mails.ts';
import { clientAddressHeader, type Identity } from './identity.ts';
import type { Mail, MailMessage } from '../mail.ts';
import { openIdProvider, openIdProviderId, type OpenIdProviderOptions } from './openid-provider.ts';

export type EmbeddedIdentityOptions = {
  db: Database;
  secret: string;
  publicUrl: string | null;
  /** Where the server listens: the base of the provider's own links when there is no public address. */
  listenUrl: string;
  productName: string;
  mail: Mail;
  popupSignIn: OpenIdProviderOptions | null;
  log: { error(fields: object, message: string): void };
  /** False where a hosted provider holds the passwords. */
  passwordSignIn?: boolean;
  nowMs?: () => number;
};

/** Email and password on the product's own database, and sign-in at an OpenID Connect provider, by better-auth. */
export function openEmbeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { db, secret, publicUrl, listenUrl, productName, mail, popupSignIn, log } = options;
  const { passwordSignIn = true, nowMs = Date.now } = options;
  const baseURL = publicUrl ?? listenUrl;
  const onEnded: Array<(authSessionId: string) => void> = [];
  const underWay = new Set<Promise<void>>();

  /** Nobody waits for it, so its failure is only logged. */
  function afterAnswer(work: () => Promise<unknown>): void {
    const done = pause(answerLeavesWithinMs)
      .then(() => guarded(work))
      .catch((error: unknown) => log.error({ err: error }, 'work after an answer of identity failed'))
      .then(() => void underWay.delete(done));
    underWay.add(done);
  }
  const post = (message: MailMessage) => afterAnswer(() => mail.send(message));

  const auth = betterAuth({
    appName: productName,
    baseURL,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      // A person and their password are stored together: half an account could neither sign in nor up.
      transaction: true,
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
      },
    }),
    emailAndPassword: {
      enabled: passwordSignIn,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: linkLifetimeSec,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => {
        post(resetMail(user.email, productName, `${baseURL}/reset?token=${encodeURIComponent(token)}`));
      },
      // Whoever could open the link has the mailbox. With the password and every login of before gone, the provider
      // of the popup may be linked to this account from now on; a link from before the address was proved may be
      // somebody else's.
      onPasswordReset: async ({ user }) => {
        await endResetLinks(user.id);
        if (user.emailVerified) return;
        await db.transaction(async (step) => {
          await step.delete(authAccounts).where(linkOf(user.id));
          await step.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, user.id));
        });
      },
    },
    emailVerification: {
      expiresIn: linkLifetimeSec,
      sendVerificationEmail: async ({ user, url }) => post(newEmailMail(user.email, productName, url)),
      afterEmailVerification: ({ id }) => endResetLinks(id),
    },
    user: { changeEmail: { enabled: true } },
    account: {
      accountLinking: {
        enabled: true,
        // Only when both sides have proved the address: otherwise whoever signs up first with somebody else's
        // address would wait there for its owner.
        requireLocalEmailVerified: true,
        trustedProviders: [],
      },
    },
    databaseHooks: {
      // The provider's tokens are used once, to sign in; kept, they could only be stolen.
      account: {
        create: {
          before: async (account, call) => {
            // Through the library, which has a transaction open.
            const known = await call?.context.internalAdapter.findAccounts(account.userId);
            return isSecondSubject(account, known ?? []) ? false : { data: { ...account, ...noTokens } };
          },
        },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
      session: {
        delete: {
          after: async ({ id }) => {
            for (const listener of onEnded) listener(id);
          },
        },
      },
    },
    onAPIError: {
      errorURL: '/sign-in-popup.html',
      // The library would print it and answer without a word.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
    plugins: [
      bearer(),
      ...(popupSignIn ? [withProvider(popupSignIn)] : []),
      identityGuards({
        attempts: new Attempts(db, nowMs),
        passwordSignIn,
        popupSignIn: popupSignIn !== null,
        sessionOf: (headers): Promise<{ user: { id: string; email: string } } | null> =>
          auth.api.getSession({ headers }),
        isEmailTaken: async (email) => (await findUserId(email)) !== null,
        requestReset: (email): Promise<unknown> => auth.api.requestPasswordReset({ body: { email } }),
        endResetLinks,
        noticeChange: (oldEmail, newEmail) =>
          post(changeNotice(oldEmail, productName, newEmail, `${baseURL}/reset`)),
        afterAnswer,
      }),
    ],
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin');
      const host = request?.headers.get('host') ?? undefined;
      return origin && isOwnOrigin(origin, host, publicUrl) ? [origin] : [];
    },
    // Counted by the guards, over all processes.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'boathouse',
      useSecureCookies: baseURL.startsWith('https:'),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // Said, because the library leaves both out where it believes to be tested.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // It tells of refusals, with addresses of people, as of failures: these alone are of use.
    logger: { level: 'error', log: (_level, _message, ...told: unknown[]) => told.forEach(noteFailure) },
  });

  /** A link from before must not take back a new password, nor give the old address the account of a new one. */
  async function endResetLinks(userId: string): Promise<void> {
    const isResetLink = like(authVerifications.identifier, 'reset-password:%');
    await db.delete(authVerifications).where(and(eq(authVerifications.value, userId), isResetLink));
  }

  async function findUserId(email: string): Promise<string | null> {
    const [known] = await db
      .select({ id: authUsers.id })
      .from(authUsers)
      .where(eq(authUsers.email, email.toLowerCase()));
    return known?.id ?? null;
  }

  return {
    offers: { passwordSignIn, popupSignIn: popupSignIn?.name ?? null },
    handle: (request) => guarded(() => auth.handler(request)),
    loginOf: async (headers) => {
      const found = await guarded(() => auth.api.getSession({ headers }));
      if (found === null) return null;
      const { user, session } = found;
      return { uid: user.id, name: user.name, authSessionId: session.id, endsAtMs: null };
    },
    ensureLogin: async (person) => {
      const known = await findUserId(person.email);
      if (known !== null) return known;
      const made = await auth.api.signUpEmail({ body: person });
      return made.user.id;
    },
    onLoginEnded: (listener) => void onEnded.push(listener),
    sweep: async () => {
      const now = new Date(nowMs());
      for (const table of [authSessions, authVerifications]) {
        await db.delete(table).where(lt(table.expiresAt, now));
      }
    },
    whenIdle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** By then the answer has left, which this work must not slow: how long an answer takes would tell of the account. */
const answerLeavesWithinMs = 50;

const linkOf = (userId: string) =>
  and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, openIdProviderId));

/**
 * Whether somebody else at the provider has this user already: an address that a provider has given to a new person
 * must not give them the account of the old one.
 */
function isSecondSubject(account: { providerId: string }, known: Array<{ providerId: string }>): boolean {
  const isOfProvider = ({ providerId }: { providerId: string }) => providerId === openIdProviderId;
  return isOfProvider(account) && known.some(isOfProvider);
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null };

/** Registers the provider without asking it anything. */
function withProvider(options: OpenIdProviderOptions): BetterAuthPlugin {
  const provider = openIdProvider(options);
  return {
    id: 'boathouse-openid',
    init: (context) => ({ context: { socialProviders: [provider, ...context.socialProviders] } }),
  };
}
