import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/tables.ts';

export const lockedWords = 'This account is locked. Ask the administrator of this server.';

/** Returns whether an administrator has locked the account of a login. */
export async function isLocked(db: Database, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.uid, uid), isNotNull(users.lockedAt)));
  return row !== undefined;
}
