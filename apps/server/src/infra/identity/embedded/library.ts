import { and, eq, isNotNull } from 'drizzle-orm';
import { BASE_ERROR_CODES } from '@better-auth/core/error';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
// Without its own database layer, which is an eighth of the server's modules.
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { bearer } from 'better-auth/plugins/bearer';
import * as z from 'zod';
import { serverLimits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import {
  authAccounts,
  authSecondFactors,
  authSessions,
  authUsers,
  authVerifications,
} from '../../../db/tables.ts';
import type { MailMessage } from '../../mail.ts';
import { openIdProvider, openIdProviderId, type OpenIdProviderOptions } from '../openid/openid-provider.ts';
import { DatabaseFailure, digestOf, guardedDatabase } from './guarded-database.ts';
import { userAgentMax } from './stored-logins.ts';
import { resetPage } from './reset-link.ts';
import { linkLifetimeSec, newEmailMail, resetMail } from './identity-mails.ts';

export type PasswordHashing = {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
};

type LibraryOptions = {
  db: Database;
  secret: string;
  /** The address that browsers use: the base of links. */
  baseURL: string;
  /** Whether browsers use it only over TLS: cookies are then `Secure`, by their names too. */
  isSecure: boolean;
  productName: string;
  passwordSignIn: boolean;
  passwordMin: number;
  /** Undefined: the library's own. */
  passwordHashing: PasswordHashing | undefined;
  popupSignIn: OpenIdProviderOptions | null;
  /** Sends a mail after the response. */
  post(message: MailMessage): void;
  onLoginEnded(authSessionId: string): void;
  nowMs: () => number;
  log: { error(fields: object, message: string): void };
};

/**
 * Opens the identity library. Only its server API is used: none of its HTTP routes is mounted, so its rate limits,
 * origin checks and trusted origins have no effect.
 */
export function openLibrary(options: LibraryOptions) {
  const { db, secret, baseURL, isSecure, productName, popupSignIn, post, log } = options;
  const adapter = drizzleAdapter(db, {
    provider: 'pg',
    // A user and their password are stored together: half an account could neither sign in nor sign up again.
    transaction: true,
    schema: {
      user: authUsers,
      session: authSessions,
      account: authAccounts,
      verification: authVerifications,
    },
  });
  return betterAuth({
    appName: productName,
    baseURL,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    database: (given: BetterAuthOptions) => guardedDatabase(adapter(given)),
    emailAndPassword: passwordsOf(options),
    emailVerification: {
      expiresIn: linkLifetimeSec,
      sendVerificationEmail: async ({ user, url }) => post(newEmailMail(user.email, productName, url)),
    },
    user: { changeEmail: { enabled: true } },
    session: {
      additionalFields: { isByPin: { type: 'boolean', required: false, input: false, defaultValue: false } },
    },
    account: {
      accountLinking: {
        enabled: true,
        // Both sides must have verified the address. Otherwise a stranger could sign up with another user's address
        // and wait for its owner.
        requireLocalEmailVerified: true,
        trustedProviders: [],
      },
    },
    databaseHooks: hooksOf(options),
    onAPIError: { errorURL: '/sign-in-popup.html' },
    plugins: [bearer(), signingInByPin(), ...(popupSignIn ? [withProvider(popupSignIn)] : [])],
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'boathouse',
      useSecureCookies: isSecure,
      database: { generateId: () => newId() },
      ipAddress: { disableIpTracking: true },
    },
    // The library also logs user errors, with email addresses. Log only failures that it hides from its caller.
    logger: {
      level: 'error',
      log: (_level, _message, ...details: unknown[]) => {
        for (const detail of details) {
          if (detail instanceof DatabaseFailure)
            log.error({ err: detail.cause }, 'a query of identity failed');
        }
      },
    },
  });
}

function passwordsOf(options: LibraryOptions): BetterAuthOptions['emailAndPassword'] {
  const { db, baseURL, productName, passwordSignIn, passwordMin, passwordHashing, post } = options;
  return {
    enabled: passwordSignIn,
    minPasswordLength: passwordMin,
    maxPasswordLength: serverLimits.passwordMax,
    ...(passwordHashing && { password: passwordHashing }),
    resetPasswordTokenExpiresIn: linkLifetimeSec,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: async ({ user, token }) => {
      post(resetMail(user.email, productName, resetPage(baseURL, token)));
    },
    // The link proves that the user owns the mailbox. The old password and logins are invalid, so the popup's provider
    // may be linked to this account from now on. An earlier link may belong to another user, so delete it.
    onPasswordReset: async ({ user }) => {
      await endLinks(db, user.id);
      if (user.emailVerified) return;
      await db.transaction(async (step) => {
        await step.delete(authAccounts).where(linkOf(user.id));
        await step.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, user.id));
      });
    },
  };
}

function hooksOf({ db, nowMs, onLoginEnded }: LibraryOptions): BetterAuthOptions['databaseHooks'] {
  return {
    // The provider's tokens are used once, to sign in.
    account: {
      create: {
        before: async (account, call) => {
          // Uses the library's adapter, because one of its transactions is open.
          const known = (await call?.context.internalAdapter.findAccounts(account.userId)) ?? [];
          if (isSecondSubject(account, known)) return false;
          // An account is linked to a known user outside a transaction.
          if (known.length > 0 && (await evadesSecondFactor(db, account))) return false;
          return { data: { ...account, ...noTokens } };
        },
      },
      update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
    },
    session: {
      create: {
        before: async (session) => ({
          // By the clock that also measures its age.
          data: {
            ...session,
            createdAt: new Date(nowMs()),
            userAgent: session.userAgent?.slice(0, userAgentMax) ?? null,
          },
        }),
      },
      delete: { after: async ({ id }) => onLoginEnded(id) },
    },
  };
}

/** Deletes the mailed links of an account: an old one must not replace a newer password or email. */
export async function endLinks(db: Database, userId: string): Promise<void> {
  await db.delete(authVerifications).where(eq(authVerifications.value, userId));
}

/** Returns the account of a mailed link to reset the password; null if the link is not valid. */
export async function ownerOfResetLink(
  db: Database,
  token: string,
): Promise<{ uid: string; name: string; email: string } | null> {
  const [owner] = await db
    .select({ uid: authUsers.id, name: authUsers.name, email: authUsers.email })
    .from(authVerifications)
    .innerJoin(authUsers, eq(authUsers.id, authVerifications.value))
    .where(eq(authVerifications.identifier, digestOf(`reset-password:${token}`)));
  return owner ?? null;
}

const linkOf = (userId: string) =>
  and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, openIdProviderId));

/**
 * Returns whether the account is linked to another subject of the provider: when a provider reassigns an address, its
 * new owner must not get the old owner's account.
 */
function isSecondSubject(account: { providerId: string }, known: Array<{ providerId: string }>): boolean {
  const isOfProvider = ({ providerId }: { providerId: string }) => providerId === openIdProviderId;
  return isOfProvider(account) && known.some(isOfProvider);
}

/**
 * Returns whether a member with a second factor gets an account of another provider. A reader of their mail could link
 * one after a password reset, and would not need the code.
 */
async function evadesSecondFactor(
  db: Database,
  { providerId, userId }: { providerId: string; userId: string },
): Promise<boolean> {
  if (providerId !== openIdProviderId) return false;
  const [factor] = await db
    .select({ userId: authSecondFactors.userId })
    .from(authSecondFactors)
    .where(and(eq(authSecondFactors.userId, userId), isNotNull(authSecondFactors.confirmedAt)));
  return factor !== undefined;
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null };

/** Adds the start of a login by PIN, which the library does not have. It has no path, so that no request reaches it. */
function signingInByPin() {
  return {
    id: 'boathouse-sign-in-by-pin',
    endpoints: {
      signInByPin: createAuthEndpoint(
        { method: 'POST', body: z.object({ uid: z.string() }) },
        async (call) => {
          const { internalAdapter } = call.context;
          const user = await internalAdapter.findUserById(call.body.uid);
          if (user === null) throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.USER_NOT_FOUND);
          const session = await internalAdapter.createSession(user.id, false, { isByPin: true }, true);
          await setSessionCookie(call, { session, user });
          return { token: session.token, user };
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** Registers the provider without calling it. */
function withProvider(options: OpenIdProviderOptions): BetterAuthPlugin {
  const provider = openIdProvider(options);
  return {
    id: 'boathouse-openid',
    init: (context) => ({ context: { socialProviders: [provider, ...context.socialProviders] } }),
  };
}
