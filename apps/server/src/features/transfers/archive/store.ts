import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';
import {
  activities,
  activityNotes,
  activityTags,
  activityOrigins,
  importCompletions,
  athleteCategories,
  attendances,
  blocks,
  clubMemberships,
  clubs,
  comments,
  entryRefusals,
  follows,
  likes,
  notifications,
  reportCases,
  reports,
  sessions,
  squadMembers,
  squads,
  storedImages,
  testWeights,
  tests,
  users,
  workoutTemplates,
} from '../../../db/tables.ts';
import { isSessionReadableBy } from '../../sessions/sessions/index.ts';
import { isNamedTo, isUnblocked, isUserVisibleTo } from '../../people/users/index.ts';

const pageSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Yields the rows of all pages. A page follows the last id, so that every page costs the same. */
async function* paged<R extends { id: string }>(
  page: (after: string) => Promise<R[]>,
): AsyncGenerator<R, void, undefined> {
  for (let after = firstId; ;) {
    const rows = await page(after);
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < pageSize || last === undefined) return;
    after = last.id;
  }
}

/** Completed activities, with the day in the time zone on which each counts. */
export function activitiesOf(db: Database, userId: string) {
  return paged((after) =>
    db
      .select({ id: activities.id, day: activities.day, strokeCount: activities.strokeCount })
      .from(activities)
      .where(and(eq(activities.userId, userId), eq(activities.isCompleted, true), gt(activities.id, after)))
      .orderBy(asc(activities.id))
      .limit(pageSize),
  );
}

const athletes = alias(users, 'athletes');
const enterers = alias(users, 'enterers');

/** The name of another user, or null if they hide from the user: a download discloses no more than the product. */
const nameShownTo = (userId: string, user: typeof users | typeof athletes | typeof enterers) =>
  sql<string | null>`case when ${isUserVisibleTo(userId, user)} then ${user.displayName} end`;

/** Whether the user may still read the session: otherwise a download contains only their own part. */
const isReadableSession = (userId: string) => sql<boolean>`coalesce(${isSessionReadableBy(userId)}, false)`;

export async function countActivities(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(activities)
    .where(and(eq(activities.userId, userId), eq(activities.isCompleted, true)));
  return row?.count ?? 0;
}

export async function* activityRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: activities.id,
        createdAt: activities.createdAt,
        completedAt: activities.completedAt,
        day: activities.day,
        sessionId: activities.sessionId,
        title: activities.title,
        workoutItem: activities.workout,
        workoutItemIndex: activities.workoutItemIndex,
        distance: activities.distance,
        elapsedTime: activities.elapsedTime,
        averagePace: activities.averagePace,
        averagePower: activities.averagePower,
        strokeRate: activities.strokeRate,
        heartRate: activities.heartRate,
        heartRateSource: activities.heartRateSource,
        dragFactor: activities.dragFactor,
        totalCalories: activities.totalCalories,
        strokeCount: activities.strokeCount,
        workoutType: activities.workoutType,
        isSimulated: sql<boolean>`${activities.source} = 'simulated'`,
        isPartial: activities.isPartial,
        startOffset: activities.startOffset,
        source: activities.source,
        enteredBy: nameShownTo(userId, enterers),
        machine: activities.machine,
        visibility: activities.visibility,
        note: activityNotes.note,
        tags: sql<string | null>`(select string_agg(tagged.tag, ', ' order by tagged.place)
          from ${activityTags} as tagged where tagged.activity_id = ${activities.id})`,
        fileName: activityOrigins.fileName,
        app: activityOrigins.app,
        logbookId: activityOrigins.logbookId,
        completedFrom: sql<string | null>`(select string_agg(done.file_name, ', ' order by done.file_name)
          from ${importCompletions} as done where done.activity_id = ${activities.id})`,
      })
      .from(activities)
      .leftJoin(activityOrigins, eq(activityOrigins.activityId, activities.id))
      .leftJoin(activityNotes, eq(activityNotes.activityId, activities.id))
      .leftJoin(enterers, eq(enterers.id, activities.enteredBy))
      .where(and(eq(activities.userId, userId), eq(activities.isCompleted, true), gt(activities.id, after)))
      .orderBy(asc(activities.id))
      .limit(pageSize),
  );
  for await (const { createdAt, completedAt, ...row } of rows) {
    yield {
      ...row,
      createdAt: createdAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
    };
  }
}

/** The entered results that the user has refused. */
export async function* refusalRows(db: Database, userId: string) {
  const rows = await db
    .select({
      sessionId: entryRefusals.sessionId,
      title: sessions.title,
      isReadable: isReadableSession(userId),
      workoutItemIndex: entryRefusals.workoutItemIndex,
      distance: entryRefusals.distance,
      elapsedTime: entryRefusals.elapsedTime,
      reason: entryRefusals.reason,
      refusedAt: entryRefusals.refusedAt,
    })
    .from(entryRefusals)
    .innerJoin(sessions, eq(sessions.id, entryRefusals.sessionId))
    .where(eq(entryRefusals.userId, userId))
    .orderBy(asc(entryRefusals.refusedAt), asc(entryRefusals.sessionId), asc(entryRefusals.workoutItemIndex));
  for (const { title, isReadable, refusedAt, ...row } of rows) {
    yield { ...row, title: isReadable ? title : null, refusedAt: refusedAt.toISOString() };
  }
}

export async function* membershipRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: clubMemberships.id,
        role: clubMemberships.role,
        createdAt: clubMemberships.createdAt,
        clubId: clubs.id,
        club: clubs.name,
        customURL: clubs.customUrl,
      })
      .from(clubMemberships)
      .innerJoin(clubs, eq(clubs.id, clubMemberships.clubId))
      .where(and(eq(clubMemberships.userId, userId), gt(clubMemberships.id, after)))
      .orderBy(asc(clubMemberships.id))
      .limit(pageSize),
  );
  for await (const { createdAt, ...row } of rows) yield { ...row, createdAt: createdAt.toISOString() };
}

/** Both directions: `followee` is a user whom the user follows. Without users who hide, as in the product's lists. */
export async function* followRows(db: Database, userId: string) {
  for (const [direction, own, other] of [
    ['followee', follows.followerId, follows.followeeId],
    ['follower', follows.followeeId, follows.followerId],
  ] as const) {
    const rows = paged((after) =>
      db
        .select({ id: users.id, displayName: users.displayName, createdAt: follows.createdAt })
        .from(follows)
        .innerJoin(users, eq(users.id, other))
        .where(and(eq(own, userId), gt(users.id, after), isUserVisibleTo(userId)))
        .orderBy(asc(users.id))
        .limit(pageSize),
    );
    for await (const { createdAt, ...row } of rows) {
      yield { direction, ...row, createdAt: createdAt.toISOString() };
    }
  }
}

/** The users whom the user has blocked. */
export async function* blockRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({ id: users.id, displayName: users.displayName, createdAt: blocks.createdAt })
      .from(blocks)
      .innerJoin(users, eq(users.id, blocks.blockedId))
      .where(and(eq(blocks.blockerId, userId), gt(users.id, after), isNamedTo(userId)))
      .orderBy(asc(users.id))
      .limit(pageSize),
  );
  for await (const { createdAt, ...row } of rows) yield { ...row, createdAt: createdAt.toISOString() };
}

/** Comments and replies that the user has not removed. */
export async function* commentRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: comments.id,
        createdAt: comments.createdAt,
        message: comments.message,
        replyTo: comments.commentId,
        activityId: comments.activityId,
        athlete: nameShownTo(userId, athletes),
      })
      .from(comments)
      .innerJoin(activities, eq(activities.id, comments.activityId))
      .innerJoin(athletes, eq(athletes.id, activities.userId))
      .where(and(eq(comments.userId, userId), isNull(comments.removedAt), gt(comments.id, after)))
      .orderBy(asc(comments.id))
      .limit(pageSize),
  );
  for await (const { createdAt, ...row } of rows) yield { ...row, createdAt: createdAt.toISOString() };
}

export async function* likeRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({ id: likes.activityId, createdAt: likes.createdAt, athlete: nameShownTo(userId, athletes) })
      .from(likes)
      .innerJoin(activities, eq(activities.id, likes.activityId))
      .innerJoin(athletes, eq(athletes.id, activities.userId))
      .where(and(eq(likes.userId, userId), gt(likes.activityId, after)))
      .orderBy(asc(likes.activityId))
      .limit(pageSize),
  );
  for await (const { id: activityId, createdAt, athlete } of rows) {
    yield { activityId, athlete, createdAt: createdAt.toISOString() };
  }
}

export async function* sessionRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: sessions.id,
        title: sessions.title,
        startAt: sessions.startAt,
        createdAt: sessions.createdAt,
        isAccessibleByLink: sessions.isAccessibleByLink,
        club: clubs.name,
        workoutItems: sessions.workoutItems,
        isReadable: isReadableSession(userId),
      })
      .from(sessions)
      .leftJoin(clubs, eq(clubs.id, sessions.clubId))
      .where(and(eq(sessions.hostUserId, userId), isNull(sessions.deletedAt), gt(sessions.id, after)))
      .orderBy(asc(sessions.id))
      .limit(pageSize),
  );
  for await (const { title, startAt, createdAt, club, workoutItems, isReadable, ...row } of rows) {
    const [item1, item2, item3, item4] = isReadable ? workoutItems : [];
    yield {
      ...row,
      title: isReadable ? title : null,
      club: isReadable ? club : null,
      startAt: isReadable ? startAt.toISOString() : null,
      createdAt: createdAt.toISOString(),
      item1,
      item2,
      item3,
      item4,
    };
  }
}

/** The sessions that the user answered to attend. */
export async function* attendanceRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: attendances.sessionId,
        title: sessions.title,
        startAt: sessions.startAt,
        isReadable: isReadableSession(userId),
        createdAt: attendances.createdAt,
      })
      .from(attendances)
      .innerJoin(sessions, eq(sessions.id, attendances.sessionId))
      .where(
        and(eq(attendances.userId, userId), isNull(sessions.deletedAt), gt(attendances.sessionId, after)),
      )
      .orderBy(asc(attendances.sessionId))
      .limit(pageSize),
  );
  for await (const { id, title, startAt, createdAt, isReadable } of rows) {
    yield {
      sessionId: id,
      title: isReadable ? title : null,
      startAt: isReadable ? startAt.toISOString() : null,
      createdAt: createdAt.toISOString(),
    };
  }
}

export async function* squadRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: squads.id,
        club: clubs.name,
        name: squads.name,
        createdAt: squadMembers.createdAt,
      })
      .from(squadMembers)
      .innerJoin(squads, eq(squads.id, squadMembers.squadId))
      .innerJoin(clubs, eq(clubs.id, squadMembers.clubId))
      .where(and(eq(squadMembers.userId, userId), gt(squads.id, after)))
      .orderBy(asc(squads.id))
      .limit(pageSize),
  );
  for await (const { createdAt, ...row } of rows) yield { ...row, createdAt: createdAt.toISOString() };
}

export async function* weightRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({ id: tests.id, title: tests.title, weightHg: testWeights.weightHg })
      .from(testWeights)
      .innerJoin(tests, eq(tests.id, testWeights.testId))
      .where(and(eq(testWeights.userId, userId), gt(tests.id, after)))
      .orderBy(asc(tests.id))
      .limit(pageSize),
  );
  for await (const { id, title, weightHg } of rows) yield { testId: id, test: title, weight: weightHg / 10 };
}

export async function* categoryRows(db: Database, userId: string) {
  yield* await db
    .select({ sex: athleteCategories.sex, birthYear: athleteCategories.birthYear })
    .from(athleteCategories)
    .where(eq(athleteCategories.userId, userId));
}

/** The workouts that the user stores as favorites. */
export async function* templateRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: workoutTemplates.id,
        title: workoutTemplates.title,
        workoutItem: workoutTemplates.workoutItem,
        createdAt: workoutTemplates.createdAt,
      })
      .from(workoutTemplates)
      .where(and(eq(workoutTemplates.userId, userId), gt(workoutTemplates.id, after)))
      .orderBy(asc(workoutTemplates.id))
      .limit(pageSize),
  );
  for await (const { createdAt, ...row } of rows) yield { ...row, createdAt: createdAt.toISOString() };
}

/**
 * Returns the user's notifications, without those that the product hides because one of the two has blocked the other.
 */
export async function* notificationRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: notifications.id,
        createdAt: notifications.createdAt,
        readAt: notifications.readAt,
        kind: notifications.kind,
        by: nameShownTo(userId, users),
        activityId: notifications.activityId,
        clubId: notifications.clubId,
        sessionId: notifications.sessionId,
      })
      .from(notifications)
      .leftJoin(users, eq(users.id, notifications.actorId))
      .where(
        and(
          eq(notifications.userId, userId),
          gt(notifications.id, after),
          or(isNull(notifications.actorId), isUnblocked(notifications.actorId, userId)),
        ),
      )
      .orderBy(asc(notifications.id))
      .limit(pageSize),
  );
  for await (const { createdAt, readAt, ...row } of rows) {
    yield { ...row, createdAt: createdAt.toISOString(), readAt: readAt?.toISOString() ?? null };
  }
}

/** The reports that the user made, but not others' reports of the same thing, and not the decision. */
export async function* reportRows(db: Database, userId: string) {
  const rows = paged((after) =>
    db
      .select({
        id: reports.caseId,
        createdAt: reports.createdAt,
        kind: reportCases.kind,
        name: reportCases.name,
        reason: reports.reason,
        text: reports.text,
      })
      .from(reports)
      .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
      .where(and(eq(reports.userId, userId), gt(reports.caseId, after)))
      .orderBy(asc(reports.caseId))
      .limit(pageSize),
  );
  for await (const { createdAt, ...row } of rows) yield { ...row, createdAt: createdAt.toISOString() };
}

/** Names in the file store of the images that count in the user's quota. */
export async function listImageNames(
  db: Database,
  userId: string,
): Promise<Array<{ name: string; createdAt: Date }>> {
  return db
    .select({ name: storedImages.name, createdAt: storedImages.createdAt })
    .from(storedImages)
    .where(eq(storedImages.userId, userId))
    .orderBy(asc(storedImages.name));
}
