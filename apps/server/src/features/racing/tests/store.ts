import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, max, ne, or, sql } from 'drizzle-orm';
import { clubRoles, type ClubRole } from '@boathouse/contract/clubs';
import type { SquadRef } from '@boathouse/contract/clubs/squad-ref';
import { limits } from '@boathouse/contract/limits';
import type { OwnFigures, Test, WantedTest } from '@boathouse/contract/racing/tests';
import { paceSecOf } from '@boathouse/workout/pace';
import type { Database } from '../../../db/database.ts';
import { byName } from '../../../db/name-search.ts';
import {
  activities,
  athleteCategories,
  clubMemberships,
  sessions,
  singleResults,
  squadMembers,
  squads,
  testWeights,
  tests,
  users,
} from '../../../db/tables.ts';
import { isMemberVisibleTo } from '../../clubs/clubs/index.ts';
import { userRefColumns } from '../../people/users/index.ts';
import { squadRefOf } from '../../clubs/squads/index.ts';
import type { Athlete, Before, ResultDetails, StoredResult } from './rules.ts';

export type Viewer = { id: string; role: ClubRole };

function selectTests(db: Database) {
  return db
    .select({ test: tests, squad: squadRefOf(tests.squadId), sessionTitle: sessions.title })
    .from(tests)
    .leftJoin(sessions, eq(sessions.id, tests.sessionId));
}

type TestRow = Awaited<ReturnType<typeof selectTests>>[number];

function testOf({ test, squad, sessionTitle }: TestRow): Test {
  const { sessionId, workoutItemIndex } = test;
  return {
    _id: test.id,
    title: test.title,
    piece: { kind: test.kind, amount: test.amount },
    machine: test.machine,
    opensAt: test.opensAt.toISOString(),
    closesAt: test.closesAt.toISOString(),
    counts: test.counts,
    rateMax: test.rateMax,
    squad,
    session:
      sessionId === null || workoutItemIndex === null
        ? null
        : { _id: sessionId, title: sessionTitle ?? '', item: workoutItemIndex },
  };
}

export async function listTests(db: Database, clubId: string): Promise<Test[]> {
  const rows = await selectTests(db)
    .where(eq(tests.clubId, clubId))
    .orderBy(desc(tests.closesAt), desc(tests.id))
    .limit(limits.testsMax);
  return rows.map(testOf);
}

export async function findTest(db: Database, clubId: string, id: string): Promise<Test | null> {
  const [row] = await selectTests(db).where(and(eq(tests.id, id), eq(tests.clubId, clubId)));
  return row ? testOf(row) : null;
}

/** Returns how many other tests the club has. */
export async function countOtherTests(tx: Database, clubId: string, id: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(tests)
    .where(and(eq(tests.clubId, clubId), ne(tests.id, id)));
  return row?.count ?? 0;
}

/** Returns the text of a workout item; null unless the session belongs to the club and the item to the session. */
export async function findSessionItem(
  db: Database,
  clubId: string,
  { _id, item }: { _id: string; item: number },
): Promise<string | null> {
  const [row] = await db
    .select({ workoutItems: sessions.workoutItems })
    .from(sessions)
    .where(and(eq(sessions.id, _id), eq(sessions.clubId, clubId), isNull(sessions.deletedAt)));
  return row?.workoutItems[item] ?? null;
}

type TestToStore = { id: string; clubId: string; wanted: WantedTest };

/** Returns false if the id belongs to another club's test. */
export async function upsertTest(tx: Database, { id, clubId, wanted }: TestToStore): Promise<boolean> {
  const { title, piece, machine, counts, rateMax, squad, session } = wanted;
  const values = {
    title,
    ...piece,
    machine,
    opensAt: new Date(wanted.opensAt),
    closesAt: new Date(wanted.closesAt),
    counts,
    rateMax,
    squadId: squad,
    sessionId: session?._id ?? null,
    workoutItemIndex: session?.item ?? null,
  };
  const rows = await tx
    .insert(tests)
    .values({ id, clubId, ...values })
    .onConflictDoUpdate({ target: tests.id, set: values, setWhere: eq(tests.clubId, clubId) })
    .returning({ id: tests.id });
  return rows.length > 0;
}

/** Returns whether it existed. */
export async function deleteTest(db: Database, clubId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(tests)
    .where(and(eq(tests.id, id), eq(tests.clubId, clubId)))
    .returning({ id: tests.id });
  return rows.length > 0;
}

/** The memberships of a club, without requests, and with a squad only its members. */
const isAthleteOf = (clubId: string, squadId: string | undefined) =>
  and(
    eq(clubMemberships.clubId, clubId),
    gte(clubMemberships.role, clubRoles.member),
    squadId === undefined
      ? undefined
      : sql`exists (select from ${squadMembers} where ${squadMembers.squadId} = ${squadId}
          and ${squadMembers.userId} = ${clubMemberships.userId})`,
  );

/** Returns the athletes of a test whom the viewer sees, by name, at most `listedMax`. */
export async function listAthletes(
  db: Database,
  { clubId, test, viewer }: { clubId: string; test: Test; viewer: Viewer },
): Promise<Athlete[]> {
  const squadsOf = db
    .select({
      userId: squadMembers.userId,
      squads: sql<SquadRef[]>`jsonb_agg(jsonb_build_object('_id', ${squads.id}, 'name', ${squads.name})
        order by lower(${squads.name}))`.as('squads'),
    })
    .from(squads)
    .innerJoin(squadMembers, eq(squadMembers.squadId, squads.id))
    // By the few squads of the club: the members of squads have no index by club.
    .where(eq(squads.clubId, clubId))
    .groupBy(squadMembers.userId)
    .as('squads_of');
  const rows = await db
    .select({
      user: userRefColumns,
      sex: athleteCategories.sex,
      birthYear: athleteCategories.birthYear,
      weightHg: testWeights.weightHg,
      squads: squadsOf.squads,
    })
    .from(clubMemberships)
    .innerJoin(users, eq(users.id, clubMemberships.userId))
    .leftJoin(athleteCategories, eq(athleteCategories.userId, users.id))
    .leftJoin(testWeights, and(eq(testWeights.testId, test._id), eq(testWeights.userId, users.id)))
    .leftJoin(squadsOf, eq(squadsOf.userId, users.id))
    .where(and(isAthleteOf(clubId, test.squad?._id), isMemberVisibleTo(viewer)))
    .orderBy(byName(users.displayName), asc(users.id))
    .limit(limits.listedMax);
  return rows.map(({ squads: found, ...row }) => ({ ...row, squads: found ?? [] }));
}

const storedColumns = {
  userId: singleResults.userId,
  activityId: singleResults.activityId,
  rowedAt: singleResults.rowedAt,
  score: singleResults.score,
  strokeRate: singleResults.strokeRate,
  isEntered: singleResults.isEntered,
};

/**
 * Results of a test's piece that every member of the club may read: from its sessions, or on their athlete's profile.
 */
const isReadableOf = (clubId: string, { machine, piece: { kind, amount } }: Test) =>
  and(
    eq(singleResults.machine, machine),
    eq(singleResults.kind, kind),
    eq(singleResults.amount, amount),
    or(eq(singleResults.clubId, clubId), eq(singleResults.isOpen, true)),
  );

const dayMs = 24 * 3_600_000;

/** Returns the results of a test's athletes from its opening until late ones no longer count. */
export function listTries(db: Database, clubId: string, test: Test): Promise<StoredResult[]> {
  const until = new Date(Date.parse(test.closesAt) + limits.lateTestDays * dayMs);
  const { session } = test;
  return db
    .select(storedColumns)
    .from(clubMemberships)
    .innerJoin(singleResults, eq(singleResults.userId, clubMemberships.userId))
    .where(
      and(
        isAthleteOf(clubId, test.squad?._id),
        isReadableOf(clubId, test),
        gte(singleResults.rowedAt, new Date(test.opensAt)),
        lte(singleResults.rowedAt, until),
        session === null
          ? undefined
          : and(eq(singleResults.sessionId, session._id), eq(singleResults.workoutItemIndex, session.item)),
      ),
    );
}

/**
 * Returns how many meters the athletes rowed who stopped before the end of the piece, in the session of a test; a test without
 * a session has no piece that was begun for it.
 */
export async function listStopped(db: Database, { session, machine }: Test): Promise<Map<string, number>> {
  if (session === null) return new Map();
  const rows = await db
    .select({ userId: activities.userId, meters: max(activities.distance) })
    .from(activities)
    .where(
      and(
        eq(activities.sessionId, session._id),
        eq(activities.workoutItemIndex, session.item),
        eq(activities.machine, machine),
        eq(activities.isCompleted, true),
        ne(activities.source, 'simulated'),
        or(activities.isPartial, activities.isLeft),
      ),
    )
    .groupBy(activities.userId);
  return new Map(rows.map(({ userId, meters }) => [userId, meters ?? 0]));
}

/** Returns the drag factor and the splits of these activities. */
export async function findDetails(db: Database, ids: readonly string[]): Promise<Map<string, ResultDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: activities.id, dragFactor: activities.dragFactor, summary: activities.summary })
    .from(activities)
    .where(inArray(activities.id, [...ids]));
  return new Map(
    rows.map(({ id, dragFactor, summary }) => [
      id,
      {
        dragFactor: dragFactor > 0 ? dragFactor : null,
        splits: (summary?.splits ?? []).flatMap(({ time, distance }) => paceSecOf(distance, time) ?? []),
      },
    ]),
  );
}

/** Returns each athlete's last and best score from before a test opened. */
export async function listBefore(db: Database, clubId: string, test: Test): Promise<Map<string, Before>> {
  const { score, rowedAt, userId } = singleResults;
  const best = test.piece.kind === 'distance' ? sql<number>`min(${score})` : sql<number>`max(${score})`;
  // By athlete, so that the index of the results is read only for the club's athletes.
  const ofAthlete = db
    .select({
      userId,
      bestScore: best.as('best_score'),
      lastScore: sql<number>`(array_agg(${score} order by ${rowedAt} desc))[1]`.as('last_score'),
    })
    .from(singleResults)
    .where(
      and(
        eq(userId, clubMemberships.userId),
        isReadableOf(clubId, test),
        lt(rowedAt, new Date(test.opensAt)),
      ),
    )
    .groupBy(userId)
    .as('before');
  const rows = await db
    .select({ userId: ofAthlete.userId, bestScore: ofAthlete.bestScore, lastScore: ofAthlete.lastScore })
    .from(clubMemberships)
    .innerJoinLateral(ofAthlete, sql`true`)
    .where(isAthleteOf(clubId, test.squad?._id));
  return new Map(rows.map(({ userId: id, ...before }) => [id, before]));
}

/** Returns an athlete's newest results of a test's piece. */
export function listLine(
  db: Database,
  { clubId, test, athleteId }: { clubId: string; test: Test; athleteId: string },
): Promise<StoredResult[]> {
  return db
    .select(storedColumns)
    .from(singleResults)
    .where(and(eq(singleResults.userId, athleteId), isReadableOf(clubId, test)))
    .orderBy(desc(singleResults.rowedAt))
    .limit(limits.trendResultsMax);
}

/** Returns a user's own figures; null if there are none. */
export async function findOwnFigures(db: Database, testId: string, userId: string): Promise<OwnFigures> {
  const [row] = await db
    .select({
      weightHg: testWeights.weightHg,
      sex: athleteCategories.sex,
      birthYear: athleteCategories.birthYear,
    })
    .from(users)
    .leftJoin(athleteCategories, eq(athleteCategories.userId, users.id))
    .leftJoin(testWeights, and(eq(testWeights.testId, testId), eq(testWeights.userId, users.id)))
    .where(eq(users.id, userId));
  const { weightHg = null, sex = null, birthYear = null } = row ?? {};
  return { weightKg: weightHg === null ? null : weightHg / 10, sex, birthYear };
}

type Weight = { testId: string; userId: string; weightKg: number | null };

export async function setWeight(tx: Database, { testId, userId, weightKg }: Weight): Promise<void> {
  if (weightKg === null) {
    await tx.delete(testWeights).where(and(eq(testWeights.testId, testId), eq(testWeights.userId, userId)));
    return;
  }
  const weightHg = Math.round(weightKg * 10);
  await tx
    .insert(testWeights)
    .values({ testId, userId, weightHg })
    .onConflictDoUpdate({ target: [testWeights.testId, testWeights.userId], set: { weightHg } });
}

export async function setCategory(
  tx: Database,
  userId: string,
  { sex, birthYear }: Pick<OwnFigures, 'sex' | 'birthYear'>,
): Promise<void> {
  if (sex === null && birthYear === null) {
    await tx.delete(athleteCategories).where(eq(athleteCategories.userId, userId));
    return;
  }
  await tx
    .insert(athleteCategories)
    .values({ userId, sex, birthYear })
    .onConflictDoUpdate({ target: athleteCategories.userId, set: { sex, birthYear } });
}
