import { and, eq, exists, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm';
import { formerMemberName } from '@boathouse/contract/users';
import type { ClubResults, Deletion } from '@boathouse/contract/account';
import { clubRoles } from '@boathouse/contract/clubs';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import {
  activities,
  activityNotes,
  activityTags,
  boards,
  clubMemberships,
  clubs,
  comments,
  likes,
  sessions,
  strokeChunks,
  users,
} from '../../../db/tables.ts';
import { clubRefColumns } from '../../clubs/clubs/index.ts';
import { mayStillBegin } from '../../sessions/sessions/index.ts';

/** Rows of one statement: keeps each statement far below the time limit of a query. */
const batch = 500;

export type DeletedUser = {
  /** Activities that were in progress. */
  discarded: Array<{ activityId: string; sessionId: string | null }>;
  /** Sessions that no longer exist. */
  removedSessions: string[];
  /** Sessions that had a board; its key is now invalid. */
  closedBoards: string[];
};

const ofUser = (userId: string) => eq(activities.userId, userId);
const isOfClub = isNotNull(sessions.clubId);

/** Returns the clubs that the user owns. */
export function listOwnedClubs(db: Database, userId: string) {
  return db
    .select(clubRefColumns)
    .from(clubMemberships)
    .innerJoin(clubs, eq(clubs.id, clubMemberships.clubId))
    .where(and(eq(clubMemberships.userId, userId), eq(clubMemberships.role, clubRoles.owner)))
    .orderBy(clubs.name, clubs.id);
}

/** Whether another user has rowed in the session, whose result needs it. */
const isRowedByOthers = (db: Database, userId: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(activities)
      .where(and(eq(activities.sessionId, sessions.id), ne(activities.userId, userId))),
  );

export async function countWhatGoes(
  db: Database,
  userId: string,
  now: Date,
): Promise<Pick<Deletion, 'clubResults' | 'otherResults' | 'sessions' | 'isRowing'>> {
  const number = (condition: ReturnType<typeof and>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const [results] = await db
    .select({
      clubResults: number(and(activities.isCompleted, isOfClub)),
      otherResults: number(and(activities.isCompleted, isNull(sessions.clubId))),
      isRowing: sql<boolean>`coalesce(bool_or(not ${activities.isCompleted}), false)`,
    })
    .from(activities)
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(ofUser(userId));
  const others = isRowedByOthers(db, userId);
  const upcoming = mayStillBegin(now);
  const [hosted] = await db
    .select({
      toClubOwners: number(and(isOfClub, upcoming)),
      stayWithoutName: number(
        or(and(isOfClub, sql`not (${upcoming})`), and(isNull(sessions.clubId), others)),
      ),
      removed: number(and(isNull(sessions.clubId), not(others))),
    })
    .from(sessions)
    .where(and(eq(sessions.hostUserId, userId), isNull(sessions.deletedAt)));
  return {
    clubResults: results?.clubResults ?? 0,
    otherResults: results?.otherResults ?? 0,
    isRowing: results?.isRowing ?? false,
    sessions: hosted ?? { toClubOwners: 0, stayWithoutName: 0, removed: 0 },
  };
}

/**
 * Locks a user and their memberships, so that they can't become the owner of a club before the deletion. `no key
 * update` lets transactions end that refer to the user and hold locks that the deletion needs. Returns false if the
 * user no longer exists.
 */
export async function lockUserToDelete(tx: Database, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  await tx
    .select({ id: clubMemberships.id })
    .from(clubMemberships)
    .where(eq(clubMemberships.userId, userId))
    .orderBy(clubMemberships.id)
    .for('update');
  return found.length > 0;
}

/**
 * Reassigns kept records to an anonymous user, then deletes the user; the rest cascades. Call it with the user locked, and
 * the clubs that they owned given away.
 */
export async function deleteUser(
  tx: Database,
  userId: string,
  { clubResults, now }: { clubResults: ClubResults; now: Date },
): Promise<DeletedUser> {
  const inProgress = await tx
    .delete(activities)
    .where(and(ofUser(userId), eq(activities.isCompleted, false)))
    .returning({ activityId: activities.id, sessionId: activities.sessionId });
  const former = new FormerMembers(tx);
  if (clubResults === 'keep') await keepClubResults(tx, userId, former);
  await deleteResults(tx, userId);
  const { removedSessions, closedBoards } = await giveAwaySessions(tx, userId, former, now);
  await emptyComments(tx, userId, former);
  // Waits for the transactions that refer to the user, so that their new rows are deleted with the user.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  await tx.delete(users).where(eq(users.id, userId));
  return { discarded: inProgress, removedSessions, closedBoards };
}

/**
 * The records that represent a deleted user: a different one in each session, so that only the session itself links
 * results of the same athlete.
 */
class FormerMembers {
  readonly #tx: Database;
  readonly #bySession = new Map<string, string>();

  constructor(tx: Database) {
    this.#tx = tx;
  }

  async add(): Promise<string> {
    const id = newId();
    await this.#tx.insert(users).values(formerMember(id));
    return id;
  }

  /** Returns pairs of a session and its record as SQL rows. */
  async of(sessionIds: readonly string[]) {
    const added = sessionIds.filter((id) => !this.#bySession.has(id));
    for (const sessionId of added) this.#bySession.set(sessionId, newId());
    const pairs = sessionIds.map((id) => ({ sessionId: id, userId: this.#bySession.get(id) ?? '' }));
    const fresh = new Set(added);
    const rows = pairs.filter(({ sessionId }) => fresh.has(sessionId));
    if (rows.length > 0) {
      await this.#tx.insert(users).values(rows.map(({ userId }) => formerMember(userId)));
    }
    return sql`(values ${sql.join(
      pairs.map((pair) => sql`(${pair.sessionId}::uuid, ${pair.userId}::uuid)`),
      sql`, `,
    )}) as former(session_id, user_id)`;
  }
}

const formerMember = (id: string) => ({
  id,
  uid: `former:${id}`,
  displayName: formerMemberName,
  isFormer: true,
});

/**
 * Keeps only the figures of results in clubs' sessions. Deletes data of a body (heart rates, strokes), of a device, of
 * a conversation with the athlete, and private data (notes).
 */
async function keepClubResults(tx: Database, userId: string, former: FormerMembers): Promise<void> {
  for (;;) {
    const found = await tx
      .select({ id: activities.id, sessionId: sessions.id })
      .from(activities)
      .innerJoin(sessions, eq(sessions.id, activities.sessionId))
      .where(and(ofUser(userId), isOfClub))
      .limit(batch);
    if (found.length === 0) return;
    const ids = found.map(({ id }) => id);
    await tx.delete(strokeChunks).where(inArray(strokeChunks.activityId, ids));
    await tx.delete(comments).where(inArray(comments.activityId, ids));
    await tx.delete(likes).where(inArray(likes.activityId, ids));
    await tx.delete(activityNotes).where(inArray(activityNotes.activityId, ids));
    await tx.delete(activityTags).where(inArray(activityTags.activityId, ids));
    const withoutHeartRates = sql`jsonb_set(
      ${activities.summary} || '{"averageHeartRate": null, "recoveryHeartRate": null, "logEntryDate": null,
        "logEntryTime": null}',
      '{splits}',
      coalesce((
        select jsonb_agg(split || '{"heartRate": null}' order by place)
        from jsonb_array_elements(${activities.summary} -> 'splits') with ordinality as each(split, place)
      ), '[]'))`;
    await tx
      .update(activities)
      .set({
        userId: sql`former.user_id`,
        heartRate: null,
        heartRateSource: null,
        owner: null,
        strokeCount: 0,
        summary: sql`case when ${activities.summary} is null then null else ${withoutHeartRates} end`,
      })
      .from(await former.of([...new Set(found.map(({ sessionId }) => sessionId))]))
      .where(and(inArray(activities.id, ids), eq(activities.sessionId, sql`former.session_id`)));
  }
}

async function deleteResults(tx: Database, userId: string): Promise<void> {
  for (;;) {
    const some = tx.select({ id: activities.id }).from(activities).where(ofUser(userId)).limit(batch);
    const deleted = await tx
      .delete(activities)
      .where(inArray(activities.id, some))
      .returning({ id: activities.id });
    if (deleted.length < batch) return;
  }
}

/**
 * A club's session belongs to the club: its owner hosts it if it can still be rowed, otherwise it has no host. Any
 * other session stays without a host if others have rowed in it, because their results need it. Boards that the user
 * made end.
 */
async function giveAwaySessions(
  tx: Database,
  userId: string,
  former: FormerMembers,
  now: Date,
): Promise<Pick<DeletedUser, 'removedSessions' | 'closedBoards'>> {
  const isHosted = eq(sessions.hostUserId, userId);
  // An athlete who begins to row in one of them at this moment is seen below, or finds the session deleted.
  await tx.select({ id: sessions.id }).from(sessions).where(isHosted).orderBy(sessions.id).for('update');
  const closed = await tx
    .delete(boards)
    .where(eq(boards.createdBy, userId))
    .returning({ sessionId: boards.sessionId });
  const owner = tx
    .select({ id: clubMemberships.userId })
    .from(clubMemberships)
    .where(and(eq(clubMemberships.clubId, sessions.clubId), eq(clubMemberships.role, clubRoles.owner)));
  await tx
    .update(sessions)
    .set({ hostUserId: sql`(${owner})` })
    .where(and(isHosted, isOfClub, mayStillBegin(now), exists(owner)));
  for (;;) {
    const kept = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(isHosted, or(isOfClub, isRowedByOthers(tx, userId))))
      .limit(batch);
    if (kept.length === 0) break;
    const ids = kept.map(({ id }) => id);
    await tx
      .update(sessions)
      .set({ hostUserId: sql`former.user_id` })
      .from(await former.of(ids))
      .where(eq(sessions.id, sql`former.session_id`));
  }
  const removed = await tx.delete(sessions).where(isHosted).returning({ id: sessions.id });
  return {
    removedSessions: removed.map(({ id }) => id),
    closedBoards: closed.map(({ sessionId }) => sessionId),
  };
}

/**
 * Comments that others have replied to stay without their text, so that the replies keep their place; all others are
 * deleted.
 */
async function emptyComments(tx: Database, userId: string, former: FormerMembers): Promise<void> {
  await tx.delete(comments).where(and(eq(comments.userId, userId), isNotNull(comments.commentId)));
  const replies = sql`replies`;
  await tx
    .delete(comments)
    .where(
      and(
        eq(comments.userId, userId),
        sql`not exists (select 1 from ${comments} as ${replies} where ${replies}.comment_id = ${comments.id})`,
      ),
    );
  const [left] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.userId, userId))
    .limit(1);
  if (!left) return;
  await tx
    .update(comments)
    .set({
      userId: await former.add(),
      message: '',
      removedAt: sql`coalesce(${comments.removedAt}, now())`,
    })
    .where(eq(comments.userId, userId));
}
