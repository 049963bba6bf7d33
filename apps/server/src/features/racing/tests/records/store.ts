import { and, count, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Machine } from '@boathouse/contract/activities';
import { clubRoles } from '@boathouse/contract/clubs';
import type { Piece } from '@boathouse/contract/racing/pieces';
import type { WantedRecord } from '@boathouse/contract/racing/records';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../../db/database.ts';
import {
  athleteCategories,
  clubMemberships,
  recordsByHand,
  singleResults,
  users,
} from '../../../../db/tables.ts';
import { isMemberVisibleTo } from '../../../clubs/clubs/index.ts';
import { userRefColumns } from '../../../people/users/index.ts';
import type { Viewer } from '../store.ts';
import type { ByHand, Candidate } from './rules.ts';

type OfPiece = { clubId: string; machine: Machine; piece: Piece };

/**
 * Returns the results of a piece in the club's sessions, including those of athletes who have left it, and its members'
 * results on their profiles.
 */
export async function listCandidates(
  db: Database,
  { clubId, machine, piece: { kind, amount } }: OfPiece,
): Promise<Candidate[]> {
  const { userId, activityId, score, rowedAt } = singleResults;
  const columns = { userId, activityId, score, rowedAt };
  const isOfPiece = and(
    eq(singleResults.machine, machine),
    eq(singleResults.kind, kind),
    eq(singleResults.amount, amount),
  );
  const ofSessions = db
    .select(columns)
    .from(singleResults)
    .where(and(eq(singleResults.clubId, clubId), isOfPiece));
  const ofMember = db
    .select(columns)
    .from(singleResults)
    .where(and(eq(userId, clubMemberships.userId), eq(singleResults.isOpen, true), isOfPiece))
    .as('of_member');
  const ofProfiles = db
    .select({
      userId: ofMember.userId,
      activityId: ofMember.activityId,
      score: ofMember.score,
      rowedAt: ofMember.rowedAt,
    })
    .from(clubMemberships)
    .innerJoinLateral(ofMember, sql`true`)
    .where(and(eq(clubMemberships.clubId, clubId), gte(clubMemberships.role, clubRoles.member)));
  const rows = await unionAll(ofSessions, ofProfiles);
  const athletes = [...new Set(rows.map((row) => row.userId))];
  const categories = await db
    .select()
    .from(athleteCategories)
    .where(sql`${athleteCategories.userId} = any(${sql.param(athletes)}::uuid[])`);
  const byUser = new Map(categories.map((one) => [one.userId, one]));
  return rows.map((row) => {
    const { sex = null, birthYear = null } = byUser.get(row.userId) ?? {};
    return { ...row, sex, birthYear };
  });
}

/** Returns a club's manual records of a piece. */
export function listByHand(
  db: Database,
  { clubId, machine, piece: { kind, amount } }: OfPiece,
): Promise<ByHand[]> {
  return db
    .select({
      id: recordsByHand.id,
      score: recordsByHand.score,
      sex: recordsByHand.sex,
      ageGroup: recordsByHand.ageGroup,
      holder: recordsByHand.holder,
      day: recordsByHand.day,
      note: recordsByHand.note,
    })
    .from(recordsByHand)
    .where(
      and(
        eq(recordsByHand.clubId, clubId),
        eq(recordsByHand.machine, machine),
        eq(recordsByHand.kind, kind),
        eq(recordsByHand.amount, amount),
      ),
    );
}

/** Returns the holders whom the viewer sees. */
export async function listHolders(
  db: Database,
  ids: readonly string[],
  viewer: Viewer,
): Promise<Map<string, UserRef>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(userRefColumns)
    .from(users)
    .where(and(inArray(users.id, [...ids]), isMemberVisibleTo(viewer)));
  return new Map(rows.map((user) => [user._id, user]));
}

/** Returns how many other manual records the club has. */
export async function countOtherRecords(tx: Database, clubId: string, id: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(recordsByHand)
    .where(and(eq(recordsByHand.clubId, clubId), ne(recordsByHand.id, id)));
  return row?.count ?? 0;
}

type RecordToStore = { id: string; clubId: string; wanted: WantedRecord };

/** Returns false if the id belongs to another club's record. */
export async function upsertRecord(
  tx: Database,
  { id, clubId, wanted: { piece, ...wanted } }: RecordToStore,
): Promise<boolean> {
  const { machine, score, sex, ageGroup, holder, day, note } = wanted;
  const values = { machine, score, sex, ageGroup, holder, day, note, kind: piece.kind, amount: piece.amount };
  const rows = await tx
    .insert(recordsByHand)
    .values({ id, clubId, ...values })
    .onConflictDoUpdate({
      target: recordsByHand.id,
      set: values,
      setWhere: eq(recordsByHand.clubId, clubId),
    })
    .returning({ id: recordsByHand.id });
  return rows.length > 0;
}

/** Returns whether it existed. */
export async function deleteRecord(db: Database, clubId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(recordsByHand)
    .where(and(eq(recordsByHand.id, id), eq(recordsByHand.clubId, clubId)))
    .returning({ id: recordsByHand.id });
  return rows.length > 0;
}
