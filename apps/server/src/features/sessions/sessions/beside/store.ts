import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import { activities, rowMoves, sessions } from '../../../../db/tables.ts';
import type { OwnRow } from '../../../../db/moves/tables.ts';

/** Stores on which session's page a row without a session was rowed. */
export async function noteBeside(tx: Database, activityId: string, besideSessionId: string): Promise<void> {
  await tx.insert(rowMoves).values({ activityId, besideSessionId }).onConflictDoNothing();
}

/** Stores a row's own values before it is moved into a session. */
export async function noteMoved(tx: Database, activityId: string, own: OwnRow): Promise<void> {
  await tx
    .insert(rowMoves)
    .values({ activityId, own })
    .onConflictDoUpdate({ target: rowMoves.activityId, set: { own } });
}

type RowMove = Pick<typeof rowMoves.$inferSelect, 'besideSessionId' | 'own'>;

/** Returns the session on whose page a row was rowed, and its values before it was moved into one. */
export async function findRowMove(db: Database, activityId: string): Promise<RowMove> {
  const { besideSessionId, own } = rowMoves;
  const [row] = await db
    .select({ besideSessionId, own })
    .from(rowMoves)
    .where(eq(rowMoves.activityId, activityId));
  return row ?? { besideSessionId: null, own: null };
}

/**
 * Whether users other than its athlete may open a row without a session, because they manage the session on whose page
 * it was rowed.
 */
export async function isOpenToHosts(db: Database, activityId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(rowMoves)
    .innerJoin(activities, eq(activities.id, rowMoves.activityId))
    .innerJoin(sessions, eq(sessions.id, rowMoves.besideSessionId))
    .where(
      and(
        eq(rowMoves.activityId, activityId),
        isNull(activities.sessionId),
        isNull(sessions.deletedAt),
        or(isNotNull(sessions.clubId), ne(sessions.hostUserId, activities.userId)),
      ),
    );
  return row !== undefined;
}

/** The row belongs only to its athlete again; the session on whose page it was rowed is still stored. */
export async function noteTakenOut(tx: Database, activityId: string): Promise<void> {
  await tx.update(rowMoves).set({ own: null }).where(eq(rowMoves.activityId, activityId));
  await tx.delete(rowMoves).where(and(eq(rowMoves.activityId, activityId), isNull(rowMoves.besideSessionId)));
}
