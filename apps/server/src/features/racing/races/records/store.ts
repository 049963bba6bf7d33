import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { RacePiece } from '@boathouse/contract/races';
import type { Database } from '../../../../db/database.ts';
import { raceAttempts, raceCategories, raceEvents, raceLanes, races } from '../../../../db/tables.ts';
import type { CategoryRow, EventRow } from '../store.ts';

export type OfCategory = { event: EventRow; category: Pick<CategoryRow, 'name' | 'rules'> };

/** Categories of the same name and piece count as one over the years. */
export function isSame({ name, rules: { piece } }: OfCategory['category']) {
  return and(
    eq(sql`lower(${raceCategories.name})`, name.toLowerCase()),
    eq(sql`${raceCategories.rules} #>> '{piece,kind}'`, piece.kind),
    eq(sql`(${raceCategories.rules} #>> '{piece,amount}')::int`, piece.amount),
  );
}

type Bests = { earlier: number | null; today: number | null };

/**
 * Returns the best official results of a category at the club's earlier race days, and in the other races of this one.
 */
export async function findBests(db: Database, { event, category }: OfCategory): Promise<Bests> {
  const isToday = eq(raceEvents.id, event.id);
  const rows = await db
    .select({ isToday: sql<boolean>`${isToday}`, best: bestOf(category.rules.piece) })
    .from(raceCategories)
    .innerJoin(raceEvents, eq(raceEvents.id, raceCategories.eventId))
    .innerJoin(races, eq(races.categoryId, raceCategories.id))
    .innerJoin(raceLanes, eq(raceLanes.raceId, races.id))
    .innerJoin(raceAttempts, eq(raceAttempts.id, raceLanes.validAttemptId))
    .where(
      and(
        eq(raceEvents.clubId, event.clubId),
        isSame(category),
        or(isToday, lt(raceEvents.day, event.day)),
        eq(races.state, 'official'),
        inArray(raceLanes.state, ['entered', 'here', 'ready']),
        eq(raceAttempts.outcome, 'finished'),
      ),
    )
    .groupBy(sql`1`);
  const best = (today: boolean) => rows.find((row) => row.isToday === today)?.best ?? null;
  return { earlier: best(false), today: best(true) };
}

const bestOf = ({ kind }: RacePiece) =>
  kind === 'distance'
    ? sql<number | null>`min(${raceAttempts.tenths} + ${raceAttempts.penaltyTenths})`
    : sql<number | null>`max(${raceAttempts.meters})`;
