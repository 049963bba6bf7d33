import {
  and,
  asc,
  between,
  desc,
  eq,
  inArray,
  lt,
  ne,
  notInArray,
  isNull,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ActivityVisibility } from '@boathouse/contract/activities';
import type { OwnResult } from '@boathouse/contract/activities/results';
import { RankedPieceSchema } from '@boathouse/contract/statistics';
import { intervalTypes } from '@boathouse/workout/workout-type';
import type { Database } from '../../../db/database.ts';
import { activities, activityNotes, clubs, rankedResults, sessions } from '../../../db/tables.ts';
import { isActivityReadableBy } from '../../sessions/sessions/index.ts';
import type { Comparison, Range, Rowed } from './rules.ts';

export async function findRowed(db: Database, id: string): Promise<Rowed | null> {
  const { userId, createdAt, machine, source, isCompleted, isPartial } = activities;
  const { workout, plan, workoutType, distance, elapsedTime } = activities;
  const ranksEntered = sql<boolean>`coalesce(${clubs.ranksEntered}, false)`;
  const rows = await db
    .select({
      rowed: {
        userId,
        createdAt,
        machine,
        source,
        ranksEntered,
        isCompleted,
        isPartial,
        workout,
        plan,
        workoutType,
        distance,
        elapsedTime,
      },
      piece: rankedResults.piece,
    })
    .from(activities)
    .leftJoin(rankedResults, eq(rankedResults.activityId, activities.id))
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .leftJoin(clubs, eq(clubs.id, sessions.clubId))
    .where(eq(activities.id, id))
    .orderBy(asc(rankedResults.piece));
  const [first] = rows;
  if (first === undefined) return null;
  const pieces = rows.flatMap(({ piece }) => (piece === null ? [] : [RankedPieceSchema.parse(piece)]));
  return { ...first.rowed, pieces };
}

type Compared = { id: string; rowed: Rowed; comparison: Comparison; viewerId: string };
/** The athlete and the comparison. The text is that of activities without a stored plan. */
type ComparedWith = Pick<Compared, 'comparison' | 'viewerId'> & {
  rowed: Pick<Rowed, 'userId' | 'machine' | 'workout'>;
};

/**
 * Returns the newest of the compared results that began before the activity, never one that began at the same moment.
 */
export async function findLast(db: Database, of: Compared): Promise<OwnResult | null> {
  return firstOf(await selectLast(db, of));
}

/** Exported for a test of its indexes. */
export function selectLast(db: Database, of: Compared) {
  return selectCompared(db, of)
    .where(and(isCompared(of), lt(activities.createdAt, of.rowed.createdAt)))
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(1);
}

/** The best of the compared results without the activity. */
export async function findBest(db: Database, of: Compared): Promise<OwnResult | null> {
  return firstOf(
    await selectCompared(db, of)
      .where(and(isCompared(of), ne(activities.id, of.id)))
      .orderBy(...bestFirst(of.comparison), asc(activities.createdAt), asc(activities.id))
      .limit(1),
  );
}

/** Exported for a test of its indexes. */
export function selectCompared(db: Database, { comparison }: Compared) {
  const { id, createdAt, distance, elapsedTime, averagePace } = activities;
  const isEntered = sql<boolean>`${activities.source} = 'entered'`;
  const selected = db
    .select({ activity: id, createdAt, distance, elapsedTime, averagePace, isEntered })
    .from(activities)
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .leftJoin(clubs, eq(clubs.id, sessions.clubId));
  if (comparison.by === 'plan') return selected.$dynamic();
  const isOfPiece = and(
    eq(rankedResults.activityId, activities.id),
    eq(rankedResults.piece, comparison.piece),
  );
  return selected.innerJoin(rankedResults, isOfPiece).$dynamic();
}

export function isCompared({ rowed, comparison, viewerId }: ComparedWith): SQL | undefined {
  const isReadable = rowed.userId === viewerId ? undefined : isActivityReadableBy(viewerId);
  if (comparison.by === 'piece') {
    const { userId, machine } = rankedResults;
    return and(
      eq(userId, rowed.userId),
      eq(machine, rowed.machine),
      // True for all ranked results. With this condition the newest result is the first in the index of past activities,
      // however many there are.
      eq(activities.userId, rowed.userId),
      eq(activities.isCompleted, true),
      isReadable,
    );
  }
  const { ends, isOfIntervals } = comparison;
  const ofType = isOfIntervals ? inArray : notInArray;
  return and(
    eq(activities.userId, rowed.userId),
    eq(activities.isCompleted, true),
    // In the index of past activities: results of another length are never read.
    eq(activities.isPartial, false),
    isWithin(activities.pastDistance, ends.distanceM),
    isWithin(activities.pastElapsedTime, ends.elapsedSec),
    eq(activities.machine, rowed.machine),
    ne(activities.source, 'simulated'),
    or(ne(activities.source, 'entered'), eq(clubs.ranksEntered, true)),
    or(isNull(activities.workoutType), ofType(activities.workoutType, [...intervalTypes])),
    isOfShape(comparison.shape, rowed.workout),
    isReadable,
  );
}

const isWithin = (column: PgColumn, range: Range | null) =>
  range === null ? undefined : between(column, range.from, range.to);

/** Activities of versions without stored plans have the same text. */
function isOfShape(shape: readonly object[], workout: string): SQL {
  const stored = sql`(select jsonb_agg(piece - 'target' order by place)
    from jsonb_array_elements(${activities.plan} -> 'pieces') with ordinality as each(piece, place))`;
  return sql`case when ${activities.plan} is null then ${activities.workout} = ${workout}
    else ${stored} = ${JSON.stringify(shape)}::jsonb end`;
}

function bestFirst({ by, decides }: Comparison): SQL[] {
  if (by === 'piece') return [asc(rankedResults.pace)];
  return [
    decides === 'distance'
      ? desc(activities.distance)
      : sql`${decides === 'elapsedTime' ? activities.elapsedTime : activities.averagePace} asc nulls last`,
  ];
}

type Found = Omit<OwnResult, 'createdAt'> & { createdAt: Date };

function firstOf([row]: readonly Found[]): OwnResult | null {
  return row === undefined ? null : { ...row, createdAt: row.createdAt.toISOString() };
}

export async function findNote(db: Database, activityId: string): Promise<string | null> {
  const [row] = await db
    .select({ note: activityNotes.note })
    .from(activityNotes)
    .where(eq(activityNotes.activityId, activityId));
  return row?.note ?? null;
}

export async function upsertNote(db: Database, activityId: string, note: string): Promise<void> {
  const updatedAt = new Date();
  await db
    .insert(activityNotes)
    .values({ activityId, note, updatedAt })
    .onConflictDoUpdate({ target: activityNotes.activityId, set: { note, updatedAt } });
}

/** Returns false for an activity of a session. */
export async function updateWithoutSession(
  db: Database,
  activityId: string,
  change: { title: string } | { visibility: ActivityVisibility },
): Promise<boolean> {
  const rows = await db
    .update(activities)
    .set(change)
    .where(and(eq(activities.id, activityId), isNull(activities.sessionId)))
    .returning({ id: activities.id });
  return rows.length > 0;
}

export async function deleteNote(db: Database, activityId: string): Promise<void> {
  await db.delete(activityNotes).where(eq(activityNotes.activityId, activityId));
}
