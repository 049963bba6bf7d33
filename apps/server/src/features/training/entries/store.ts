import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { SheetRow } from '@boathouse/contract/activities/entries';
import { limits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { byName } from '../../../db/name-search.ts';
import { listParticipants } from '../../sessions/sessions/index.ts';
import {
  activities,
  activityNotes,
  clubs,
  entryRefusals,
  sessions,
  starts,
  users,
} from '../../../db/tables.ts';
import { updateBests, type Completed } from '../statistics/index.ts';
import { isNotBlockedBy, userRefColumns } from '../../people/users/index.ts';
import type { Figures, OfItem } from './rules.ts';

/** Returns the athletes of a session for whom the caller may enter results, by name. */
export async function listAthletes(db: Database, sessionId: string, callerId: string): Promise<UserRef[]> {
  const participants = await listParticipants(db, sessionId);
  return db
    .select(userRefColumns)
    .from(users)
    .where(
      and(inArray(users.id, participants), eq(users.isFormer, false), isNotBlockedBy(users.id, callerId)),
    )
    .orderBy(byName(users.displayName), asc(users.id))
    .limit(limits.listedMax);
}

/** Returns the completed activities of a workout item. */
export function listOfItem(db: Database, sessionId: string, item: number): Promise<OfItem[]> {
  const { id, userId, source, machine, isLeft, isPartial, day, workout, plan } = activities;
  const { distance, elapsedTime, strokeRate, heartRate, totalCalories } = activities;
  return db
    .select({
      id,
      userId,
      source,
      machine,
      isLeft,
      isPartial,
      day,
      workout,
      plan,
      distance,
      elapsedTime,
      strokeRate,
      heartRate,
      totalCalories,
    })
    .from(activities)
    .where(
      and(
        eq(activities.sessionId, sessionId),
        eq(activities.workoutItemIndex, item),
        eq(activities.isCompleted, true),
      ),
    )
    .orderBy(asc(activities.id));
}

/**
 * Prevents the club of a session from changing whether entered results count as bests. Call it before the session is
 * locked.
 */
export async function lockClubOfSession(tx: Database, sessionId: string): Promise<void> {
  const club = tx.select({ id: sessions.clubId }).from(sessions).where(eq(sessions.id, sessionId));
  await tx
    .select({ id: clubs.id })
    .from(clubs)
    .where(eq(clubs.id, sql`(${club})`))
    .for('share');
}

/** Returns the common start of a workout item; null without one. */
export async function findCommonStart(db: Database, sessionId: string, item: number): Promise<Date | null> {
  const [row] = await db
    .select({ startAt: starts.startAt })
    .from(starts)
    .where(and(eq(starts.sessionId, sessionId), eq(starts.workoutItemIndex, item)));
  return row?.startAt ?? null;
}

/** The stored fields of an entered result, in addition to its figures. */
export type EnteredToInsert = Figures &
  Completed &
  Pick<
    typeof activities.$inferSelect,
    | 'id'
    | 'enteredBy'
    | 'title'
    | 'workout'
    | 'plan'
    | 'sessionId'
    | 'workoutItemIndex'
    | 'visibility'
    | 'createdAt'
    | 'averagePace'
    | 'averagePower'
    | 'isPartial'
  >;

const rowsAtOnce = 500;

const endOf = (createdAt: Date, elapsedSec: number) => new Date(createdAt.getTime() + elapsedSec * 1_000);

/** Returns the ids that were stored, without ids that are already used. */
export async function insertEntered(
  tx: Database,
  rows: readonly EnteredToInsert[],
  now: Date,
): Promise<string[]> {
  const stored: string[] = [];
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const inserted = await tx
      .insert(activities)
      .values(
        rows.slice(first, first + rowsAtOnce).map((row) => ({
          ...row,
          isCompleted: true,
          completedAt: endOf(row.createdAt, row.elapsedTime),
          heardAt: now,
        })),
      )
      .onConflictDoNothing({ target: activities.id })
      .returning({ id: activities.id });
    stored.push(...inserted.map(({ id }) => id));
  }
  return stored;
}

type Correction = Figures &
  Pick<EnteredToInsert, 'machine' | 'enteredBy' | 'averagePace' | 'averagePower' | 'isPartial'>;

export async function updateEntered(tx: Database, id: string, change: Correction, now: Date): Promise<void> {
  await tx
    .update(activities)
    .set({
      ...change,
      completedAt: sql`${activities.createdAt} + make_interval(secs => ${change.elapsedTime})`,
      heardAt: now,
    })
    .where(eq(activities.id, id));
}

/** Stores all values that an athlete has typed in for their own result. */
export async function updateOwn(
  tx: Database,
  id: string,
  result: Omit<EnteredToInsert, 'id' | 'sessionId' | 'workoutItemIndex' | 'visibility'>,
  now: Date,
): Promise<void> {
  await tx
    .update(activities)
    .set({ ...result, completedAt: endOf(result.createdAt, result.elapsedTime), heardAt: now })
    .where(eq(activities.id, id));
}

export async function deleteEntered(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(activities).where(inArray(activities.id, [...ids]));
}

export async function insertNote(tx: Database, activityId: string, note: string, now: Date): Promise<void> {
  await tx.insert(activityNotes).values({ activityId, note, updatedAt: now });
}

/** Returns the refusals of a workout item by athlete. */
export async function listRefusals(
  db: Database,
  sessionId: string,
  item: number,
): Promise<Map<string, NonNullable<SheetRow['refusal']>>> {
  const { userId, distance, elapsedTime, reason, refusedAt } = entryRefusals;
  const rows = await db
    .select({ userId, distance, elapsedTime, reason, refusedAt })
    .from(entryRefusals)
    .where(and(eq(entryRefusals.sessionId, sessionId), eq(entryRefusals.workoutItemIndex, item)));
  return new Map(
    rows.map(({ userId: id, refusedAt: at, ...row }) => [id, { ...row, refusedAt: at.toISOString() }]),
  );
}

/** Stores a refusal, replacing the previous one. */
export async function upsertRefusal(tx: Database, refusal: typeof entryRefusals.$inferInsert): Promise<void> {
  const { distance, elapsedTime, reason, refusedAt } = refusal;
  await tx
    .insert(entryRefusals)
    .values(refusal)
    .onConflictDoUpdate({
      target: [entryRefusals.sessionId, entryRefusals.workoutItemIndex, entryRefusals.userId],
      set: { distance, elapsedTime, reason, refusedAt },
    });
}

export async function deleteRefusals(
  tx: Database,
  sessionId: string,
  item: number,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .delete(entryRefusals)
    .where(
      and(
        eq(entryRefusals.sessionId, sessionId),
        eq(entryRefusals.workoutItemIndex, item),
        inArray(entryRefusals.userId, [...userIds]),
      ),
    );
}

/** Stores which entered results of a club's sessions can be personal bests, by the club's present setting. */
export async function rankEnteredOfClub(tx: Database, clubId: string): Promise<void> {
  const rows = await tx
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(eq(sessions.clubId, clubId), eq(activities.source, 'entered')))
    .orderBy(asc(activities.id));
  await updateBests(
    tx,
    rows.map(({ id }) => id),
  );
}
