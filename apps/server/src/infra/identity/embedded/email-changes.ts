import { randomBytes } from 'node:crypto';
import { and, eq, gt, gte, lt, ne } from 'drizzle-orm';
import { serverLimits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import { newId } from '../../../db/ids.ts';
import { authAccounts, authEmailChanges, authUsers } from '../../../db/tables.ts';
import { IdentityRefusal, type TakenBack } from '../identity.ts';
import { openIdProviderId } from '../openid/openid-provider.ts';
import { digestOf, isDuplicate } from './guarded-database.ts';
import { endLinks } from './library.ts';
import { newResetToken } from './reset-link.ts';
import { deleteDevicesOf } from './shared-devices.ts';
import { deleteLogins } from './stored-logins.ts';

const { userId, digest, oldEmail, newEmail, createdAt, expiresAt } = authEmailChanges;
const lifetimeMs = serverLimits.takeBackDays * 86_400_000;

/** Returns the page that undoes a change of the email, with the token of a link. */
export function takeBackPage(address: string, token: string): string {
  return `${address}/reset?take-back=${encodeURIComponent(token)}`;
}

/** Stores a requested change. Returns the token of the link for the old address. */
export async function addEmailChange(
  db: Database,
  change: { uid: string; oldEmail: string; newEmail: string; nowMs: number },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db.insert(authEmailChanges).values({
    id: newId(),
    userId: change.uid,
    digest: digestOf(token),
    oldEmail: change.oldEmail.toLowerCase(),
    newEmail: change.newEmail.toLowerCase(),
    createdAt: new Date(change.nowMs),
    expiresAt: new Date(change.nowMs + lifetimeMs),
  });
  return token;
}

/** Deletes a change that was refused. */
export async function dropEmailChange(db: Database, token: string): Promise<void> {
  await db.delete(authEmailChanges).where(eq(digest, digestOf(token)));
}

/** The days begin when the change takes effect. */
export async function prolongEmailChange(
  db: Database,
  { uid, email, nowMs }: { uid: string; email: string; nowMs: number },
): Promise<void> {
  await db
    .update(authEmailChanges)
    .set({ expiresAt: new Date(nowMs + lifetimeMs) })
    .where(and(eq(userId, uid), eq(newEmail, email.toLowerCase()), gt(expiresAt, new Date(nowMs))));
}

/**
 * Returns whether the owner may take the address back from another account. Otherwise a thief could keep it by signing
 * up with it.
 * @param uid the account that requests it; null for a new one
 */
export async function isReserved(
  db: Database,
  email: string,
  { uid, nowMs }: { uid: string | null; nowMs: number },
): Promise<boolean> {
  const [row] = await db
    .select({ userId })
    .from(authEmailChanges)
    .where(
      and(
        eq(oldEmail, email.toLowerCase()),
        gt(expiresAt, new Date(nowMs)),
        uid === null ? undefined : ne(userId, uid),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Restores the address of a link in one transaction. Links of later changes end: they were mailed to addresses that the thief
 * chose. Links of earlier changes stay, so that the first owner can still undo all of them.
 * @returns also the logins that have ended
 * @throws IdentityRefusal INVALID_TOKEN, EMAIL_TAKEN
 */
export async function takeBackEmail(
  db: Database,
  { token, nowMs }: { token: string; nowMs: number },
): Promise<TakenBack & { endedLogins: string[] }> {
  try {
    return await db.transaction(async (tx) => {
      const [change] = await tx
        .delete(authEmailChanges)
        .where(and(eq(digest, digestOf(token)), gt(expiresAt, new Date(nowMs))))
        .returning();
      if (change === undefined) throw new IdentityRefusal(400, 'INVALID_TOKEN', invalidWords);
      const uid = change.userId;
      await tx
        .update(authUsers)
        .set({ email: change.oldEmail, emailVerified: true, updatedAt: new Date(nowMs) })
        .where(eq(authUsers.id, uid));
      await tx.delete(authEmailChanges).where(and(eq(userId, uid), gte(createdAt, change.createdAt)));
      // A provider that proved the thief's address.
      await tx
        .delete(authAccounts)
        .where(
          and(
            eq(authAccounts.userId, uid),
            eq(authAccounts.providerId, openIdProviderId),
            gte(authAccounts.createdAt, change.createdAt),
          ),
        );
      await endLinks(tx, uid);
      await deleteDevicesOf(tx, uid, { except: null });
      const endedLogins = await deleteLogins(tx, uid, { except: null });
      const [password] = await tx
        .select({ id: authAccounts.id })
        .from(authAccounts)
        .where(and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, 'credential')));
      const resetToken = password === undefined ? null : (await newResetToken(tx, uid, nowMs)).token;
      return { uid, email: change.oldEmail, resetToken, endedLogins };
    });
  } catch (error) {
    if (isDuplicate(error)) throw new IdentityRefusal(409, 'EMAIL_TAKEN', takenWords);
    throw error;
  }
}

export async function sweepEmailChanges(db: Database, nowMs: number): Promise<void> {
  await deleteInBatches(db, authEmailChanges, lt(expiresAt, new Date(nowMs)));
}

const invalidWords =
  "This link was used already, or is too old. If you still can't log in, reset your password, or ask the administrator.";
const takenWords =
  "Another account has this email now, so the change can't be taken back. Ask the administrator of this server.";
