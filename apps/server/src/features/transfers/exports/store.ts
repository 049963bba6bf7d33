import { and, asc, eq, gt, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Activity } from '@boathouse/contract/activities';
import type { Database } from '../../../db/database.ts';
import { isFoundBy, isPastOf, type PastConditions } from '../../news/feed/index.ts';
import { activities, activityNotes, activityOrigins, sessions } from '../../../db/tables.ts';
import { listOwnActivities } from '../../training/activities/index.ts';
import { isActivityReadableBy, isNotDeleted } from '../../sessions/sessions/index.ts';
import type { Beside } from './rules.ts';

const { fileName, app, logbookId, strokeCount, restDistance, isDayOnly } = activityOrigins;
const day = sql<string | null>`case when ${isDayOnly} then ${activities.day}::text end`;

/** Returns the fields of an activity that only its athlete reads. */
export async function findBeside(db: Database, activityId: string): Promise<Beside> {
  const [row] = await db
    .select({
      origin: { fileName, app, logbookId, strokeCount, restDistance, day },
      note: activityNotes.note,
    })
    .from(activities)
    .leftJoin(activityOrigins, eq(activityOrigins.activityId, activities.id))
    .leftJoin(activityNotes, eq(activityNotes.activityId, activities.id))
    .where(eq(activities.id, activityId));
  return row ?? { origin: null, note: null };
}

/** How many rows one query reads, in one turn of the event loop. */
const pageSize = 60;
const firstId = '00000000-0000-0000-0000-000000000000';

type OwnPast = { activity: Activity; strokes: number } & Beside;

/** Yields the completed activities of a user that pass the filters, a page at a time. */
export async function* pastOf(
  db: Database,
  userId: string,
  filters: PastConditions,
): AsyncGenerator<OwnPast, void, undefined> {
  for (let after = firstId; ;) {
    const rows = await db
      .select({
        id: activities.id,
        strokes: activities.strokeCount,
        origin: { fileName, app, logbookId, strokeCount, restDistance, day },
        note: activityNotes.note,
      })
      .from(activities)
      .leftJoin(activityOrigins, eq(activityOrigins.activityId, activities.id))
      .leftJoin(activityNotes, eq(activityNotes.activityId, activities.id))
      .where(and(isPastOf(userId), isFoundBy(filters), gt(activities.id, after)))
      .orderBy(asc(activities.id))
      .limit(pageSize);
    const byId = await listOwnActivities(
      db,
      rows.map(({ id }) => id),
    );
    for (const { id, ...beside } of rows) {
      const activity = byId.get(id);
      // Deleted after the page was read.
      if (activity !== undefined) yield { activity, ...beside };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}

/** Yields the completed results of a session that the viewer may read, by item and start, a page at a time. */
export async function* resultsOfSession(
  db: Database,
  sessionId: string,
  viewerId: string,
): AsyncGenerator<Activity, void, undefined> {
  let after: SQL | undefined;
  for (;;) {
    const rows = await db
      .select({ id: activities.id, item: activities.workoutItemIndex })
      .from(activities)
      .innerJoin(sessions, eq(sessions.id, activities.sessionId))
      .where(
        and(
          eq(activities.sessionId, sessionId),
          eq(activities.isCompleted, true),
          isActivityReadableBy(viewerId),
          after,
        ),
      )
      .orderBy(asc(activities.workoutItemIndex), asc(activities.id))
      .limit(pageSize);
    const byId = await listOwnActivities(
      db,
      rows.map(({ id }) => id),
    );
    for (const { id } of rows) {
      const activity = byId.get(id);
      if (activity !== undefined) yield activity;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = sql`(${activities.workoutItemIndex}, ${activities.id}) > (${last.item}, ${last.id})`;
  }
}

/** A session of a club in its season. */
type SeasonSession = { id: string; startAt: Date };

/** Yields the sessions of a club that begin in [from, to), earliest first, a page at a time. */
export async function* sessionsOfClub(
  db: Database,
  clubId: string,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): AsyncGenerator<SeasonSession, void, undefined> {
  const { id, startAt } = sessions;
  let after: SQL | undefined;
  for (;;) {
    const rows = await db
      .select({ id, startAt })
      .from(sessions)
      .where(
        and(
          eq(sessions.clubId, clubId),
          isNotDeleted,
          from && gte(startAt, from),
          to && lt(startAt, to),
          after,
        ),
      )
      .orderBy(asc(startAt), asc(id))
      .limit(pageSize);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = or(gt(startAt, last.startAt), and(eq(startAt, last.startAt), gt(id, last.id)));
  }
}
