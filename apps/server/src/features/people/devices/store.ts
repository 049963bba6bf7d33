import { eq, inArray } from 'drizzle-orm';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { users } from '../../../db/tables.ts';
import { userRefColumns } from '../users/index.ts';

/** Returns the users of logins, by `uid`. */
export async function findUsersOf(db: Database, uids: readonly string[]): Promise<Map<string, UserRef>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .select({ uid: users.uid, user: userRefColumns })
    .from(users)
    .where(inArray(users.uid, [...uids]));
  return new Map(rows.map(({ uid, user }) => [uid, user]));
}

/** Returns the login of a user; null if the user does not exist. */
export async function findUidOf(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ uid: users.uid }).from(users).where(eq(users.id, userId));
  return row?.uid ?? null;
}
