import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ClubRole } from '@boathouse/contract/clubs';
import type { SquadRef } from '@boathouse/contract/clubs/squad-ref';
import { ClubRoleSchema, clubRoles } from '@boathouse/contract/clubs';
import type { Session } from '@boathouse/contract/sessions';
import type { Database } from '../../../db/database.ts';
import { offsetOf, type Page } from '../../../db/paging.ts';
import {
  activities,
  boards,
  clubMemberships,
  clubs,
  raceEntries,
  raceLanes,
  raceRuns,
  rowMoves,
  sessions,
  users,
} from '../../../db/tables.ts';
import { squadRefOf } from '../../clubs/squads/index.ts';
import { clubRefColumns } from '../../clubs/clubs/index.ts';
import { isNotBlockedBy, isUserVisibleTo, userRefColumns } from '../../people/users/index.ts';
import { noteBeside } from './beside/store.ts';

/**
 * Whether a user sits in the race of the session as a guest, who has entered the code of an entry and need not be a member of
 * the club (decision 099).
 */
const isRacedBy = (userId: string) => sql`(${sessions.isRace} and ${sessions.id} in (
  select ${raceRuns.sessionId} from ${raceEntries}
  join ${raceLanes} on ${raceLanes.entryId} = ${raceEntries.id}
  join ${raceRuns} on ${raceRuns.raceId} = ${raceLanes.raceId}
  where ${raceEntries.userId} = ${userId} and ${raceEntries.claimedAt} is not null))`;

/** Links between users are for users with an account. */
const hasNoAccount = (userId: string) =>
  sql<boolean>`exists (select 1 from ${users} as viewers where viewers.id = ${userId} and viewers.is_guest)`;

const selection = {
  session: sessions,
  host: userRefColumns,
  club: clubRefColumns,
  role: clubMemberships.role,
  squad: squadRefOf(sessions.squadId),
};

type SessionRow = {
  session: typeof sessions.$inferSelect;
  host: Session['hostUser'];
  club: Session['club'];
  squad: SquadRef | null;
  role: number | null;
  /** Absent for all who read the session. */
  isGuest?: boolean;
  hasNoAccount?: boolean;
};

export const isNotDeleted = isNull(sessions.deletedAt);

/** Whether lists and calendars contain the session: the run of a race is found only through its race. */
export const isListed = and(isNotDeleted, eq(sessions.isRace, false));

export type SessionForViewer = {
  session: Session;
  clubId: string | null;
  viewerRole: ClubRole | null;
  /** Sits in the race of the session as a guest. */
  isGuest: boolean;
  /** Is logged in by the code of an entry alone. */
  hasNoAccount: boolean;
};

/** Returns a selected session with the facts that decide whether the viewer may read it. */
export function forViewer({
  session,
  host,
  club,
  squad,
  role,
  isGuest = false,
  hasNoAccount = false,
}: SessionRow): SessionForViewer {
  return {
    session: {
      _id: session.id,
      title: session.title,
      hostUser: host,
      startAt: session.startAt.toISOString(),
      isAccessibleByLink: session.isAccessibleByLink,
      club,
      workoutItems: session.workoutItems,
      ...(squad === null ? {} : { squad }),
      ...(session.isRace ? { isRace: true as const } : {}),
    },
    clubId: session.clubId,
    viewerRole: role === null ? null : ClubRoleSchema.parse(role),
    isGuest,
    hasNoAccount,
  };
}

/** Selects sessions with host, club and the viewer's role in it. */
export function selectForViewer(db: Database, viewerId: string) {
  return db
    .select({
      ...selection,
      isGuest: sql<boolean>`${isRacedBy(viewerId)}`,
      hasNoAccount: hasNoAccount(viewerId),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.hostUserId))
    .leftJoin(clubs, eq(clubs.id, sessions.clubId))
    .leftJoin(
      clubMemberships,
      and(eq(clubMemberships.clubId, sessions.clubId), eq(clubMemberships.userId, viewerId)),
    );
}

/** Returns a session with the facts that decide whether the viewer may read it. */
export async function findSession(
  db: Database,
  id: string,
  viewerId: string,
): Promise<SessionForViewer | null> {
  const [row] = await selectForViewer(db, viewerId).where(and(eq(sessions.id, id), isNotDeleted));
  return row ? forViewer(row) : null;
}

/** Returns the sessions with these ids that are not deleted. */
export async function listSessions(db: Database, ids: readonly string[]): Promise<Session[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      session: sessions,
      host: userRefColumns,
      club: clubRefColumns,
      squad: squadRefOf(sessions.squadId),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.hostUserId))
    .leftJoin(clubs, eq(clubs.id, sessions.clubId))
    .where(and(inArray(sessions.id, [...ids]), isNotDeleted));
  return rows.map((row) => forViewer({ ...row, role: null }).session);
}

/**
 * Locks the memberships that the host of a club's session and these users have in the club and in `toClub`, so that
 * their rights can't change until the transaction ends. Call it before `lockSession`: the end of a membership locks in
 * this order, too.
 */
export async function lockMemberships(
  tx: Database,
  sessionId: string,
  userIds: string[],
  toClub: string | null = null,
): Promise<void> {
  const ofSession = eq(sessions.id, sessionId);
  const club = tx.select({ id: sessions.clubId }).from(sessions).where(ofSession);
  const host = tx.select({ id: sessions.hostUserId }).from(sessions).where(ofSession);
  await tx
    .select({ id: clubMemberships.id })
    .from(clubMemberships)
    .where(
      and(
        or(
          eq(clubMemberships.clubId, sql`(${club})`),
          toClub === null ? undefined : eq(clubMemberships.clubId, toClub),
        ),
        or(inArray(clubMemberships.userId, userIds), eq(clubMemberships.userId, sql`(${host})`)),
      ),
    )
    .orderBy(clubMemberships.id)
    .for('share');
}

/** Whether a session is the run of a race, which is changed and started only from there. */
export async function isRaceSession(db: Database, id: string): Promise<boolean> {
  const [row] = await db.select({ isRace: sessions.isRace }).from(sessions).where(eq(sessions.id, id));
  return row?.isRace === true;
}

/** Locks a session against other changes until the transaction ends; any number of callers may hold it with `share`. */
export async function lockSession(
  tx: Database,
  id: string,
  strength: 'update' | 'share' = 'update',
): Promise<void> {
  await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)).for(strength);
}

/**
 * Locks the session of an activity, if it has one, against changes until the transaction ends. Call it before the
 * activity is locked, like callers that change a session and then its activities.
 */
export async function lockSessionOf(tx: Database, activityId: string): Promise<void> {
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(activities, eq(activities.sessionId, sessions.id))
    .where(eq(activities.id, activityId))
    .for('share', { of: sessions });
}

/** Returns which workout items of a session have been begun, and whether one is in progress. */
export async function findBegunItems(
  db: Database,
  id: string,
): Promise<{ begun: number[]; isRowed: boolean }> {
  const rows = await db
    .select({
      item: activities.workoutItemIndex,
      isRowed: sql<boolean>`bool_or(not ${activities.isCompleted})`,
    })
    .from(activities)
    .where(eq(activities.sessionId, id))
    .groupBy(activities.workoutItemIndex);
  return { begun: rows.flatMap(({ item }) => item ?? []), isRowed: rows.some(({ isRowed }) => isRowed) };
}

type SessionUpdate = Partial<
  Pick<
    SessionToInsert,
    'title' | 'startAt' | 'isAccessibleByLink' | 'clubId' | 'squadId' | 'workoutItems'
  > & {
    remindedAt: null;
  }
>;

export async function updateSession(db: Database, id: string, change: SessionUpdate): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .update(sessions)
    .set({ ...change, ...newVersion() })
    .where(eq(sessions.id, id));
}

/** Written with each change that a calendar shows. */
const newVersion = () => ({ changeCount: sql`${sessions.changeCount} + 1`, changedAt: new Date() });

export async function updateHost(tx: Database, id: string, hostUserId: string): Promise<void> {
  await tx.update(sessions).set({ hostUserId }).where(eq(sessions.id, id));
}

/** A session that began less than this long ago, or begins in the future, still needs a host who can change it. */
const runningMs = 24 * 3_600_000;

/** Whether a session can still be rowed, as an SQL condition on `sessions`. */
export function mayStillBegin(now: Date): SQL | undefined {
  return and(gt(sessions.startAt, new Date(now.getTime() - runningMs)), isNotDeleted);
}

type EndedHosting = {
  /** Sessions that the club's owner hosts from now on. */
  passedOn: string[];
  /** Sessions that had a board of the user. */
  closedBoards: string[];
};

/**
 * Ends a user's rights as a host in a club: its owner gets the sessions that can still be rowed, and the user's boards
 * close. Past sessions keep their host's name, which gives no rights.
 */
export async function endHosting(
  tx: Database,
  { clubId, userId }: { clubId: string; userId: string },
  now: Date,
): Promise<EndedHosting> {
  const ofClub = eq(sessions.clubId, clubId);
  const owner = tx
    .select({ id: clubMemberships.userId })
    .from(clubMemberships)
    .where(and(eq(clubMemberships.clubId, clubId), eq(clubMemberships.role, clubRoles.owner)));
  const passedOn = await tx
    .update(sessions)
    .set({ hostUserId: sql`(${owner})` })
    .where(and(ofClub, eq(sessions.hostUserId, userId), mayStillBegin(now)))
    .returning({ id: sessions.id });
  const closed = await tx
    .delete(boards)
    .where(
      and(
        eq(boards.createdBy, userId),
        inArray(boards.sessionId, tx.select({ id: sessions.id }).from(sessions).where(ofClub)),
      ),
    )
    .returning({ id: boards.sessionId });
  return { passedOn: passedOn.map(({ id }) => id), closedBoards: closed.map(({ id }) => id) };
}

/** Deletes the board of a session unless this user made it: its maker has the key. */
export async function deleteBoardsOfOthers(tx: Database, sessionId: string, userId: string): Promise<void> {
  await tx.delete(boards).where(and(eq(boards.sessionId, sessionId), ne(boards.createdBy, userId)));
}

export async function markSessionDeleted(db: Database, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ deletedAt: new Date(), ...newVersion() })
    .where(eq(sessions.id, id));
}

/** Returns those of these starts that a host's sessions with this title and club have. */
export async function listStartsOf(
  db: Database,
  { hostUserId, title, clubId }: Pick<SessionToInsert, 'hostUserId' | 'title' | 'clubId'>,
  starts: readonly Date[],
): Promise<Date[]> {
  const rows = await db
    .select({ startAt: sessions.startAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.hostUserId, hostUserId),
        inArray(sessions.startAt, [...starts]),
        eq(sessions.title, title),
        clubId === null ? isNull(sessions.clubId) : eq(sessions.clubId, clubId),
        isNotDeleted,
      ),
    );
  return rows.map(({ startAt }) => startAt);
}

/**
 * `mayReadSession` of the rules as an SQL condition on `sessions`. A test of the feeds checks that both agree. The viewer's
 * clubs are read once, not for each session.
 */
export function isSessionReadableBy(viewerId: string): SQL {
  return sql`(${areRowsReadableBy(viewerId)} or ${isRacedBy(viewerId)})`;
}

/** `mayReadRows` of the rules as an SQL condition on `sessions`. */
function areRowsReadableBy(viewerId: string): SQL {
  return sql`(
  (${sessions.clubId} is null and (${sessions.hostUserId} = ${viewerId} or ${sessions.isAccessibleByLink}))
  or ${sessions.clubId} in (
    select ${clubMemberships.clubId} from ${clubMemberships}
    where ${clubMemberships.userId} = ${viewerId} and ${clubMemberships.role} >= ${clubRoles.member}
  )
)`;
}

/** `mayManageSession` of the rules as an SQL condition on `sessions`, or on an alias of it. */
export function isSessionManagedBy(viewerId: string, of: Managed = sessions): SQL {
  return sql`(
  (${of.clubId} is null and ${of.hostUserId} = ${viewerId})
  or ${of.clubId} in (
    select ${clubMemberships.clubId} from ${clubMemberships}
    where ${clubMemberships.userId} = ${viewerId} and (
      ${clubMemberships.role} >= ${clubRoles.admin}
      or (${clubMemberships.role} >= ${clubRoles.member} and ${of.hostUserId} = ${viewerId})
    )
  )
)`;
}

export async function isManagedBy(db: Database, sessionId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNotDeleted, isSessionManagedBy(userId)));
  return row !== undefined;
}

type Managed = Record<'clubId' | 'hostUserId', AnyPgColumn>;

/** Stores that a row without a session was rowed on a session's page, if the user may still read that session. */
export async function noteRowBeside(
  tx: Database,
  activityId: string,
  userId: string,
  sessionId: string | undefined,
): Promise<void> {
  if (sessionId === undefined) return;
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNotDeleted, isSessionReadableBy(userId)));
  if (session !== undefined) await noteBeside(tx, activityId, session.id);
}

const besides = alias(sessions, 'besides');

/**
 * Returns the condition for activities that the viewer may open: readable ones, and those rowed without an item on the
 * page of a session that they manage. Lists and feeds don't show the latter.
 */
export function isActivityOpenTo(viewerId: string): SQL {
  return sql`(${isActivityReadableBy(viewerId)} or ${activities.sessionId} is null
    and ${isNotBlockedBy(activities.userId, viewerId)} and exists (
      select 1 from ${rowMoves} join ${sessions} as besides on ${besides.id} = ${rowMoves.besideSessionId}
      where ${rowMoves.activityId} = ${activities.id} and ${besides.deletedAt} is null
        and ${isSessionManagedBy(viewerId, besides)}))`;
}

const athletes = alias(users, 'athletes');
const ownRows = alias(activities, 'own_rows');

/**
 * SESS-11 on `activities` left-joined with `sessions`, for lists of athletes whom the viewer may see: the athlete,
 * users who may read the rows of the session, and without a session everyone unless only the athlete may see it.
 */
export function isActivityListedFor(viewerId: string): SQL {
  return sql`(${activities.userId} = ${viewerId} or ${activities.visibility} = 'profile'
    or ${activities.sessionId} is not null and ${areRowsReadableBy(viewerId)})`;
}

/** `mayReadResult` of the rules as an SQL condition on `activities` left-joined with `sessions`. */
export function isActivityReadableBy(viewerId: string): SQL {
  const isAthleteVisible = sql`exists (
    select 1 from ${users} as athletes
    where ${athletes.id} = ${activities.userId} and ${isUserVisibleTo(viewerId, athletes)}
  )`;
  return sql`(${activities.userId} = ${viewerId} or ${isNotBlockedBy(activities.userId, viewerId)} and case
    when ${activities.sessionId} is null then ${activities.visibility} = 'profile' and ${isAthleteVisible}
    else ${areRowsReadableBy(viewerId)} and (
      ${sessions.clubId} is not null
      or ${sessions.hostUserId} = ${viewerId}
      or exists (
        select 1 from ${activities} as own_rows
        where ${ownRows.sessionId} = ${sessions.id} and ${ownRows.userId} = ${viewerId}
      )
      or ${isAthleteVisible}
    ) end)`;
}

/**
 * Returns the condition for sessions in a club's lists: its members see all; other users see those of a public club if
 * they may see the host. A deleted host has no name to hide.
 */
function isListedFor(viewerId: string): SQL | undefined {
  return or(gte(clubMemberships.role, clubRoles.member), eq(users.isFormer, true), isUserVisibleTo(viewerId));
}

/** Returns the sessions of a club that start until `until`, newest first. */
export async function listSessionsOfClub(
  db: Database,
  clubId: string,
  viewerId: string,
  page: Page & { until: Date },
): Promise<Session[]> {
  const rows = await selectForViewer(db, viewerId)
    .where(
      and(eq(sessions.clubId, clubId), lte(sessions.startAt, page.until), isListed, isListedFor(viewerId)),
    )
    .orderBy(desc(sessions.startAt), desc(sessions.id))
    .limit(page.pagesize)
    .offset(offsetOf(page));
  return rows.map((row) => forViewer(row).session);
}

/** Returns the sessions of a club that start later than `after`, the next one first. */
export async function listUpcomingOfClub(
  db: Database,
  clubId: string,
  viewerId: string,
  page: Page & { after: Date },
): Promise<Session[]> {
  const rows = await selectForViewer(db, viewerId)
    .where(
      and(eq(sessions.clubId, clubId), gt(sessions.startAt, page.after), isListed, isListedFor(viewerId)),
    )
    .orderBy(asc(sessions.startAt), asc(sessions.id))
    .limit(page.pagesize)
    .offset(offsetOf(page));
  return rows.map((row) => forViewer(row).session);
}

type SessionToInsert = {
  id: string;
  title: string;
  hostUserId: string;
  startAt: Date;
  isAccessibleByLink: boolean;
  clubId: string | null;
  /** Absent: no squad. */
  squadId?: string | null;
  workoutItems: string[];
  /** The run of a race; lists leave it out. */
  isRace?: boolean;
};

/** Returns false if a session has this id. */
export async function insertSession(db: Database, session: SessionToInsert): Promise<boolean> {
  const rows = await db
    .insert(sessions)
    .values(session)
    .onConflictDoNothing({ target: sessions.id })
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Claims a session that starts before `until` and whose members have not been reminded. Each is claimed once. */
export async function claimSessionSoon(
  tx: Database,
  now: Date,
  until: Date,
): Promise<{ id: string; hostUserId: string; createdAt: Date; startAt: Date } | null> {
  const [due] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(isNull(sessions.remindedAt), isListed, gte(sessions.startAt, now), lte(sessions.startAt, until)),
    )
    .orderBy(asc(sessions.startAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!due) return null;
  const [row] = await tx.update(sessions).set({ remindedAt: now }).where(eq(sessions.id, due.id)).returning({
    id: sessions.id,
    hostUserId: sessions.hostUserId,
    createdAt: sessions.createdAt,
    startAt: sessions.startAt,
  });
  return row ?? null;
}
