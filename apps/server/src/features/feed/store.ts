import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PastActivity } from '@boathouse/contract/activities/past';
import type { Database } from '../../db/database.ts';
import { offsetOf, type Page } from '../../db/paging.ts';
import { isFoundBy, isPastOf, orderOfPast, type PastSearch } from '../../db/past-activities.ts';
import { activities, clubs, follows, sessions, users } from '../../db/tables.ts';
import { activityOf, activityRefs, listedColumns } from '../activities/index.ts';
import { isActivityListedFor } from '../sessions/index.ts';
import { isUserVisibleTo } from '../users/index.ts';

/** Orders activities with the same start stably over all pages. */
const newestFirst = [desc(activities.createdAt), desc(activities.id)];

/** Completed activities, with what histories and feeds draw of the whole result. Map each row with `pastActivityOf`. */
const selectPast = (db: Database) =>
  db
    .select({
      activity: listedColumns,
      ...activityRefs,
      past: {
        kind: activities.pastKind,
        splitPaces: sql<Array<number | null>>`coalesce(
          jsonb_path_query_array(${activities.summary}, '$.splits[*].averagePace'), '[]')`,
      },
    })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .leftJoin(sessions, eq(sessions.id, activities.sessionId));

type PastRow = Awaited<ReturnType<typeof selectPast>>[number];

const pastActivityOf = ({ past, ...row }: PastRow): PastActivity => ({ ...activityOf(row), ...past });

/** Returns one page of what a search finds of a user's completed activities. */
export async function listPast(db: Database, userId: string, search: PastSearch): Promise<PastActivity[]> {
  const order = orderOfPast(search.sort);
  const shown = db
    .select({ id: activities.id })
    .from(activities)
    .where(and(isPastOf(userId), isFoundBy(search.filters)))
    .orderBy(...order)
    .limit(search.pagesize)
    .offset(offsetOf(search));
  const rows = await selectPast(db)
    .where(inArray(activities.id, shown))
    .orderBy(...order);
  return rows.map(pastActivityOf);
}

/** Returns the completed activities of a user that the viewer may read, newest first. */
export async function listActivitiesOf(
  db: Database,
  userId: string,
  viewerId: string,
  page: Page,
): Promise<PastActivity[]> {
  const rows = await selectPast(db)
    .where(
      and(eq(activities.userId, userId), eq(activities.isCompleted, true), isActivityListedFor(viewerId)),
    )
    .orderBy(...newestFirst)
    .limit(page.pagesize)
    .offset(offsetOf(page));
  return rows.map(pastActivityOf);
}

/**
 * The same of the viewer and of everybody they follow. The newest of each person are read from the index and no more
 * of them than the page can need, so that it costs by the people followed and not by how much they have ever rowed.
 */
export async function listActivitiesAround(
  db: Database,
  viewerId: string,
  page: Page,
): Promise<PastActivity[]> {
  const people = db
    .select({ id: follows.followeeId })
    .from(follows)
    .innerJoin(users, eq(users.id, follows.followeeId))
    .where(and(eq(follows.followerId, viewerId), isUserVisibleTo(viewerId)))
    .unionAll(db.select({ id: users.id }).from(users).where(eq(users.id, viewerId)))
    .as('people');
  const newest = db
    .select({ id: activities.id, createdAt: activities.createdAt })
    .from(activities)
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(
      and(eq(activities.userId, people.id), eq(activities.isCompleted, true), isActivityListedFor(viewerId)),
    )
    .orderBy(...newestFirst)
    .limit(page.page * page.pagesize)
    .as('newest');
  const shown = db
    .select({ id: newest.id })
    .from(people)
    .crossJoinLateral(newest)
    .orderBy(desc(newest.createdAt), desc(newest.id))
    .limit(page.pagesize)
    .offset(offsetOf(page))
    .as('shown');
  const rows = await selectPast(db)
    .innerJoin(shown, eq(shown.id, activities.id))
    .orderBy(...newestFirst);
  return rows.map(pastActivityOf);
}

/**
 * Returns the completed activities of a club's sessions, of athletes whom the viewer may see, newest first. Call it for
 * members only.
 */
export async function listActivitiesOfClub(
  db: Database,
  clubId: string,
  viewerId: string,
  page: Page,
): Promise<PastActivity[]> {
  const rows = await selectPast(db)
    .where(
      and(
        eq(sessions.clubId, clubId),
        isNull(sessions.deletedAt),
        eq(activities.isCompleted, true),
        or(eq(users.isFormer, true), isUserVisibleTo(viewerId)),
      ),
    )
    .orderBy(...newestFirst)
    .limit(page.pagesize)
    .offset(offsetOf(page));
  return rows.map(pastActivityOf);
}

/** Returns null when the club does not exist. */
export async function findClubPrivacy(db: Database, clubId: string): Promise<boolean | null> {
  const [row] = await db.select({ isPrivate: clubs.isPrivate }).from(clubs).where(eq(clubs.id, clubId));
  return row?.isPrivate ?? null;
}
