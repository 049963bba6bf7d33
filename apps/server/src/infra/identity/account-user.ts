import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { authUsers, users } from '../../db/tables.ts';

/** Returns the id of the user whose account on this server has the email address; null if there is none. */
export async function findUserIdByEmail(db: Database, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(authUsers)
    .innerJoin(users, eq(users.uid, authUsers.id))
    .where(eq(authUsers.email, email.toLowerCase()));
  return row?.id ?? null;
}
