import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  max,
  ne,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { clubRoles } from '@boathouse/contract/clubs';
import { IdSchema } from '@boathouse/contract/ids';
import { limits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { rowsOf } from '../../../db/migrations.ts';
import { offsetOf, type Page } from '../../../db/paging.ts';
import {
  activities,
  authSessions,
  authUsers,
  clubMemberships,
  clubs,
  installationSettings,
  sessions,
  users,
} from '../../../db/tables.ts';
import { clubRefColumns } from '../../clubs/clubs/index.ts';
import { userRefColumns } from '../../people/users/index.ts';

/** Guests of races have no account. */
const isListed = and(not(users.isFormer), not(users.isGuest));

/** Whether one of the texts contains the typed one, ignoring case. */
function contains(typed: string, texts: SQL[]): SQL | undefined {
  if (typed === '') return undefined;
  const pattern = `%${typed.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return or(...texts.map((text) => sql`${text} ilike ${pattern}`));
}

const count = sql<number>`count(*)::int`;

type Search = Page & { search: string };

/** Returns a page of the users, by name, and how many the search finds. */
export async function searchAccounts(db: Database, { search, ...page }: Search) {
  const found = and(isListed, contains(search, [sql`${users.displayName}`, sql`${authUsers.email}`]));
  const rows = await db
    .select({
      ...userRefColumns,
      email: authUsers.email,
      createdAt: users.createdAt,
      lastUsedAt: max(authSessions.updatedAt),
      isAdministrator: users.isAdministrator,
      lockedAt: users.lockedAt,
    })
    .from(users)
    .leftJoin(authUsers, eq(authUsers.id, users.uid))
    .leftJoin(authSessions, eq(authSessions.userId, users.uid))
    .where(found)
    .groupBy(users.id, authUsers.email)
    .orderBy(sql`lower(${users.displayName})`, asc(users.id))
    .limit(page.pagesize)
    .offset(offsetOf(page));
  const [counted] = await db
    .select({ count })
    .from(users)
    .leftJoin(authUsers, eq(authUsers.id, users.uid))
    .where(found);
  return { count: counted?.count ?? 0, users: rows };
}

type AccountRow = {
  id: string;
  uid: string;
  name: string;
  /** Null if a hosted provider has it. */
  email: string | null;
  isAdministrator: boolean;
  lockedAt: Date | null;
};

const accountColumns = {
  id: users.id,
  uid: users.uid,
  name: users.displayName,
  email: authUsers.email,
  isAdministrator: users.isAdministrator,
  lockedAt: users.lockedAt,
};

async function findAccount(db: Database, where: SQL): Promise<AccountRow | null> {
  const [row] = await db
    .select(accountColumns)
    .from(users)
    .leftJoin(authUsers, eq(authUsers.id, users.uid))
    .where(and(where, isListed));
  return row ?? null;
}

export function findAccountById(db: Database, id: string): Promise<AccountRow | null> {
  return findAccount(db, eq(users.id, id));
}

/** For commands: users are named by their email, or by the id of their profile if a provider stores the emails. */
export function findAccountByEmail(db: Database, email: string): Promise<AccountRow | null> {
  const id = IdSchema.safeParse(email.trim());
  if (id.success) return findAccountById(db, id.data);
  return findAccount(db, eq(authUsers.email, email.trim().toLowerCase()));
}

/** Returns the users whose accounts are locked. */
export async function listLocked(db: Database, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNotNull(users.lockedAt)));
  return rows.map(({ id }) => id);
}

/** A row of the settings, so that commands outside the server can read it. */
const mailFailureName = 'mailFailure';
const MailFailureSchema = z.object({ at: z.iso.datetime(), problem: z.string() });

/** Stores why mails can't be sent; null when they can. */
export async function updateMailFailure(
  db: Database,
  failure: { at: Date; problem: string } | null,
): Promise<void> {
  const isOfMail = eq(installationSettings.name, mailFailureName);
  if (failure === null) {
    await db.delete(installationSettings).where(isOfMail);
    return;
  }
  const { at, problem } = failure;
  const value = { value: JSON.stringify({ at: at.toISOString(), problem }), changedAt: at };
  await db
    .insert(installationSettings)
    .values({ name: mailFailureName, ...value })
    .onConflictDoUpdate({ target: installationSettings.name, set: value });
}

/** Returns why mails could not be sent in the last attempt of a process; null if they could. */
export async function findMailFailure(db: Database): Promise<z.output<typeof MailFailureSchema> | null> {
  const [row] = await db
    .select({ value: installationSettings.value })
    .from(installationSettings)
    .where(eq(installationSettings.name, mailFailureName));
  return row === undefined ? null : MailFailureSchema.parse(JSON.parse(row.value));
}

export async function updateLock(tx: Database, userId: string, lockedAt: Date | null): Promise<void> {
  await tx.update(users).set({ lockedAt }).where(eq(users.id, userId));
}

const owners = alias(clubMemberships, 'owners');

function selectClubs(db: Database) {
  return db
    .select({
      ...clubRefColumns,
      isPrivate: clubs.isPrivate,
      createdAt: clubs.createdAt,
      memberCount: sql<number>`(
        select count(*)::int from ${clubMemberships} as members
        where members.club_id = ${clubs.id} and members.role >= ${clubRoles.member})`,
      owner: userRefColumns,
    })
    .from(clubs)
    .leftJoin(owners, and(eq(owners.clubId, clubs.id), eq(owners.role, clubRoles.owner)))
    .leftJoin(users, eq(users.id, owners.userId))
    .orderBy(sql`lower(${clubs.name})`, asc(clubs.id));
}

/** Returns a page of the clubs, by name, and how many the search finds. */
export async function searchAllClubs(db: Database, { search, ...page }: Search) {
  const found = contains(search, [sql`${clubs.name}`, sql`${clubs.customUrl}`]);
  const rows = await selectClubs(db).where(found).limit(page.pagesize).offset(offsetOf(page));
  const [counted] = await db.select({ count }).from(clubs).where(found);
  return { count: counted?.count ?? 0, clubs: rows };
}

/** Returns all clubs, by name; for operators. */
export async function listClubsOfOperator(db: Database) {
  return selectClubs(db);
}

/** Returns the users to whom a club may be handed over: admins first, then by name. */
export async function listOtherMembers(db: Database, clubId: string): Promise<UserRef[]> {
  const membership = [eq(clubMemberships.clubId, clubId), gte(clubMemberships.role, clubRoles.member)];
  return db
    .select(userRefColumns)
    .from(clubMemberships)
    .innerJoin(users, eq(users.id, clubMemberships.userId))
    .where(and(...membership, ne(clubMemberships.role, clubRoles.owner)))
    .orderBy(desc(clubMemberships.role), sql`lower(${users.displayName})`, asc(users.id))
    .limit(limits.listedMax);
}

export async function findOwner(tx: Database, clubId: string): Promise<string | null> {
  const [row] = await tx
    .select({ userId: clubMemberships.userId })
    .from(clubMemberships)
    .where(and(eq(clubMemberships.clubId, clubId), eq(clubMemberships.role, clubRoles.owner)));
  return row?.userId ?? null;
}

/** Locks the sessions of a club, and returns whether an athlete rows in one of them. */
export async function lockSessionsOfClub(tx: Database, clubId: string): Promise<boolean> {
  const ofClub = eq(sessions.clubId, clubId);
  await tx.select({ id: sessions.id }).from(sessions).where(ofClub).orderBy(sessions.id).for('update');
  const [rowed] = await tx
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(ofClub, eq(activities.isCompleted, false)))
    .limit(1);
  return rowed !== undefined;
}

/**
 * Ends the sessions of a club. Sessions with results stay as deleted ones, which their host and the athletes may read.
 * Hosts who left the club get no rights back: their sessions go to the club's owner, otherwise to its highest-ranking
 * member. Returns the ids of all sessions that could be found before.
 */
export async function endSessionsOfClub(tx: Database, clubId: string, now: Date): Promise<string[]> {
  const ofClub = eq(sessions.clubId, clubId);
  const found = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(ofClub, isNull(sessions.deletedAt)));
  const isRowed = exists(
    tx
      .select({ one: sql`1` })
      .from(activities)
      .where(eq(activities.sessionId, sessions.id)),
  );
  await tx.delete(sessions).where(and(ofClub, not(isRowed)));
  const selectMembers = () =>
    tx
      .select({ id: clubMemberships.userId })
      .from(clubMemberships)
      .where(and(eq(clubMemberships.clubId, clubId), gte(clubMemberships.role, clubRoles.member)));
  const highest = selectMembers().orderBy(desc(clubMemberships.role), asc(clubMemberships.userId)).limit(1);
  await tx
    .update(sessions)
    .set({ hostUserId: sql`coalesce((${highest}), ${sessions.hostUserId})` })
    .where(and(ofClub, notInArray(sessions.hostUserId, selectMembers())));
  await tx
    .update(sessions)
    .set({
      clubId: null,
      isAccessibleByLink: false,
      deletedAt: sql`coalesce(${sessions.deletedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(ofClub);
  return found.map(({ id }) => id);
}

const FactsRows = z.tuple([
  z.object({
    version: z.string(),
    bytes: z.coerce.number(),
    at: z.coerce.date(),
    users: z.int(),
    clubs: z.int(),
  }),
]);

/** Returns the database's facts about itself. */
export async function findDatabaseFacts(db: Database) {
  const [facts] = FactsRows.parse(
    rowsOf(
      await db.execute(sql`
        select current_setting('server_version') as version,
          pg_database_size(current_database())::text as bytes,
          clock_timestamp()::text as at,
          (select count(*)::int from ${users} where ${isListed}) as users,
          (select count(*)::int from ${clubs}) as clubs`),
    ),
  );
  return facts;
}

/** Returns the time of the database's clock. */
export async function findDatabaseTime(db: Database): Promise<Date> {
  const rows = rowsOf(await db.execute(sql`select clock_timestamp()::text as at`));
  return z.tuple([z.object({ at: z.coerce.date() })]).parse(rows)[0].at;
}
