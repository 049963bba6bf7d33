import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { authUsers, authVerifications } from '../../../db/tables.ts';
import { digestOf } from './guarded-database.ts';
import { linkLifetimeSec } from './identity-mails.ts';

/** Returns the page that sets a new password, with the token of a link. */
export function resetPage(address: string, token: string): string {
  return `${address}/reset?token=${encodeURIComponent(token)}`;
}

/**
 * Makes a link that sets the password of an account, like the one in the mail: it works once, and until `expiresAt`.
 * Earlier links continue to work. Null if no account has the email.
 * @param address of the server, as its users enter it
 */
export async function makeResetLink(
  db: Database,
  { email, address, nowMs }: { email: string; address: string; nowMs: number },
): Promise<{ link: string; expiresAt: Date } | null> {
  const [account] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.email, email.trim().toLowerCase()));
  if (account === undefined) return null;
  const { token, expiresAt } = await newResetToken(db, account.id, nowMs);
  return { link: resetPage(address, token), expiresAt };
}

/** Stores the token of a link that sets the password of the account `uid`. */
export async function newResetToken(
  db: Database,
  uid: string,
  nowMs: number,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(nowMs + linkLifetimeSec * 1000);
  const identifier = digestOf(`reset-password:${token}`);
  await db.insert(authVerifications).values({ id: newId(), identifier, value: uid, expiresAt });
  return { token, expiresAt };
}
