import { inArray } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import { activities } from '../../../../db/tables.ts';

/** The completed rows with these ids, with the time of their newest stroke. */
export async function listRows(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: activities.id,
      machine: activities.machine,
      elapsedTime: activities.elapsedTime,
      distance: activities.distance,
      isPartial: activities.isPartial,
      source: activities.source,
      isCompleted: activities.isCompleted,
      strokeCount: activities.strokeCount,
      heardAt: activities.heardAt,
    })
    .from(activities)
    .where(inArray(activities.id, [...ids]));
  return rows.filter(({ isCompleted }) => isCompleted);
}
