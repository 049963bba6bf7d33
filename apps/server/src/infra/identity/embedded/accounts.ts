import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { authAccounts, authSessions, authUsers } from '../../../db/tables.ts';
import type { Identity } from '../identity.ts';
import { isLocked } from '../locked-accounts.ts';
import type { IdentityCore } from './core.ts';
import { endLinks } from './library.ts';

/** Returns the account with this email; null if there is none. */
export async function findUserId(db: Database, email: string): Promise<string | null> {
  const [known] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.email, email.toLowerCase()));
  return known?.id ?? null;
}

type Accounts = Pick<Identity, 'isLocked' | 'emailOf' | 'providersOf' | 'setProfile' | 'deleteAccount'>;

/** The stored accounts of users. `forgetMails` drops the unsent mails to an address. */
export function openAccounts(
  { db, events, afterResponse }: IdentityCore,
  forgetMails: (email: string) => Promise<void>,
): Accounts {
  return {
    isLocked: (uid) => isLocked(db, uid),
    emailOf: async (tx, uid) => {
      const [row] = await tx.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, uid));
      return row?.email ?? null;
    },
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
        if (account) afterResponse.run(() => forgetMails(account.email));
        events.loginsEnded(logins.map(({ id }) => id));
        events.accountChanged(uid);
      };
    },
  };
}
