import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { WorkoutSummary } from '@boathouse/contract/activities';
import { limits } from '@boathouse/contract/limits';
import { formerMemberName } from '@boathouse/contract/users';
import type { Database } from '../../../../db/database.ts';
import {
  activities,
  clubMemberships,
  raceAttempts,
  raceCategories,
  raceEntries,
  raceEvents,
  raceLanes,
  raceLog,
  raceRuns,
  races,
  users,
} from '../../../../db/tables.ts';

export type RaceRow = typeof races.$inferSelect;
export type LaneRow = typeof raceLanes.$inferSelect;
export type RunRow = typeof raceRuns.$inferSelect;
export type AttemptRow = typeof raceAttempts.$inferSelect;

/** Sorts them in the order of the timetable. */
export async function listRaces(db: Database, eventId: string): Promise<RaceRow[]> {
  return db
    .select()
    .from(races)
    .where(eq(races.eventId, eventId))
    .orderBy(asc(races.startsAt), asc(races.round), asc(races.number), asc(races.id));
}

export async function findRace(db: Database, id: string): Promise<RaceRow | null> {
  const [row] = await db.select().from(races).where(eq(races.id, id));
  return row ?? null;
}

export async function insertRaces(db: Database, rows: readonly (typeof races.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(races).values([...rows]);
}

/** Writes a change of a race and increases its version. */
export async function updateRace(
  db: Database,
  id: string,
  change: Partial<Omit<RaceRow, 'id' | 'version'>>,
): Promise<void> {
  await db
    .update(races)
    .set({ ...change, version: sql`${races.version} + 1` })
    .where(eq(races.id, id));
}

export async function deleteRaces(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(races).where(inArray(races.id, [...ids]));
}

export async function insertLanes(
  db: Database,
  rows: readonly (typeof raceLanes.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(raceLanes).values([...rows]);
}

export async function updateLane(
  db: Database,
  { raceId, lane }: Pick<LaneRow, 'raceId' | 'lane'>,
  change: Partial<Omit<LaneRow, 'raceId' | 'lane'>>,
): Promise<void> {
  await db
    .update(raceLanes)
    .set(change)
    .where(and(eq(raceLanes.raceId, raceId), eq(raceLanes.lane, lane)));
}

/**
 * Clears the states of a race's lanes when it is prepared again. Decisions of an official about an athlete's part stay.
 */
export async function resetLanes(db: Database, raceId: string): Promise<void> {
  await db
    .update(raceLanes)
    .set({
      state: sql`case when ${raceLanes.state} in ('here', 'ready') then 'entered' else ${raceLanes.state} end`,
      validAttemptId: null,
    })
    .where(eq(raceLanes.raceId, raceId));
}

/** The newest activity of an athlete in a run's session, as the result or the live values of a lane. */
export type RowedRow = {
  sessionId: string;
  userId: string;
  activityId: string;
  isCompleted: boolean;
  isPartial: boolean;
  isLeft: boolean;
  source: string;
  elapsedTime: number;
  distance: number;
  strokeRate: number | null;
  summary: WorkoutSummary | null;
  heardAt: Date;
  rowingSince: Date | null;
  completedAt: Date | null;
};

/** The stored facts of races, for the rules. */
export type RaceFacts = { lanes: LaneRow[]; runs: RunRow[]; attempts: AttemptRow[]; rowed: RowedRow[] };

/** Reads lanes, runs, attempts (oldest first) and the rows in the sessions of the runs. */
export async function readFacts(db: Database, raceIds: readonly string[]): Promise<RaceFacts> {
  if (raceIds.length === 0) return { lanes: [], runs: [], attempts: [], rowed: [] };
  const ids = [...raceIds];
  const lanes = await db
    .select()
    .from(raceLanes)
    .where(inArray(raceLanes.raceId, ids))
    .orderBy(asc(raceLanes.raceId), asc(raceLanes.lane));
  const runs = await readRuns(db, ids);
  const attempts = await db
    .select()
    .from(raceAttempts)
    .where(inArray(raceAttempts.raceId, ids))
    .orderBy(asc(raceAttempts.createdAt), asc(raceAttempts.id));
  return { lanes, runs, attempts, rowed: await listRowed(db, runs) };
}

/** Runs by race, the oldest of each race first. */
export async function readRuns(db: Database, raceIds: readonly string[]): Promise<RunRow[]> {
  return db
    .select()
    .from(raceRuns)
    .where(inArray(raceRuns.raceId, [...raceIds]))
    .orderBy(asc(raceRuns.raceId), asc(raceRuns.number));
}

/** Returns the races whose runs have these sessions, by session. */
export async function findRacesOfSessions(
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, RaceRow>> {
  const rows = await db
    .select({ sessionId: raceRuns.sessionId, race: races })
    .from(raceRuns)
    .innerJoin(races, eq(races.id, raceRuns.raceId))
    .where(inArray(raceRuns.sessionId, [...sessionIds]));
  return new Map(rows.map(({ sessionId, race }) => [sessionId, race]));
}

/** The newest activity of each athlete in the sessions of runs. */
async function listRowed(db: Database, runs: readonly RunRow[]): Promise<RowedRow[]> {
  const sessionIds = runs.filter(({ stopKind }) => stopKind === null).map(({ sessionId }) => sessionId);
  if (sessionIds.length === 0) return [];
  const rows = await db
    .selectDistinctOn([activities.sessionId, activities.userId], {
      sessionId: sql<string>`${activities.sessionId}`,
      userId: activities.userId,
      activityId: activities.id,
      isCompleted: activities.isCompleted,
      isPartial: activities.isPartial,
      isLeft: activities.isLeft,
      source: activities.source,
      elapsedTime: activities.elapsedTime,
      distance: activities.distance,
      strokeRate: activities.strokeRate,
      summary: activities.summary,
      heardAt: activities.heardAt,
      rowingSince: activities.rowingSince,
      completedAt: activities.completedAt,
    })
    .from(activities)
    .where(inArray(activities.sessionId, sessionIds))
    .orderBy(activities.sessionId, activities.userId, desc(activities.createdAt), desc(activities.id));
  return rows;
}

/** States in which the server collects false starts and results: an official race no longer changes. */
export const collectedStates = ['started', 'finished', 'provisional'] as const;

/** Returns the events whose races are rowed in these sessions and still collect results. */
export async function findEventsOfSessions(db: Database, sessionIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ eventId: races.eventId })
    .from(raceRuns)
    .innerJoin(races, eq(races.id, raceRuns.raceId))
    .where(and(inArray(raceRuns.sessionId, [...sessionIds]), inArray(races.state, [...collectedStates])));
  return rows.map(({ eventId }) => eventId);
}

/** Returns the events with races that collect results and were started after `since`. */
export async function listEventsUnderWay(db: Database, since: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ eventId: races.eventId })
    .from(races)
    .innerJoin(raceRuns, eq(raceRuns.raceId, races.id))
    .where(
      and(inArray(races.state, [...collectedStates]), isNull(raceRuns.stopKind), gt(raceRuns.rowAt, since)),
    );
  return rows.map(({ eventId }) => eventId);
}

export async function insertRun(db: Database, run: typeof raceRuns.$inferInsert): Promise<void> {
  await db.insert(raceRuns).values(run);
}

export async function updateRun(
  db: Database,
  id: string,
  change: Partial<Omit<RunRow, 'id' | 'raceId' | 'sessionId'>>,
): Promise<void> {
  await db.update(raceRuns).set(change).where(eq(raceRuns.id, id));
}

export async function insertAttempts(
  db: Database,
  attempts: readonly (typeof raceAttempts.$inferInsert)[],
): Promise<void> {
  if (attempts.length > 0)
    await db
      .insert(raceAttempts)
      .values([...attempts])
      .onConflictDoNothing({ target: raceAttempts.id });
}

/** Writes the athlete's seat, a confirmation, or why the attempt does not count; never its figures. */
export async function updateAttempt(
  db: Database,
  id: string,
  change: Partial<Pick<AttemptRow, 'lane' | 'entryId' | 'confirmedBy' | 'confirmedAt' | 'voidReason'>>,
): Promise<void> {
  await db.update(raceAttempts).set(change).where(eq(raceAttempts.id, id));
}

/** Names of users by id, without users who deleted their account. */
export async function namesOf(db: Database, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.displayName })
    .from(users)
    .where(inArray(users.id, known));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Those of the given users who chose not to be visible to everyone; guests without an account have no such choice. */
export async function listHidden(db: Database, ids: readonly (string | null)[]): Promise<Set<string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Set();
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, known), ne(users.visibility, 'everyone'), eq(users.isGuest, false)));
  return new Set(rows.map(({ id }) => id));
}

/** Lanes of a user in races without an official result, in published events from `fromDay` on. */
export async function listLanesOf(db: Database, userId: string, fromDay: string) {
  return db
    .selectDistinct({ eventId: raceEvents.id, title: raceEvents.title, day: raceEvents.day })
    .from(raceEntries)
    .innerJoin(raceEvents, eq(raceEvents.id, raceEntries.eventId))
    .innerJoin(raceCategories, eq(raceCategories.id, raceEntries.categoryId))
    .leftJoin(
      clubMemberships,
      and(eq(clubMemberships.clubId, raceEvents.clubId), eq(clubMemberships.userId, userId)),
    )
    .where(
      and(
        eq(raceEntries.userId, userId),
        eq(raceEvents.isPublished, true),
        sql`(${clubMemberships.role} >= 0 or ${raceEntries.claimedAt} is not null)`,
        sql`${raceEvents.day} >= ${fromDay}`,
      ),
    )
    .orderBy(asc(raceEvents.day))
    .limit(10);
}

export type StoredLine = {
  _id: string;
  race: string | null;
  at: string;
  by: string | null;
  kind: string;
  text: string;
};

/** The newest first, up to a given line; null if the log does not contain that line. */
export async function listLog(
  db: Database,
  eventId: string,
  { race, before }: { race?: string | undefined; before?: string | undefined },
): Promise<StoredLine[] | null> {
  const [last] =
    before === undefined
      ? []
      : await db
          .select({ at: raceLog.at })
          .from(raceLog)
          .where(and(eq(raceLog.id, before), eq(raceLog.eventId, eventId)));
  if (before !== undefined && last === undefined) return null;
  const rows = await db
    .select({ line: raceLog, name: users.displayName })
    .from(raceLog)
    .leftJoin(users, eq(users.id, raceLog.userId))
    .where(
      and(
        eq(raceLog.eventId, eventId),
        race === undefined ? undefined : eq(raceLog.raceId, race),
        last === undefined || before === undefined
          ? undefined
          : or(lt(raceLog.at, last.at), and(eq(raceLog.at, last.at), lt(raceLog.id, before))),
      ),
    )
    .orderBy(desc(raceLog.at), desc(raceLog.id))
    .limit(limits.raceLogPage);
  return rows.map(({ line, name }) => ({
    _id: line.id,
    race: line.raceId,
    at: line.at.toISOString(),
    by: line.isByUser ? (name ?? formerMemberName) : null,
    kind: line.kind,
    text: line.text,
  }));
}

/** Log lines of a race with these kinds, the oldest first. */
export async function listLines(db: Database, raceId: string, kinds: readonly string[]) {
  return db
    .select()
    .from(raceLog)
    .where(and(eq(raceLog.raceId, raceId), inArray(raceLog.kind, [...kinds])))
    .orderBy(asc(raceLog.at), asc(raceLog.id));
}
