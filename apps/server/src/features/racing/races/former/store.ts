import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import { raceCategories, raceEvents, races } from '../../../../db/tables.ts';
import { isSame, type OfCategory } from '../records/store.ts';
import type { CategoryRow, EventRow } from '../store.ts';

/** Returns the newest earlier race day of the club with an official race in such a category; null without one. */
export async function findFormer(
  db: Database,
  { event, category }: OfCategory,
): Promise<{ event: EventRow; category: CategoryRow } | null> {
  const [row] = await db
    .select({ event: raceEvents, category: raceCategories })
    .from(raceCategories)
    .innerJoin(raceEvents, eq(raceEvents.id, raceCategories.eventId))
    .where(
      and(
        eq(raceEvents.clubId, event.clubId),
        eq(raceEvents.isPublished, true),
        lt(raceEvents.day, event.day),
        isSame(category),
        sql`exists (select from ${races} where ${races.categoryId} = ${raceCategories.id} and ${races.state} = 'official')`,
      ),
    )
    .orderBy(desc(raceEvents.day), asc(raceCategories.position), asc(raceCategories.id))
    .limit(1);
  return row ?? null;
}
