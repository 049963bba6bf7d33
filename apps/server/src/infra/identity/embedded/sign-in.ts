import { BASE_ERROR_CODES } from '@better-auth/core/error';
import { and, eq } from 'drizzle-orm';
import { authAccounts, authSessions } from '../../../db/tables.ts';
import { IdentityRefusal, type Passwords, type SecondFactors } from '../identity.ts';
import { isLocked, lockedWords } from '../locked-accounts.ts';
import { refuseWeak } from '../password-rules.ts';
import { findUserId } from './accounts.ts';
import type { IdentityCore } from './core.ts';
import { isReserved } from './email-changes.ts';
import { digestOf } from './guarded-database.ts';
import { answered, signedIn, userAgentOf } from './library-calls.ts';

type SignIn = Pick<Passwords, 'signUp' | 'signIn' | 'signInByPin' | 'verify'>;

/** New accounts and new logins by password or PIN. */
export function openSignIn(
  { db, library, productName, nowMs }: IdentityCore,
  secondFactors: SecondFactors,
): SignIn {
  const { api } = library;

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

  return {
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
        // Computes a hash in this case too, so that an email with an account takes as long as a new one.
        if (error instanceof IdentityRefusal && error.status === 422) {
          await (await library.$context).password.hash(account.password);
        }
        throw error;
      }
    },
    signInByPin: async (uid, headers) => {
      if (await isLocked(db, uid)) throw new IdentityRefusal(403, 'ACCOUNT_LOCKED', lockedWords);
      return signedIn(
        await answered(() =>
          api.signInByPin({ body: { uid }, headers: userAgentOf(headers), returnHeaders: true }),
        ),
      );
    },
    signIn: async (body, headers, proveSecondFactor) => {
      const uid = await findUserId(db, body.email);
      if (uid !== null && (await isLocked(db, uid))) {
        // Only callers who know the password can see that the account is locked.
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
  };
}

const takenEmail = () => {
  const { code, message } = BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL;
  return new IdentityRefusal(422, code, message);
};
