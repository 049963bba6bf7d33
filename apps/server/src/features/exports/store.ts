import { and, asc, eq, gt } from 'drizzle-orm';
import type { Activity } from '@boathouse/contract/activities';
import type { Database } from '../../db/database.ts';
import { isFoundBy, isPastOf, type PastConditions } from '../../db/past-activities.ts';
import { activities, activityNotes, activityOrigins } from '../../db/tables.ts';
import { listOwnActivities } from '../activities/index.ts';
import type { Beside } from './rules.ts';

const { fileName, app, logbookId, strokeCount, restDistance } = activityOrigins;

/** Returns what the athlete alone reads of an activity. */
export async function findBeside(db: Database, activityId: string): Promise<Beside> {
  const [row] = await db
    .select({
      origin: { fileName, app, logbookId, strokeCount, restDistance },
      note: activityNotes.note,
    })
    .from(activities)
    .leftJoin(activityOrigins, eq(activityOrigins.activityId, activities.id))
    .leftJoin(activityNotes, eq(activityNotes.activityId, activities.id))
    .where(eq(activities.id, activityId));
  return row ?? { origin: null, note: null };
}

const pageSize = 200;
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
        origin: { fileName, app, logbookId, strokeCount, restDistance },
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
