import { and, desc, eq, inArray, max, ne, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { TrendResult } from '@boathouse/contract/statistics/trends';
import { limits } from '@boathouse/contract/limits';
import { RankedPieceSchema, rankedPieces, type RankedPiece } from '@boathouse/contract/statistics';
import { paceSecOf } from '@boathouse/workout/pace';
import type { PlannedPiece } from '@boathouse/workout-text/plan';
import type { Database } from '../../../../db/database.ts';
import { activities, clubs, rankedResults, sessions } from '../../../../db/tables.ts';
import type { Comparison } from '../rules.ts';
import { isCompared } from '../store.ts';

/** Rankings are separate for each machine; this is the machine of personal bests. */
const machine = 'rower';

/** Returns how many results a user has over each ranked piece with any, counted up to a limit. */
export async function countRanked(
  db: Database,
  userId: string,
): Promise<{ piece: RankedPiece; count: number }[]> {
  const some = db
    .select({ one: sql`1` })
    .from(rankedResults)
    .where(
      and(
        eq(rankedResults.userId, userId),
        eq(rankedResults.machine, machine),
        sql`${rankedResults.piece} = pieces.piece`,
      ),
    )
    .limit(limits.rowedWorkoutCountMax);
  const names = rankedPieces.map(({ piece }) => piece);
  const rows = await db
    .select({
      piece: sql<string>`pieces.piece`,
      count: sql<number>`(select count(*)::int from ${some} as counted)`,
    })
    .from(sql`unnest(${sql.param(names)}::text[]) with ordinality as pieces(piece, place)`)
    .orderBy(sql`pieces.place`);
  return rows.flatMap(({ piece, count }) =>
    count === 0 ? [] : [{ piece: RankedPieceSchema.parse(piece), count }],
  );
}

/** A piece as the database stores it; the parser of plans has checked it. */
const ShapeSchema = z.array(
  z.union([
    z.object({ kind: z.literal('distance'), distanceM: z.number(), restSec: z.nullable(z.number()) }),
    z.object({ kind: z.literal('time'), durationSec: z.number(), restSec: z.nullable(z.number()) }),
    z.object({ kind: z.literal('calories'), calories: z.number(), restSec: z.nullable(z.number()) }),
  ]),
);
type Shape = Omit<PlannedPiece, 'target'>[];

/**
 * Returns the plans of a user's newest complete results without their targets, and how many results have each, the most
 * frequent first. Selects the results only from the index of past activities, so that it reads no more rows than it
 * counts.
 */
export async function countPlans(
  db: Database,
  userId: string,
): Promise<{ shape: z.infer<typeof ShapeSchema>; count: number }[]> {
  const newest = db
    .select({ id: activities.id })
    .from(activities)
    .where(
      and(
        eq(activities.userId, userId),
        eq(activities.isCompleted, true),
        eq(activities.isPartial, false),
        ne(activities.source, 'simulated'),
        eq(activities.machine, machine),
        inArray(activities.pastKind, ['distance', 'time', 'calories', 'intervals']),
      ),
    )
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(limits.trendResultsMax)
    .as('newest');
  const shape = sql<Shape>`(select jsonb_agg(piece - 'target' order by place)
    from jsonb_array_elements(${activities.plan} -> 'pieces') with ordinality as each(piece, place))`.as(
    'shape',
  );
  const plans = db
    .select({ shape, createdAt: activities.createdAt })
    .from(newest)
    .innerJoin(activities, eq(activities.id, newest.id))
    .as('plans');
  const count = sql<number>`count(*)::int`;
  const rows = await db
    .select({ shape: plans.shape, count })
    .from(plans)
    .groupBy(plans.shape)
    .orderBy(desc(sql`count(*)`), desc(max(plans.createdAt)))
    .limit(limits.rowedWorkoutsMax);
  // Activities of versions without stored plans have none.
  return rows.flatMap((row) => {
    const { data } = ShapeSchema.safeParse(row.shape);
    return data === undefined
      ? []
      : [{ shape: data, count: Math.min(row.count, limits.rowedWorkoutCountMax) }];
  });
}

/** Returns a user's newest results of one workout, oldest first. */
export async function listTrend(
  db: Database,
  { userId, workout, comparison }: { userId: string; workout: string; comparison: Comparison },
): Promise<TrendResult[]> {
  const { id, createdAt, day, distance, elapsedTime, averagePace } = activities;
  const isOfPiece = and(
    eq(rankedResults.activityId, activities.id),
    eq(rankedResults.piece, comparison.by === 'piece' ? comparison.piece : ''),
  );
  const of = { rowed: { userId, machine, workout }, comparison, viewerId: userId } as const;
  const found = await db
    .select({ activity: id, createdAt, day, distance, elapsedTime, averagePace, ranked: rankedResults.pace })
    .from(activities)
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .leftJoin(clubs, eq(clubs.id, sessions.clubId))
    .leftJoin(rankedResults, isOfPiece)
    .where(and(isCompared(of)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limits.trendResultsMax);
  return found.toReversed().flatMap(({ createdAt: at, averagePace: average, ranked, ...row }) => {
    const pace = ranked ?? average ?? paceSecOf(row.distance, row.elapsedTime);
    return pace === null ? [] : [{ ...row, createdAt: at.toISOString(), pace }];
  });
}
