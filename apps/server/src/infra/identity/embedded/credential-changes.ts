import { and, eq } from 'drizzle-orm';
import { authUsers } from '../../../db/tables.ts';
import type { Passwords } from '../identity.ts';
import { refuseWeak } from '../password-rules.ts';
import { findUserId } from './accounts.ts';
import type { IdentityCore } from './core.ts';
import {
  addEmailChange,
  dropEmailChange,
  isReserved,
  prolongEmailChange,
  takeBackEmail,
  takeBackPage,
} from './email-changes.ts';
import { changeNotice } from './identity-mails.ts';
import { endLinks, ownerOfResetLink } from './library.ts';
import { answered, newEmailIn, redirectOf, redirectTo, signedIn } from './library-calls.ts';
import { deleteDevicesOf } from './shared-devices.ts';

type PasswordChanges = Pick<Passwords, 'sendReset' | 'reset' | 'change'>;

/** Changes of a password, by the current one or by a mailed link. */
export function openPasswordChanges({ db, library: { api }, productName }: IdentityCore): PasswordChanges {
  return {
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
  };
}

type EmailChanges = Pick<Passwords, 'changeEmail' | 'confirmEmail' | 'takeBackEmail'>;

/** Changes of an email: requested, confirmed by the mail to the new address, undone by the mail to the old one. */
export function openEmailChanges(core: IdentityCore): EmailChanges {
  const { db, library, productName, baseURL, events, post, nowMs } = core;
  const { api } = library;

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
    events.accountChanged(uid);
  }

  return {
    changeEmail: async ({ uid, oldEmail, newEmail, callbackURL }, headers) => {
      const body = { newEmail, ...(callbackURL === undefined ? {} : { callbackURL }) };
      // Before the library's mail, because a change that can't be undone is not allowed.
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
        ((await findUserId(db, newEmail)) !== null ||
          (await isReserved(db, newEmail, { uid, nowMs: nowMs() })));
      if (isTaken) {
        return redirectTo('/settings?error=EMAIL_TAKEN');
      }
      const redirect = await redirectOf(() => api.verifyEmail({ query: link, headers }));
      if (newEmail !== null) await noteProvedEmail(uid, newEmail);
      return redirect;
    },
    takeBackEmail: async (token) => {
      const { endedLogins, ...done } = await takeBackEmail(db, { token, nowMs: nowMs() });
      events.loginsEnded(endedLogins);
      events.accountChanged(done.uid);
      return done;
    },
  };
}
