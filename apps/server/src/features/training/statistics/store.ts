import { and, asc, between, desc, eq, gt, gte, inArray, lte, sql, type SQLWrapper } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ActivitySource, ActivityVisibility, Machine } from '@boathouse/contract/activities';
import { clubRoles } from '@boathouse/contract/clubs';
import {
  RankedPieceSchema,
  rankedPieces,
  type PersonalBest,
  type RankedPiece,
  type SpanStep,
} from '@boathouse/contract/statistics';
import type { Database } from '../../../db/database.ts';
import { byName } from '../../../db/name-search.ts';
import {
  activities,
  activityDays,
  clubMemberships,
  clubs,
  rankedResults,
  sessions,
  singleResults,
  users,
} from '../../../db/tables.ts';
import { isActivityListedFor } from '../../sessions/sessions/index.ts';
import { isUserVisibleTo, userRefColumns } from '../../people/users/index.ts';
import {
  rankedPiecesOf,
  rowedMachines,
  singleResultOf,
  type Day,
  type DayTotals,
  type Span,
} from './rules.ts';

/** The amounts that a completed activity adds to its day. Units: meters, seconds, kilocalories. */
export type Completed = {
  userId: string;
  day: Day;
  distance: number;
  elapsedTime: number;
  /** null if unknown. */
  totalCalories: number | null;
  source: ActivitySource;
  machine: Machine;
};

/** Eight values per row: PostgreSQL allows at most 65,535 parameters per statement. */
const rowsPerInsert = 5_000;

/** Adds activities to the totals of their athletes' days. Call it in the transaction that completes them. */
export function addToDays(db: Database, added: readonly Completed[]): Promise<void> {
  return changeDays(db, { added, removed: [] });
}

/**
 * Adds results to the totals of their athletes' days, and subtracts the results that they replace. Call it in the
 * transaction that stores the results, so that each counts exactly once. Simulated rows do not count.
 */
export async function changeDays(
  db: Database,
  { added, removed }: { added: readonly Completed[]; removed: readonly Completed[] },
): Promise<void> {
  const rows = rowsOf(added, removed);
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await daysChanged(db, rows.slice(start, start + rowsPerInsert));
  }
  // One parameter for any number of days from which an import is subtracted.
  const left = JSON.stringify(
    rowsOf(removed, []).map(({ userId, day, machine }) => ({ user_id: userId, day, machine })),
  );
  if (removed.length === 0) return;
  await db.delete(activityDays).where(
    and(
      eq(activityDays.count, 0),
      sql`(${activityDays.userId}, ${activityDays.day}, ${activityDays.machine}) in (
        select user_id, day, machine from jsonb_to_recordset(${left}::jsonb) as emptied(user_id uuid, day date, machine text))`,
    ),
  );
}

type DayChange = typeof activityDays.$inferInsert;

function daysChanged(db: Database, rows: DayChange[]) {
  return db
    .insert(activityDays)
    .values(rows)
    .onConflictDoUpdate({
      target: [activityDays.userId, activityDays.day, activityDays.machine],
      set: {
        count: sql`${activityDays.count} + excluded.count`,
        meters: sql`${activityDays.meters} + excluded.meters`,
        timeSec: sql`${activityDays.timeSec} + excluded.time_sec`,
        calories: sql`${activityDays.calories} + excluded.calories`,
        withoutCalories: sql`${activityDays.withoutCalories} + excluded.without_calories`,
      },
    });
}

/** Only a row without a session has it. */
const withoutSession = { sessionId: null, workoutItemIndex: null, clubId: null } as const;

/**
 * The statements that count and rank at most 5,000 new activities, in the transaction that stores them; without entered
 * results, whose clubs decide whether they count.
 */
export function newCounted(db: Database, added: ReadonlyArray<Completed & Ranked & Rowed>): SQLWrapper[] {
  const days = rowsOf(added, []);
  const ranked = added.flatMap(resultsOf);
  const single = added.flatMap((one) => singleOf({ ...one, ...withoutSession }));
  return [
    ...(days.length > 0 ? [daysChanged(db, days)] : []),
    ...(ranked.length > 0 ? [db.insert(rankedResults).values(ranked)] : []),
    ...(single.length > 0 ? [db.insert(singleResults).values(single)] : []),
  ];
}

/**
 * Returns one row per user, day and machine, sorted, so that concurrent inserts lock rows in the same order and cannot
 * deadlock.
 */
function rowsOf(added: readonly Completed[], removed: readonly Completed[]): DayChange[] {
  const rows = new Map<string, typeof activityDays.$inferSelect>();
  const count = (
    { userId, day, machine, source, distance, elapsedTime, totalCalories }: Completed,
    sign: 1 | -1,
  ) => {
    if (source === 'simulated') return;
    const key = `${userId} ${day} ${machine}`;
    const none = { count: 0, meters: 0, timeSec: 0, calories: 0, withoutCalories: 0 };
    const row = rows.get(key) ?? { userId, day, machine, ...none };
    row.count += sign;
    row.meters += sign * distance;
    row.timeSec += sign * elapsedTime;
    row.calories += sign * (totalCalories ?? 0);
    row.withoutCalories += totalCalories === null ? sign : 0;
    rows.set(key, row);
  };
  for (const each of added) count(each, 1);
  for (const each of removed) count(each, -1);
  return [...rows].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}

const sumOf = (column: AnyPgColumn) => sql<number>`sum(${column})`.mapWith(Number);

const totalColumns = {
  count: sumOf(activityDays.count),
  meters: sumOf(activityDays.meters),
  timeSec: sumOf(activityDays.timeSec),
  calories: sumOf(activityDays.calories),
  withoutCalories: sumOf(activityDays.withoutCalories),
};

/** The condition for the days of a user's rowed work in a span. */
const isRowedIn = (userId: string, { from, to }: Span) =>
  and(
    eq(activityDays.userId, userId),
    between(activityDays.day, from, to),
    inArray(activityDays.machine, [...rowedMachines]),
  );

/** Returns the days of a span that have totals of rowed work, earliest first. */
export function listDays(db: Database, userId: string, span: Span): Promise<DayTotals[]> {
  return db
    .select({
      day: activityDays.day,
      ...totalColumns,
    })
    .from(activityDays)
    .where(isRowedIn(userId, span))
    .groupBy(activityDays.day)
    .orderBy(asc(activityDays.day));
}

/** The first day of the step that a day is in, as YYYY-MM-DD. */
const stepOf = (day: AnyPgColumn, step: SpanStep) =>
  sql<Day>`to_char(date_trunc(${sql.raw(`'${step}'`)}, ${day}::timestamp), 'YYYY-MM-DD')`;

/** Returns the totals of rowed work for each step of a span that has any, earliest first. */
export function listTotals(db: Database, userId: string, span: Span, step: SpanStep) {
  const first = stepOf(activityDays.day, step);
  return db
    .select({
      step: first,
      ...totalColumns,
    })
    .from(activityDays)
    .where(isRowedIn(userId, span))
    .groupBy(first)
    .orderBy(asc(first));
}

/** Returns the first day with an activity, on any machine; null without one. */
export async function findFirstRowedDay(db: Database, userId: string): Promise<Day | null> {
  const [row] = await db
    .select({ day: activityDays.day })
    .from(activityDays)
    .where(eq(activityDays.userId, userId))
    .orderBy(asc(activityDays.day))
    .limit(1);
  return row?.day ?? null;
}

/** Returns how many activities were completed on each day of a span, on every machine; earliest first. */
export function listCounts(
  db: Database,
  userId: string,
  { from, to }: Span,
): Promise<Array<{ day: Day; count: number }>> {
  return db
    .select({ day: activityDays.day, count: sumOf(activityDays.count) })
    .from(activityDays)
    .where(and(eq(activityDays.userId, userId), between(activityDays.day, from, to)))
    .groupBy(activityDays.day)
    .orderBy(asc(activityDays.day));
}

/** Meters; `lteM` null means no upper bound. */
type DistanceBounds = { gteM: number; lteM: number | null };

/**
 * Returns the totals by step of the activities whose distance is within the limits; `step` is the first day of each.
 */
export function listRowed(
  db: Database,
  userId: string,
  { from, to, step }: Span & { step: SpanStep },
  { gteM, lteM }: DistanceBounds,
): Promise<Array<{ day: Day; meters: number; timeSec: number }>> {
  const day = step === 'day' ? sql<Day>`${activities.day}` : stepOf(activities.day, step);
  return db
    .select({
      day,
      meters: sumOf(activities.pastDistance),
      timeSec: sumOf(activities.pastElapsedTime),
    })
    .from(activities)
    .where(
      and(
        eq(activities.userId, userId),
        between(activities.day, from, to),
        eq(activities.isCompleted, true),
        // The same expression as in the index.
        sql`${activities.source} <> 'simulated'`,
        inArray(activities.machine, [...rowedMachines]),
        // Without distance there is no pace.
        gt(activities.pastDistance, 0),
        gte(activities.pastDistance, gteM),
        lteM === null ? undefined : lte(activities.pastDistance, lteM),
      ),
    )
    .groupBy(day)
    .orderBy(asc(day));
}

/**
 * Stores the ranked pieces in which these activities have a result, and the single distance or time of the result,
 * replacing the stored ones. Entered results are ranked if their session's club allows it. Call it in the transaction
 * that completes or corrects them. Calling it again changes nothing.
 */
export async function updateBests(tx: Database, activityIds: readonly string[]): Promise<void> {
  for (let start = 0; start < activityIds.length; start += rowsPerInsert) {
    await updateBestsOfBatch(tx, activityIds.slice(start, start + rowsPerInsert));
  }
}

type Ranked = Parameters<typeof rankedPiecesOf>[0] & { id: string; userId: string };

/** The facts of a result in addition to its figures. */
type Rowed = { createdAt: Date; strokeRate: number | null; visibility: ActivityVisibility | null };
type Place = { sessionId: string | null; workoutItemIndex: number | null; clubId: string | null };

function singleOf(row: Ranked & Rowed & Place): Array<typeof singleResults.$inferInsert> {
  const single = singleResultOf(row);
  if (single === null) return [];
  const { id: activityId, userId, machine, createdAt: rowedAt, strokeRate, source, visibility } = row;
  const { sessionId, workoutItemIndex, clubId } = row;
  const isEntered = source === 'entered';
  const isOpen = visibility === 'profile';
  const place = { sessionId, workoutItemIndex, clubId };
  return [{ activityId, userId, machine, ...single, rowedAt, strokeRate, isEntered, isOpen, ...place }];
}

function resultsOf({ id: activityId, userId, ...result }: Ranked): Array<typeof rankedResults.$inferInsert> {
  return rankedPiecesOf(result).map((of) => ({ activityId, userId, machine: result.machine, ...of }));
}

async function updateBestsOfBatch(tx: Database, activityIds: string[]): Promise<void> {
  const found = await tx
    .select({
      id: activities.id,
      userId: activities.userId,
      distance: activities.distance,
      elapsedTime: activities.elapsedTime,
      workoutType: activities.workoutType,
      machine: activities.machine,
      source: activities.source,
      isPartial: activities.isPartial,
      workout: activities.workout,
      plan: activities.plan,
      hasRests: sql<boolean>`coalesce(
        jsonb_path_exists(${activities.summary}, '$.splits[*].restTime ? (@ > 0)'), false)`,
      createdAt: activities.createdAt,
      strokeRate: activities.strokeRate,
      visibility: activities.visibility,
      sessionId: activities.sessionId,
      workoutItemIndex: activities.workoutItemIndex,
      // A guest's row in a race is not a result of its club (decision 099).
      clubId: sql<string | null>`case when not ${sessions.isRace} or exists (
        select 1 from ${clubMemberships} where ${clubMemberships.clubId} = ${sessions.clubId}
          and ${clubMemberships.userId} = ${activities.userId} and ${clubMemberships.role} >= ${clubRoles.member})
        then ${sessions.clubId} end`,
      ranksEntered: clubs.ranksEntered,
    })
    .from(activities)
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .leftJoin(clubs, eq(clubs.id, sessions.clubId))
    .where(and(inArray(activities.id, activityIds), eq(activities.isCompleted, true)));
  const isRanked = ({ source, ranksEntered }: (typeof found)[number]) => source !== 'entered' || ranksEntered;
  const ranked = found.filter(isRanked).flatMap(resultsOf);
  await tx.delete(rankedResults).where(inArray(rankedResults.activityId, activityIds));
  if (ranked.length > 0) await tx.insert(rankedResults).values(ranked);
  const single = found.flatMap(singleOf);
  await tx.delete(singleResults).where(inArray(singleResults.activityId, activityIds));
  if (single.length > 0) await tx.insert(singleResults).values(single);
}

/**
 * Returns the user's best over each ranked piece, of the activities that the viewer may read. The first of equal ones.
 * A viewer who may not read an activity gets the best of the others, and so gets no information about it.
 */
export async function listPersonalBests(
  db: Database,
  userId: string,
  viewerId: string,
): Promise<PersonalBest[]> {
  const best = db
    .select({
      activity: activities.id,
      createdAt: activities.createdAt,
      elapsedTime: activities.elapsedTime,
      distance: activities.distance,
      averagePace: rankedResults.pace,
    })
    .from(rankedResults)
    .innerJoin(activities, eq(activities.id, rankedResults.activityId))
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(
      and(
        eq(rankedResults.userId, userId),
        eq(rankedResults.machine, 'rower'),
        sql`${rankedResults.piece} = pieces.piece`,
        userId === viewerId ? undefined : isActivityListedFor(viewerId),
      ),
    )
    .orderBy(asc(rankedResults.pace), asc(rankedResults.activityId))
    .limit(1)
    .as('best');
  const names = rankedPieces.map(({ piece }) => piece);
  const rows = await db
    .select({
      piece: sql<string>`pieces.piece`,
      activity: best.activity,
      createdAt: best.createdAt,
      elapsedTime: best.elapsedTime,
      distance: best.distance,
      averagePace: best.averagePace,
    })
    .from(sql`unnest(${sql.param(names)}::text[]) with ordinality as pieces(piece, place)`)
    .crossJoinLateral(best)
    .orderBy(sql`pieces.place`);
  return rows.map(({ piece, createdAt, ...rest }) => ({
    piece: RankedPieceSchema.parse(piece),
    createdAt: createdAt.toISOString(),
    ...rest,
  }));
}

const ownResults = alias(rankedResults, 'own_results');

/**
 * Returns the pieces in which each of the activities is its athlete's best, among activities that the viewer may read,
 * like `listPersonalBests`; an activity without a best is absent.
 */
export async function listBestsAmong(
  db: Database,
  activityIds: readonly string[],
  viewerId: string,
): Promise<Map<string, RankedPiece[]>> {
  // The first entry of the index that the viewer may read, for any number of results.
  const best = db
    .select({ activityId: rankedResults.activityId })
    .from(rankedResults)
    .innerJoin(activities, eq(activities.id, rankedResults.activityId))
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(
      and(
        eq(rankedResults.userId, ownResults.userId),
        eq(rankedResults.machine, ownResults.machine),
        eq(rankedResults.piece, ownResults.piece),
        isActivityListedFor(viewerId),
      ),
    )
    .orderBy(asc(rankedResults.pace), asc(rankedResults.activityId))
    .limit(1)
    .as('best');
  const rows = await db
    .select({ id: ownResults.activityId, piece: ownResults.piece })
    .from(ownResults)
    .innerJoinLateral(best, eq(best.activityId, ownResults.activityId))
    .where(and(inArray(ownResults.activityId, [...activityIds]), eq(ownResults.machine, 'rower')))
    .orderBy(asc(ownResults.piece));
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, pieces]) => [
      id,
      pieces.map(({ piece }) => RankedPieceSchema.parse(piece)),
    ]),
  );
}

/**
 * Returns the members of a club, among those whom the viewer may see, who rowed most within a span; those without
 * meters are absent.
 */
export function listClubMeters(
  db: Database,
  clubId: string,
  viewerId: string,
  { from, to }: Span,
  limit: number,
) {
  const meters = sumOf(activityDays.meters);
  return db
    .select({
      rank: sql<number>`(rank() over (order by sum(${activityDays.meters}) desc))::int`,
      user: userRefColumns,
      meters,
    })
    .from(clubMemberships)
    .innerJoin(users, eq(users.id, clubMemberships.userId))
    .innerJoin(
      activityDays,
      and(
        eq(activityDays.userId, clubMemberships.userId),
        between(activityDays.day, from, to),
        inArray(activityDays.machine, [...rowedMachines]),
      ),
    )
    .where(
      and(
        eq(clubMemberships.clubId, clubId),
        gte(clubMemberships.role, clubRoles.member),
        isUserVisibleTo(viewerId),
      ),
    )
    .groupBy(users.id)
    .having(gt(sql`sum(${activityDays.meters})`, 0))
    .orderBy(desc(sql`sum(${activityDays.meters})`), byName(users.displayName), asc(users.id))
    .limit(limit);
}
