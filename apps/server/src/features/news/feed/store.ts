import { and, countDistinct, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { PastActivity } from '@boathouse/contract/activities/past';
import type { PastSession } from '@boathouse/contract/feed';
import type { Database } from '../../../db/database.ts';
import { offsetOf, type Page } from '../../../db/paging.ts';
import { activities, clubs, follows, sessions, users } from '../../../db/tables.ts';
import { activityOf, activityRefs, listedColumns } from '../../training/activities/index.ts';
import { isActivityListedFor } from '../../sessions/sessions/index.ts';
import { isUserVisibleTo, userRefColumns } from '../../people/users/index.ts';
import { orderOfPast, type PastSearch } from './filters/store.ts';

type SessionOutcome = NonNullable<PastSession['results']>;

/** Orders activities with the same start stably over all pages. */
const newestFirst = [desc(activities.createdAt), desc(activities.id)];

/**
 * Completed activities, with the parts of the result that histories and feeds draw. Map each row with `pastActivityOf`.
 */
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

/** Returns the results of a search in its order, without activities deleted since. */
export async function listPast(
  db: Database,
  ids: readonly string[],
  sort: PastSearch['sort'],
): Promise<PastActivity[]> {
  if (ids.length === 0) return [];
  const rows = await selectPast(db)
    .where(inArray(activities.id, [...ids]))
    .orderBy(...orderOfPast(sort));
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
 * The same for the viewer and of everybody they follow. Reads the newest activities of each followed user from the
 * index, at most as many as the page can need, so that the cost depends on the number of followed users, not on their
 * history.
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

/**
 * Returns the outcome of a club's sessions, by session; sessions without a result are absent. Counts only athletes whom
 * the viewer may see. Call it for members only.
 */
export async function summarizeResultsOf(
  db: Database,
  sessionIds: readonly string[],
  viewerId: string,
): Promise<Map<string, SessionOutcome>> {
  if (sessionIds.length === 0) return new Map();
  const isShown = and(
    inArray(activities.sessionId, [...sessionIds]),
    eq(activities.isCompleted, true),
    or(eq(users.isFormer, true), isUserVisibleTo(viewerId)),
  );
  const counts = await db
    .select({ sessionId: activities.sessionId, rowed: countDistinct(activities.userId) })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .where(isShown)
    .groupBy(activities.sessionId);
  const bests = await db
    .selectDistinctOn([activities.sessionId], {
      sessionId: activities.sessionId,
      user: userRefColumns,
      machine: activities.machine,
      averagePace: sql<number>`${activities.averagePace}`,
    })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.userId))
    .where(
      and(
        isShown,
        eq(activities.isPartial, false),
        ne(activities.source, 'simulated'),
        isNotNull(activities.averagePace),
      ),
    )
    .orderBy(
      activities.sessionId,
      desc(sql`${activities.machine} = 'rower'`),
      activities.averagePace,
      activities.id,
    );
  const bestOf = new Map(bests.map(({ sessionId, ...best }) => [sessionId, best]));
  return new Map(
    counts.flatMap(({ sessionId, rowed }) =>
      sessionId === null ? [] : [[sessionId, { rowed, best: bestOf.get(sessionId) ?? null }]],
    ),
  );
}

/** Returns null when the club does not exist. */
export async function findClubPrivacy(db: Database, clubId: string): Promise<boolean | null> {
  const [row] = await db.select({ isPrivate: clubs.isPrivate }).from(clubs).where(eq(clubs.id, clubId));
  return row?.isPrivate ?? null;
}
