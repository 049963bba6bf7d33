import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { clubRoles, type ClubRole } from '@boathouse/contract/clubs';
import type { SquadRef } from '@boathouse/contract/clubs/squad-ref';
import type { Squad } from '@boathouse/contract/clubs/squads';
import type { Database } from '../../../db/database.ts';
import { byName } from '../../../db/name-search.ts';
import { clubMemberships, sessions, squadMembers, squads, users } from '../../../db/tables.ts';
import { userRefColumns } from '../../people/users/index.ts';
import { isMemberVisibleTo } from '../clubs/index.ts';

type Viewer = { id: string; role: ClubRole };

/** Sessions listed with a squad. */
const nextSessionsMax = 3;

/** Returns a club's squads, or one of them, by name, with those of their members whom the viewer sees, and their next sessions. */
export async function listSquads(
  db: Database,
  clubId: string,
  { viewer, now }: { viewer: Viewer; now: Date },
  only?: string,
): Promise<Squad[]> {
  const isOfClub = and(eq(squads.clubId, clubId), only === undefined ? undefined : eq(squads.id, only));
  const next = db
    .select({
      squadId: sessions.squadId,
      _id: sessions.id,
      title: sessions.title,
      startAt: sessions.startAt,
      place: sql<number>`row_number() over (partition by ${sessions.squadId}
        order by ${sessions.startAt}, ${sessions.id})`.as('place'),
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.clubId, clubId),
        isNotNull(sessions.squadId),
        gt(sessions.startAt, now),
        isNull(sessions.deletedAt),
      ),
    )
    .as('next');
  const [found, members, coming] = await Promise.all([
    db
      .select({ _id: squads.id, name: squads.name })
      .from(squads)
      .where(isOfClub)
      .orderBy(asc(sql`lower(${squads.name})`), asc(squads.id)),
    db
      .select({ squadId: squadMembers.squadId, user: userRefColumns })
      .from(squads)
      .innerJoin(squadMembers, eq(squadMembers.squadId, squads.id))
      .innerJoin(users, eq(users.id, squadMembers.userId))
      .where(and(isOfClub, isMemberVisibleTo(viewer)))
      .orderBy(byName(users.displayName), asc(users.id)),
    db.select().from(next).where(lte(next.place, nextSessionsMax)).orderBy(asc(next.place)),
  ]);
  const sessionsOf = Map.groupBy(coming, ({ squadId }) => squadId);
  const bySquad = Map.groupBy(members, ({ squadId }) => squadId);
  return found.map((squad) => ({
    ...squad,
    members: (bySquad.get(squad._id) ?? []).map(({ user }) => user),
    sessions: (sessionsOf.get(squad._id) ?? []).map(({ _id, title, startAt }) => ({
      _id,
      title,
      startAt: startAt.toISOString(),
    })),
  }));
}

/** Returns a squad of a club; null without it. `share` prevents its deletion until the transaction ends. */
export async function findSquad(
  db: Database,
  clubId: string,
  id: string,
  lock?: 'share',
): Promise<SquadRef | null> {
  const found = db
    .select({ _id: squads.id, name: squads.name })
    .from(squads)
    .where(and(eq(squads.id, id), eq(squads.clubId, clubId)));
  const [row] = await (lock ? found.for(lock) : found);
  return row ?? null;
}

/** Selects the squad that a column refers to, or null. */
export function squadRefOf(squadId: AnyPgColumn): SQL<SquadRef | null> {
  return sql<SquadRef | null>`(select jsonb_build_object('_id', ${squads.id}, 'name', ${squads.name})
    from ${squads} where ${squads.id} = ${squadId})`;
}

/** Returns how many other squads the club has. */
export async function countOthers(tx: Database, clubId: string, id: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(squads)
    .where(and(eq(squads.clubId, clubId), ne(squads.id, id)));
  return row?.count ?? 0;
}

/** Returns false for the id of another club's squad. */
export async function upsertSquad(
  tx: Database,
  squad: { id: string; clubId: string; name: string },
): Promise<boolean> {
  const rows = await tx
    .insert(squads)
    .values(squad)
    .onConflictDoUpdate({
      target: squads.id,
      set: { name: squad.name },
      setWhere: eq(squads.clubId, squad.clubId),
    })
    .returning({ id: squads.id });
  return rows.length > 0;
}

/** Replaces the members of a squad by those of the given users who are members of the club. */
export async function replaceMembers(
  tx: Database,
  { id, clubId }: { id: string; clubId: string },
  userIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(userIds)];
  await tx
    .delete(squadMembers)
    .where(
      and(
        eq(squadMembers.squadId, id),
        wanted.length === 0 ? undefined : notInArray(squadMembers.userId, wanted),
      ),
    );
  if (wanted.length === 0) return;
  const members = await tx
    .select({ userId: clubMemberships.userId })
    .from(clubMemberships)
    .where(
      and(
        eq(clubMemberships.clubId, clubId),
        gte(clubMemberships.role, clubRoles.member),
        inArray(clubMemberships.userId, wanted),
      ),
    );
  if (members.length === 0) return;
  await tx
    .insert(squadMembers)
    .values(members.map(({ userId }) => ({ squadId: id, clubId, userId })))
    .onConflictDoNothing();
}

/** Returns whether it existed. */
export async function deleteSquad(db: Database, clubId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(squads)
    .where(and(eq(squads.id, id), eq(squads.clubId, clubId)))
    .returning({ id: squads.id });
  return rows.length > 0;
}
