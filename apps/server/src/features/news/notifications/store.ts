import { and, asc, eq, exists, gte, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { clubRoles, type ClubRole } from '@boathouse/contract/clubs';
import { limits, serverLimits } from '@boathouse/contract/limits';
import {
  notificationKinds,
  type MailKind,
  type Notification,
  type NotificationKind,
} from '@boathouse/contract/notifications';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import { newId } from '../../../db/ids.ts';
import { offsetOf, type Page } from '../../../db/paging.ts';
import {
  activities,
  clubMemberships,
  clubs,
  comments,
  follows,
  likes,
  notificationMails,
  notifications,
  reportCases,
  reports,
  sessions,
  users,
} from '../../../db/tables.ts';
import { clubRefColumns } from '../../clubs/clubs/index.ts';
import { isCommentShownTo } from '../comments/index.ts';
import { isActivityReadableBy, isSessionReadableBy } from '../../sessions/sessions/index.ts';
import { isUnblocked, isUserVisibleTo, userRefColumns } from '../../people/users/index.ts';
import { mailKindOf, type NotificationToInsert } from './rules.ts';

export async function findAthlete(db: Database, activityId: string): Promise<string[]> {
  const rows = await db
    .select({ id: activities.userId })
    .from(activities)
    .where(eq(activities.id, activityId));
  return rows.map(({ id }) => id);
}

export async function findCommentAuthor(db: Database, commentId: string): Promise<string[]> {
  const rows = await db.select({ id: comments.userId }).from(comments).where(eq(comments.id, commentId));
  return rows.map(({ id }) => id);
}

/** Returns the members of a club with this role or a higher one. */
export async function listManagers(
  db: Database,
  clubId: string,
  role: ClubRole = clubRoles.admin,
): Promise<string[]> {
  const rows = await db
    .select({ id: clubMemberships.userId })
    .from(clubMemberships)
    .where(and(eq(clubMemberships.clubId, clubId), gte(clubMemberships.role, role)));
  return rows.map(({ id }) => id);
}

/** 15 values per row: PostgreSQL allows at most 65,535 parameters per statement. */
const rowsPerInsert = 2_000;

/** Stores a notification for each user, in the order given. Returns the users who now have something unread. */
export async function insertNotifications(
  tx: Database,
  userIds: readonly string[],
  notification: NotificationToInsert,
  createdAt: Date,
): Promise<string[]> {
  const { again, ...values } = notification;
  const told: string[] = [];
  for (let start = 0; start < userIds.length; start += rowsPerInsert) {
    const insert = tx.insert(notifications).values(
      userIds.slice(start, start + rowsPerInsert).map((userId) => ({
        id: newId(),
        userId,
        ...values,
        createdAt,
        isToMail: sql<boolean>`${exists(
          tx
            .select({ one: sql`1` })
            .from(notificationMails)
            .where(
              and(
                eq(notificationMails.userId, userId),
                sql`${mailKindOf(values.kind)} = any(${notificationMails.kinds})`,
              ),
            ),
        )}`,
      })),
    );
    const target = [notifications.userId, notifications.occurrence];
    const rows = await (
      again
        ? insert.onConflictDoUpdate({
            target,
            set: {
              id: sql`excluded.id`,
              actorId: sql`excluded.actor_id`,
              createdAt,
              readAt: null,
              isToMail: sql`excluded.is_to_mail`,
            },
          })
        : insert.onConflictDoNothing({ target })
    ).returning({ userId: notifications.userId });
    told.push(...rows.map(({ userId }) => userId));
  }
  return told;
}

/** How long after a session's start its reminder is shown. */
const reminderEndsMs = 3_600_000;

/** Returns the query for the newest notifications that the user may read now; null if there are none. */
async function findReadable(db: Database, userId: string, now: Date, which?: SQL) {
  const newest = db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), which))
    .orderBy(sql`${notifications.createdAt} desc`, sql`${notifications.id} desc`)
    .limit(serverLimits.notificationsMax)
    .as('newest');
  const found = await db.selectDistinct({ kind: newest.kind }).from(newest);
  // A process of a newer version may store other kinds.
  const kinds = found.filter(({ kind }) => notificationKinds.includes(kind));
  if (kinds.length === 0) return null;
  const one = { one: sql`1` };
  // Like the list of followers, it leaves out users who hide from everyone.
  const isVisible = and(eq(users.id, follows.followerId), isUserVisibleTo(userId));
  const isFollow = and(eq(follows.followerId, newest.actorId), eq(follows.followeeId, userId));
  const isFollowed = exists(db.select(one).from(follows).innerJoin(users, isVisible).where(isFollow));
  const isLike = and(eq(likes.activityId, newest.activityId), eq(likes.userId, newest.actorId));
  const isLiked = exists(db.select(one).from(likes).where(isLike));
  const { clubId, userId: member, role } = clubMemberships;
  const isRequest = and(eq(clubId, newest.clubId), eq(member, newest.actorId), eq(role, clubRoles.pending));
  const isPending = exists(db.select(one).from(clubMemberships).where(isRequest));
  // Until it is decided, and while the user administers the installation.
  const isOpenReport = sql`exists (
    select 1 from ${reports} join ${reportCases} on ${reportCases.id} = ${newest.reportCaseId} and ${reportCases.decidedAt} is null
    where ${reports.caseId} = ${newest.reportCaseId} and ${reports.userId} = ${newest.actorId}
  ) and exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.isAdministrator})`;
  const isOfActivity = isActivityReadableBy(userId);
  const isComment = sql`${comments.removedAt} is null and ${isCommentShownTo(db, userId)} and ${isOfActivity}`;
  const own = alias(clubMemberships, 'own');
  const isOfSession = isSessionReadableBy(userId);
  const isOpenSession = sql`${sessions.deletedAt} is null and ${isOfSession}`;
  const conditions: Record<NotificationKind, SQL> = {
    follow: isFollowed,
    like: sql`${isLiked} and ${isUnblocked(newest.actorId, userId)} and ${isOfActivity}`,
    comment: isComment,
    reply: isComment,
    request: sql`${own.role} >= ${clubRoles.admin} and ${isPending}`,
    accepted: sql`${own.role} >= ${clubRoles.member}`,
    sessionsPassed: sql`${own.role} = ${clubRoles.owner}`,
    sessionSoon: sql`${isOpenSession}
      and ${sessions.startAt} > ${new Date(now.getTime() - reminderEndsMs).toISOString()}::timestamptz`,
    sessionChanged: isOfSession,
    entered: eq(activities.userId, userId),
    entryRefused: isOpenSession,
    // This ends when it is moved out again.
    rowMoved: sql`${activities.userId} = ${userId} and ${activities.sessionId} is not null`,
    sessionHost: sql`${isOpenSession} and ${sessions.hostUserId} = ${userId}`,
    report: isOpenReport,
    webhookStopped: sql`${own.role} >= ${clubRoles.admin}`,
    mailRefused: sql`true`,
    uploadFailed: eq(activities.userId, userId),
  };
  // The query has only the existing kinds: planning all kinds takes the embedded database 10 ms.
  const cases = kinds.map(({ kind }) => sql`when ${kind} then ${conditions[kind]}`);
  const isReadable = sql`case ${newest.kind} ${sql.join(cases, sql` `)} end`;
  return db
    .select({
      id: newest.id,
      line: newest.line,
      actorId: newest.actorId,
      createdAt: newest.createdAt,
      readAt: newest.readAt,
    })
    .from(newest)
    .leftJoin(activities, eq(activities.id, newest.activityId))
    .leftJoin(sessions, eq(sessions.id, sql`coalesce(${newest.sessionId}, ${activities.sessionId})`))
    .leftJoin(comments, eq(comments.id, newest.commentId))
    .leftJoin(own, and(eq(own.clubId, newest.clubId), eq(own.userId, userId)))
    .where(isReadable)
    .as('readable');
}

/**
 * Claims the notifications to be mailed to a user, and returns their lines, without those read before. Later ones are
 * in the next mail.
 */
export async function takeLinesToMail(tx: Database, userId: string, now: Date): Promise<Notification[]> {
  const taken = await tx
    .update(notifications)
    .set({ isToMail: false })
    .where(and(eq(notifications.userId, userId), eq(notifications.isToMail, true)))
    .returning({ id: notifications.id });
  // One parameter for any number of ids.
  const ids = sql.param(taken.map(({ id }) => id));
  const which = and(sql`${notifications.id} = any(${ids}::uuid[])`, isNull(notifications.readAt));
  return listLines(tx, userId, now, { page: 1, pagesize: limits.pageSizeMax }, which);
}

const isReminderOf = (sessionId: string) =>
  and(eq(notifications.sessionId, sessionId), eq(notifications.kind, 'sessionSoon'));

/** Returns a session's reminder; null if the user may no longer read it. */
export async function findReminder(db: Database, userId: string, sessionId: string, now: Date) {
  return (await listLines(db, userId, now, { page: 1, pagesize: 1 }, isReminderOf(sessionId)))[0] ?? null;
}

/** Returns one page of a user's lines, newest first. */
export async function listLines(
  db: Database,
  userId: string,
  now: Date,
  page: Page,
  which?: SQL,
): Promise<Notification[]> {
  const readable = await findReadable(db, userId, now, which);
  if (readable === null) return [];
  const newestFirst = sql`order by ${readable.createdAt} desc, ${readable.id} desc`;
  const lines = await db
    .select({
      id: sql<string>`(array_agg(${readable.id} ${newestFirst}))[1]`,
      actorIds: sql<Array<string | null>>`array_agg(${readable.actorId} ${newestFirst})`,
      isRead: sql<boolean>`bool_and(${readable.readAt} is not null)`,
    })
    .from(readable)
    .groupBy(readable.line)
    .orderBy(sql`max(${readable.createdAt}) desc`, sql`max(${readable.id}::text) desc`)
    .limit(page.pagesize)
    .offset(offsetOf(page));
  if (lines.length === 0) return [];
  const actorsOfLine = lines.map(({ actorIds }) => [...new Set(actorIds)].filter((id) => id !== null));
  const [details, actors] = await Promise.all([
    findDetails(
      db,
      lines.map(({ id }) => id),
    ),
    findUsers(
      db,
      actorsOfLine.flatMap((ids) => ids.slice(0, actorsShown)),
    ),
  ]);
  return lines.flatMap(({ id, isRead }, index) => {
    const detail = details.get(id);
    const ids = actorsOfLine[index] ?? [];
    // Deleted between the two queries.
    if (detail === undefined) return [];
    return [
      {
        ...detail,
        isRead,
        actorCount: ids.length,
        actors: ids.slice(0, actorsShown).flatMap((actor) => actors.get(actor) ?? []),
      },
    ];
  });
}

const actorsShown = 3;

async function findUsers(db: Database, ids: readonly string[]): Promise<Map<string, UserRef>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(userRefColumns)
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map((row) => [row._id, row]));
}

async function findDetails(db: Database, ids: readonly string[]) {
  const rows = await db
    .select({
      notification: { id: notifications.id, kind: notifications.kind, createdAt: notifications.createdAt },
      activity: { id: activities.id, workout: activities.workout, title: activities.title },
      user: userRefColumns,
      session: {
        _id: sessions.id,
        title: sessions.title,
        startAt: sessions.startAt,
        deletedAt: sessions.deletedAt,
      },
      club: clubRefColumns,
      message: comments.message,
    })
    .from(notifications)
    .leftJoin(activities, eq(activities.id, notifications.activityId))
    .leftJoin(users, eq(users.id, activities.userId))
    .leftJoin(sessions, eq(sessions.id, sql`coalesce(${notifications.sessionId}, ${activities.sessionId})`))
    .leftJoin(clubs, eq(clubs.id, notifications.clubId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .where(inArray(notifications.id, [...ids]));
  return new Map(
    rows.map(({ notification: { id, kind, createdAt }, activity, user, session, club, message }) => [
      id,
      {
        _id: id,
        kind,
        createdAt: createdAt.toISOString(),
        activity:
          activity === null || user === null
            ? null
            : { _id: activity.id, user, workoutItem: activity.workout || activity.title },
        session:
          activity !== null || session === null
            ? null
            : {
                _id: session._id,
                title: session.title,
                startAt: session.startAt.toISOString(),
                isDeleted: session.deletedAt !== null,
              },
        club,
        message,
      },
    ]),
  );
}

export async function countUnreadLines(db: Database, userId: string, now: Date): Promise<number> {
  const readable = await findReadable(db, userId, now, isNull(notifications.readAt));
  if (readable === null) return 0;
  const [row] = await db.select({ count: sql<number>`count(distinct ${readable.line})::int` }).from(readable);
  return row?.count ?? 0;
}

const isUnreadOf = (userId: string) => and(eq(notifications.userId, userId), isNull(notifications.readAt));

/** Marks the user's notifications up to a time as read. */
export async function markRead(db: Database, userId: string, until: Date, now: Date): Promise<void> {
  const isShown = and(isUnreadOf(userId), lte(notifications.createdAt, until));
  await db.update(notifications).set({ readAt: now }).where(isShown);
}

/** Marks one of the user's notifications as read, and the earlier ones in its line. */
export async function markLineRead(db: Database, userId: string, id: string, now: Date): Promise<void> {
  const shown = alias(notifications, 'shown');
  const isBefore = exists(
    db
      .select({ one: sql`1` })
      .from(shown)
      .where(
        and(
          eq(shown.id, id),
          eq(shown.userId, userId),
          eq(shown.line, notifications.line),
          gte(shown.createdAt, notifications.createdAt),
        ),
      ),
  );
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(isUnreadOf(userId), isBefore));
}

export async function deleteReminders(tx: Database, sessionId: string): Promise<void> {
  await tx.delete(notifications).where(isReminderOf(sessionId));
}

/** Deletes the reminders of some users. Returns the users who had one. */
export async function deleteRemindersOf(
  tx: Database,
  sessionId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx
    .delete(notifications)
    .where(and(isReminderOf(sessionId), inArray(notifications.userId, [...userIds])))
    .returning({ userId: notifications.userId });
  return rows.map(({ userId }) => userId);
}

export function deleteNotificationsBefore(db: Database, time: Date): Promise<void> {
  return deleteInBatches(db, notifications, lt(notifications.createdAt, time));
}

/** Returns the kinds that are mailed to a user. */
export async function findMailKinds(db: Database, userId: string): Promise<MailKind[]> {
  const [row] = await db
    .select({ kinds: notificationMails.kinds })
    .from(notificationMails)
    .where(eq(notificationMails.userId, userId));
  return row?.kinds ?? [];
}

type MailChoice = { kinds: MailKind[]; timeZone: string | null; locale: string | null };

/** Stores which kinds are mailed to a user, and how. Unmarks waiting mails of other kinds. */
export async function upsertMailChoice(db: Database, userId: string, choice: MailChoice, now: Date) {
  const wanted = notificationKinds.filter((kind) => choice.kinds.some((one) => one === mailKindOf(kind)));
  await db.transaction(async (tx) => {
    await tx
      .insert(notificationMails)
      .values({ userId, ...choice, hourBeganAt: now })
      .onConflictDoUpdate({ target: notificationMails.userId, set: choice });
    await tx
      .update(notifications)
      .set({ isToMail: false })
      .where(
        and(
          eq(notifications.userId, userId),
          eq(notifications.isToMail, true),
          sql`${notifications.kind} <> all(${sql.param(wanted)}::text[])`,
        ),
      );
  });
}

const hourMs = 3_600_000;

/**
 * Claims a member who has notifications to be mailed and may get a mail in this hour, until the transaction ends.
 * Returns null if there is none, or if another process has claimed them all. Notifications for a locked account wait.
 */
export async function claimMailRecipient(
  tx: Database,
  now: Date,
): Promise<({ userId: string; uid: string } & Pick<MailChoice, 'timeZone' | 'locale'>) | null> {
  const { timeZone, locale } = notificationMails;
  const waiting = tx
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(eq(notifications.isToMail, true));
  const [row] = await tx
    .select({ userId: notificationMails.userId, uid: users.uid, timeZone, locale })
    .from(notificationMails)
    .innerJoin(users, eq(users.id, notificationMails.userId))
    .where(
      and(
        inArray(notificationMails.userId, waiting),
        isNull(users.lockedAt),
        or(
          lte(notificationMails.hourBeganAt, new Date(now.getTime() - hourMs)),
          sql`${notificationMails.mails} < ${serverLimits.notificationMailsPerHour}`,
        ),
      ),
    )
    .orderBy(asc(notificationMails.userId))
    .limit(1)
    .for('update', { of: notificationMails, skipLocked: true });
  return row ?? null;
}

/** Counts a mail in the member's hour, which begins with the first mail after the last hour. */
export async function countMail(tx: Database, userId: string, now: Date): Promise<void> {
  const isOver = sql`${notificationMails.hourBeganAt} <= ${new Date(now.getTime() - hourMs).toISOString()}::timestamptz`;
  await tx
    .update(notificationMails)
    .set({
      hourBeganAt: sql`case when ${isOver} then ${now.toISOString()}::timestamptz else ${notificationMails.hourBeganAt} end`,
      mails: sql`case when ${isOver} then 1 else ${notificationMails.mails} + 1 end`,
    })
    .where(eq(notificationMails.userId, userId));
}
