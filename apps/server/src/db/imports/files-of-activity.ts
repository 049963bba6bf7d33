import { asc, eq } from 'drizzle-orm';
import type { ActivityOrigin } from '@boathouse/contract/activities';
import type { Database } from '../database.ts';
import { listTags } from '../tags/activity-tags.ts';
import { activityOrigins, importCompletions } from '../tables.ts';

/** Returns where an activity from a file came from; null for any other. */
export async function findOrigin(db: Database, activityId: string): Promise<ActivityOrigin | null> {
  const { fileName, app, logbookId } = activityOrigins;
  const [row] = await db
    .select({ fileName, app, logbookId })
    .from(activityOrigins)
    .where(eq(activityOrigins.activityId, activityId));
  return row ?? null;
}

/** Returns the names of the files that have completed a live row, the first import first. */
async function listCompletingFiles(db: Database, activityId: string): Promise<string[]> {
  const { fileName, importId } = importCompletions;
  const rows = await db
    .selectDistinct({ fileName, importId })
    .from(importCompletions)
    .where(eq(importCompletions.activityId, activityId))
    .orderBy(asc(importId));
  return rows.map((row) => row.fileName);
}

export const noOwnParts = { origin: null, completedFrom: [], tags: [] };

/** Returns what its athlete alone sees of an activity. */
export async function findOwnParts(db: Database, activityId: string) {
  const [origin, completedFrom, tags] = await Promise.all([
    findOrigin(db, activityId),
    listCompletingFiles(db, activityId),
    listTags(db, activityId),
  ]);
  return { origin, completedFrom, tags };
}
