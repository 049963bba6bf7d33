import { and, asc, count, desc, eq, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { ClubRoleSchema, clubRoles, type ClubRef, type ClubRole } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import type { RaceRules, Weighing } from '@boathouse/contract/races';
import type { RaceState } from '@boathouse/contract/races/race';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import {
  clubMemberships,
  clubs,
  raceCategories,
  raceEntries,
  raceEvents,
  raceJudges,
  raceLanes,
  raceLog,
  races,
  users,
} from '../../../db/tables.ts';
import { clubRefColumns } from '../../clubs/clubs/index.ts';
import { userRefColumns } from '../../people/users/index.ts';

export type EventRow = typeof raceEvents.$inferSelect;
export type CategoryRow = typeof raceCategories.$inferSelect;
type EntryRow = typeof raceEntries.$inferSelect;
export type EntryWithUser = EntryRow & { user: UserRef | null };

/** An event with the facts that decide what a user may do in it. */
export type EventAccess = {
  event: EventRow;
  club: ClubRef;
  role: ClubRole | null;
  isJudge: boolean;
  isGuest: boolean;
};

/** With `lock` the membership can't change until the transaction ends, and other changes of the event wait. */
export async function findEventAccess(
  db: Database,
  id: string,
  userId: string,
  lock = false,
): Promise<EventAccess | null> {
  if (lock) {
    const club = db.select({ id: raceEvents.clubId }).from(raceEvents).where(eq(raceEvents.id, id));
    await db
      .select({ id: clubMemberships.id })
      .from(clubMemberships)
      .where(and(eq(clubMemberships.userId, userId), eq(clubMemberships.clubId, sql`(${club})`)))
      .for('share');
    await lockEvent(db, id);
  }
  const [row] = await db
    .select({
      event: raceEvents,
      club: clubRefColumns,
      role: clubMemberships.role,
      judge: raceJudges.userId,
      isGuest: sql<boolean>`exists (select 1 from ${raceEntries} where ${raceEntries.eventId} = ${raceEvents.id}
        and ${raceEntries.userId} = ${userId} and ${raceEntries.claimedAt} is not null)`,
    })
    .from(raceEvents)
    .innerJoin(clubs, eq(clubs.id, raceEvents.clubId))
    .leftJoin(
      clubMemberships,
      and(eq(clubMemberships.clubId, raceEvents.clubId), eq(clubMemberships.userId, userId)),
    )
    .leftJoin(raceJudges, and(eq(raceJudges.eventId, raceEvents.id), eq(raceJudges.userId, userId)))
    .where(eq(raceEvents.id, id));
  if (!row) return null;
  const role = row.role === null ? null : ClubRoleSchema.parse(row.role);
  return { event: row.event, club: row.club, role, isJudge: row.judge !== null, isGuest: row.isGuest };
}

export async function findEvent(db: Database, id: string): Promise<EventRow | null> {
  const [row] = await db.select().from(raceEvents).where(eq(raceEvents.id, id));
  return row ?? null;
}

/** Other changes of the event wait until the transaction ends. */
export async function lockEvent(tx: Database, id: string): Promise<void> {
  await tx.select({ id: raceEvents.id }).from(raceEvents).where(eq(raceEvents.id, id)).for('update');
}

export async function findEventByPage(
  db: Database,
  digest: string,
): Promise<{ event: EventRow; club: ClubRef } | null> {
  const [row] = await db
    .select({ event: raceEvents, club: clubRefColumns })
    .from(raceEvents)
    .innerJoin(clubs, eq(clubs.id, raceEvents.clubId))
    .where(eq(raceEvents.pageDigest, digest));
  return row ?? null;
}

export async function findEventOfCategory(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ eventId: raceCategories.eventId })
    .from(raceCategories)
    .where(eq(raceCategories.id, id));
  return row?.eventId ?? null;
}

export async function findEventOfEntry(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ eventId: raceEntries.eventId })
    .from(raceEntries)
    .where(eq(raceEntries.id, id));
  return row?.eventId ?? null;
}

export async function findEventOfRace(db: Database, id: string): Promise<string | null> {
  const [row] = await db.select({ eventId: races.eventId }).from(races).where(eq(races.id, id));
  return row?.eventId ?? null;
}

/** The newest first. With a judge's id it includes the unpublished ones that they judge; with null all. */
export async function listEvents(db: Database, clubId: string, judgeId: string | null) {
  const judged = sql`exists (select 1 from ${raceJudges}
    where ${raceJudges.eventId} = ${raceEvents.id} and ${raceJudges.userId} = ${judgeId})`;
  return db
    .select({
      _id: raceEvents.id,
      title: raceEvents.title,
      day: raceEvents.day,
      timeZone: raceEvents.timeZone,
      isPublished: raceEvents.isPublished,
      // With the table's name, because a column alone in a query of one table is the inner table's.
      entryCount: sql<number>`(select count(*)::int from ${raceEntries} where ${raceEntries.eventId} = "race_events"."id")`,
    })
    .from(raceEvents)
    .where(
      and(
        eq(raceEvents.clubId, clubId),
        judgeId === null ? undefined : sql`(${raceEvents.isPublished} or ${judged})`,
      ),
    )
    .orderBy(desc(raceEvents.day), desc(raceEvents.id))
    .limit(limits.raceEventsListed);
}

/** Returns false if an event with this id exists. */
export async function insertEvent(db: Database, event: typeof raceEvents.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(raceEvents)
    .values(event)
    .onConflictDoNothing({ target: raceEvents.id })
    .returning({ id: raceEvents.id });
  return rows.length > 0;
}

export async function updateEvent(
  db: Database,
  id: string,
  change: Partial<Omit<EventRow, 'id' | 'clubId'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(raceEvents).set(change).where(eq(raceEvents.id, id));
}

export async function deleteEvent(db: Database, id: string): Promise<void> {
  await db.delete(raceEvents).where(eq(raceEvents.id, id));
}

export async function listJudges(db: Database, eventId: string): Promise<UserRef[]> {
  return db
    .select(userRefColumns)
    .from(raceJudges)
    .innerJoin(users, eq(users.id, raceJudges.userId))
    .where(eq(raceJudges.eventId, eventId))
    .orderBy(asc(users.displayName), asc(users.id));
}

export async function insertJudge(db: Database, eventId: string, userId: string): Promise<void> {
  await db.insert(raceJudges).values({ eventId, userId }).onConflictDoNothing();
}

export async function deleteJudge(db: Database, eventId: string, userId: string): Promise<void> {
  await db.delete(raceJudges).where(and(eq(raceJudges.eventId, eventId), eq(raceJudges.userId, userId)));
}

export async function listCategories(db: Database, eventId: string): Promise<CategoryRow[]> {
  return db
    .select()
    .from(raceCategories)
    .where(eq(raceCategories.eventId, eventId))
    .orderBy(asc(raceCategories.position), asc(raceCategories.id));
}

export async function findCategory(db: Database, id: string): Promise<CategoryRow | null> {
  const [row] = await db.select().from(raceCategories).where(eq(raceCategories.id, id));
  return row ?? null;
}

export async function insertCategory(db: Database, category: CategoryRow): Promise<void> {
  await db.insert(raceCategories).values(category).onConflictDoNothing({ target: raceCategories.id });
}

export async function updateCategory(
  db: Database,
  id: string,
  change: { name?: string; rules?: RaceRules; position?: number },
): Promise<void> {
  if (Object.keys(change).length > 0)
    await db.update(raceCategories).set(change).where(eq(raceCategories.id, id));
}

export async function deleteCategory(db: Database, id: string): Promise<void> {
  await db.delete(raceCategories).where(eq(raceCategories.id, id));
}

/** Returns the members of a club who have one of the names, in the same or in other capitals. */
export async function listMembersNamed(
  db: Database,
  clubId: string,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (names.length === 0) return [];
  const folded = names.map((name) => name.toLowerCase());
  return db
    .select({ id: users.id, name: users.displayName })
    .from(clubMemberships)
    .innerJoin(users, eq(users.id, clubMemberships.userId))
    .where(
      and(
        eq(clubMemberships.clubId, clubId),
        gte(clubMemberships.role, clubRoles.member),
        // The database folds capitals by its locale, which may know only ASCII.
        or(inArray(users.displayName, [...names]), inArray(sql`lower(${users.displayName})`, folded)),
      ),
    );
}

const entryWithUser = { entry: raceEntries, user: userRefColumns };

const withUser = ({ entry, user }: { entry: EntryRow; user: UserRef | null }): EntryWithUser => ({
  ...entry,
  user,
});

/** By bib as a number, then by name. */
export async function listEntries(db: Database, eventId: string): Promise<EntryWithUser[]> {
  const rows = await db
    .select(entryWithUser)
    .from(raceEntries)
    .leftJoin(users, eq(users.id, raceEntries.userId))
    .where(eq(raceEntries.eventId, eventId))
    .orderBy(
      asc(sql`length(${raceEntries.bib})`),
      asc(raceEntries.bib),
      asc(raceEntries.name),
      asc(raceEntries.id),
    );
  return rows.map(withUser);
}

export async function findEntry(db: Database, id: string): Promise<EntryWithUser | null> {
  const [row] = await db
    .select(entryWithUser)
    .from(raceEntries)
    .leftJoin(users, eq(users.id, raceEntries.userId))
    .where(eq(raceEntries.id, id));
  return row ? withUser(row) : null;
}

export async function findEntryByCode(db: Database, digest: string): Promise<EntryRow | null> {
  const [row] = await db.select().from(raceEntries).where(eq(raceEntries.codeDigest, digest));
  return row ?? null;
}

export async function countEntries(db: Database, eventId: string): Promise<number> {
  const [row] = await db
    .select({ entries: count() })
    .from(raceEntries)
    .where(eq(raceEntries.eventId, eventId));
  return row?.entries ?? 0;
}

/** Whether another entry of the event has the bib. An empty bib never counts as taken. */
export async function isBibTaken(
  db: Database,
  eventId: string,
  bib: string,
  exceptId: string,
): Promise<boolean> {
  if (bib === '') return false;
  const [row] = await db
    .select({ id: raceEntries.id })
    .from(raceEntries)
    .where(and(eq(raceEntries.eventId, eventId), eq(raceEntries.bib, bib), ne(raceEntries.id, exceptId)));
  return row !== undefined;
}

export async function insertEntry(db: Database, entry: typeof raceEntries.$inferInsert): Promise<void> {
  await db.insert(raceEntries).values(entry).onConflictDoNothing({ target: raceEntries.id });
}

export async function updateEntry(
  db: Database,
  id: string,
  change: Partial<Omit<EntryRow, 'id' | 'eventId'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(raceEntries).set(change).where(eq(raceEntries.id, id));
}

export async function updateWeighing(db: Database, id: string, weighed: Weighing, at: Date): Promise<void> {
  await updateEntry(db, id, { weighed, weighedAt: weighed === 'none' ? null : at });
}

export async function deleteEntry(db: Database, id: string): Promise<void> {
  await db.delete(raceEntries).where(eq(raceEntries.id, id));
}

/** The states of the races in which an entry sits. */
export async function listStatesOfEntry(db: Database, entryId: string) {
  return db
    .select({ raceId: races.id, state: races.state })
    .from(raceLanes)
    .innerJoin(races, eq(races.id, raceLanes.raceId))
    .where(eq(raceLanes.entryId, entryId));
}

/** The states of the races in which each entry of an event sits. */
export async function listSeatsOfEvent(
  db: Database,
  eventId: string,
): Promise<{ entryId: string | null; state: RaceState }[]> {
  return db
    .select({ entryId: raceLanes.entryId, state: races.state })
    .from(raceLanes)
    .innerJoin(races, eq(races.id, raceLanes.raceId))
    .where(and(eq(races.eventId, eventId), isNotNull(raceLanes.entryId)));
}

export type LogLine = {
  /** The action's id; absent for a change that a page never repeats. */
  id?: string;
  eventId: string;
  raceId: string | null;
  /** Null for the server. */
  userId: string | null;
  kind: string;
  text: string;
  data?: Record<string, unknown>;
};

export async function insertLog(db: Database, line: LogLine, at: Date): Promise<void> {
  const { id = newId(), data = {}, userId, ...more } = line;
  await db.insert(raceLog).values({ ...more, id, data, userId, isByUser: userId !== null, at });
}

/** Returns the event whose log contains an action; null if it has not been done. */
export async function findEventOfAction(db: Database, id: string): Promise<string | null> {
  const [row] = await db.select({ eventId: raceLog.eventId }).from(raceLog).where(eq(raceLog.id, id));
  return row?.eventId ?? null;
}
