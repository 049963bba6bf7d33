import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { guestLogins, raceEntries, users } from '../../../db/tables.ts';
import { userRefColumns } from '../users/index.ts';

/** Returns the id of the guest, who is inserted the first time, and has this name from now on. */
export async function upsertGuest(
  tx: Database,
  { uid, displayName }: { uid: string; displayName: string },
): Promise<string> {
  const [row] = await tx
    .insert(users)
    .values({ id: newId(), uid, displayName, visibility: 'me', isGuest: true })
    .onConflictDoUpdate({ target: users.uid, set: { displayName } })
    .returning({ id: users.id });
  if (row === undefined) throw new Error('The guest was not stored');
  return row.id;
}

export async function insertGuestLogin(tx: Database, login: typeof guestLogins.$inferInsert): Promise<void> {
  await tx.insert(guestLogins).values(login);
}

type StoredLogin = { id: string; endsAt: Date; uid: string; user: UserRef };

/** Returns a login with its guest, also after its end; null for an unknown one, and for a guest who is locked. */
export async function findGuestLogin(db: Database, digest: string): Promise<StoredLogin | null> {
  const { id, endsAt } = guestLogins;
  const [row] = await db
    .select({ id, endsAt, uid: users.uid, user: userRefColumns })
    .from(guestLogins)
    .innerJoin(users, eq(users.id, guestLogins.userId))
    .where(and(eq(guestLogins.digest, digest), isNull(users.lockedAt)));
  return row ?? null;
}

/** Deletes the logins of a guest. Returns the ids of the deleted ones. */
export async function deleteLoginsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .delete(guestLogins)
    .where(eq(guestLogins.userId, userId))
    .returning({ id: guestLogins.id });
  return rows.map(({ id }) => id);
}

export async function deleteGuestLogin(db: Database, digest: string): Promise<string | null> {
  const [row] = await db
    .delete(guestLogins)
    .where(eq(guestLogins.digest, digest))
    .returning({ id: guestLogins.id });
  return row?.id ?? null;
}

export async function deleteExpiredGuestLogins(db: Database, now: Date): Promise<void> {
  await db.delete(guestLogins).where(lte(guestLogins.endsAt, now));
}

/**
 * Deletes up to `most` guests whose entry is deleted, with what they rowed, unless they still have a login. Returns how
 * many.
 */
export async function deleteFormerGuests(db: Database, most: number): Promise<number> {
  const former = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.isGuest, true),
        // The uid is `guestUidOf` the entry; other uids contain no id.
        sql`not exists (select 1 from ${raceEntries}
          where ${raceEntries.id} = case when ${users.isGuest} then substr(${users.uid}, 7)::uuid end)`,
        sql`not exists (select 1 from ${guestLogins} where ${guestLogins.userId} = ${users.id})`,
      ),
    )
    .limit(most);
  const rows = await db.delete(users).where(inArray(users.id, former)).returning({ id: users.id });
  return rows.length;
}
