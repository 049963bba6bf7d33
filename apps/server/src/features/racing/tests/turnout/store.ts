import { and, asc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { clubRoles } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import type { Turnout, TurnoutMonth } from '@boathouse/contract/racing/turnout';
import type { Database } from '../../../../db/database.ts';
import { byName } from '../../../../db/name-search.ts';
import {
  activities,
  attendances,
  clubMemberships,
  sessions,
  squadMembers,
  users,
} from '../../../../db/tables.ts';
import { userRefColumns } from '../../../people/users/index.ts';

type Wanted = {
  clubId: string;
  /** Null for all members. */
  onlyUser: string | null;
  start: Date;
  end: Date;
  timeZone: string;
};

/** Returns the members by name, at most `listedMax`, each with the months in which they were expected at a session. */
export async function listTurnout(
  db: Database,
  { clubId, onlyUser, start, end, timeZone }: Wanted,
): Promise<Turnout> {
  const isOfSpan = and(
    eq(sessions.clubId, clubId),
    gte(sessions.startAt, start),
    lt(sessions.startAt, end),
    isNull(sessions.deletedAt),
    eq(sessions.isRace, false),
  );
  const isWanted = and(
    eq(clubMemberships.clubId, clubId),
    gte(clubMemberships.role, clubRoles.member),
    onlyUser === null ? undefined : eq(clubMemberships.userId, onlyUser),
  );
  const rowed = db
    .selectDistinct({ userId: activities.userId, sessionId: activities.sessionId })
    .from(activities)
    .innerJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(and(isOfSpan, eq(activities.isCompleted, true)))
    .as('rowed');
  const month = sql<string>`to_char(${sessions.startAt} at time zone ${timeZone}, 'YYYY-MM')`.as('month');
  const byMonth = db
    .select({
      userId: clubMemberships.userId,
      month,
      expected: sql<number>`count(*)::int`.as('expected'),
      rowed: sql<number>`count(${rowed.sessionId})::int`.as('rowed'),
      said: sql<number>`count(${attendances.sessionId})::int`.as('said'),
    })
    .from(clubMemberships)
    .innerJoin(sessions, and(isOfSpan, sql`${sessions.startAt} >= ${clubMemberships.createdAt}`))
    .leftJoin(
      squadMembers,
      and(
        eq(squadMembers.squadId, sessions.squadId),
        eq(squadMembers.userId, clubMemberships.userId),
        sql`${squadMembers.createdAt} <= ${sessions.startAt}`,
      ),
    )
    .leftJoin(rowed, and(eq(rowed.sessionId, sessions.id), eq(rowed.userId, clubMemberships.userId)))
    .leftJoin(
      attendances,
      and(eq(attendances.sessionId, sessions.id), eq(attendances.userId, clubMemberships.userId)),
    )
    .where(and(isWanted, or(isNull(sessions.squadId), isNotNull(squadMembers.userId))))
    .groupBy(clubMemberships.userId, sql`month`)
    .orderBy(sql`month`);
  const [members, months] = await Promise.all([
    db
      .select(userRefColumns)
      .from(clubMemberships)
      .innerJoin(users, eq(users.id, clubMemberships.userId))
      .where(isWanted)
      .orderBy(byName(users.displayName), asc(users.id))
      .limit(limits.listedMax),
    byMonth,
  ]);
  const byUser = Map.groupBy(months, ({ userId }) => userId);
  return members.map((user) => ({
    user,
    months: (byUser.get(user._id) ?? []).map(({ userId: _userId, ...one }): TurnoutMonth => one),
  }));
}
