import { and, asc, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../../db/database.ts';
import { activities, activityTags } from '../../../../db/tables.ts';

const { activityId, userId, place, tag } = activityTags;

/** Returns the tags of an activity, in the order of its athlete. */
export async function listTags(db: Database, id: string): Promise<string[]> {
  return (await listTagsOfAll(db, [id])).get(id) ?? [];
}

/** The same for many activities, by activity; those without tags are absent. */
export async function listTagsOfAll(db: Database, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .select({ activityId, tag })
    .from(activityTags)
    .where(inArray(activityId, [...ids]))
    .orderBy(asc(activityId), asc(place));
  for (const row of rows) found.set(row.activityId, [...(found.get(row.activityId) ?? []), row.tag]);
  return found;
}

/** Returns the tags that a user has given to completed activities, each once, by the alphabet. */
export async function listUsedTags(db: Database, ofUserId: string): Promise<string[]> {
  const folded = sql`public.folded_name(${tag})`;
  const rows = await db
    .selectDistinctOn([folded], { tag })
    .from(activityTags)
    .innerJoin(activities, and(eq(activities.id, activityId), eq(activities.isCompleted, true)))
    .where(eq(userId, ofUserId))
    .orderBy(folded, asc(tag))
    .limit(limits.usedTagsMax);
  return rows.map((row) => row.tag);
}

type Tagged = { id: string; userId: string; tags: readonly string[] };

export async function insertTags(tx: Database, tagged: readonly Tagged[]): Promise<void> {
  for (const statement of tagsInserted(tx, tagged)) await tx.execute(statement);
}

/** The statement that inserts tags; none if there are no tags. */
export function tagsInserted(tx: Database, tagged: readonly Tagged[]): SQLWrapper[] {
  const rows = tagged.flatMap((each) =>
    each.tags.map((text, index) => ({ activityId: each.id, userId: each.userId, place: index, tag: text })),
  );
  return rows.length > 0 ? [tx.insert(activityTags).values(rows)] : [];
}

export function replaceTags(db: Database, tagged: Tagged): Promise<void> {
  return db.transaction(async (tx) => {
    // Two pages may save at once.
    await tx.select({ id: activities.id }).from(activities).where(eq(activities.id, tagged.id)).for('update');
    await tx.delete(activityTags).where(eq(activityId, tagged.id));
    await insertTags(tx, [tagged]);
  });
}
