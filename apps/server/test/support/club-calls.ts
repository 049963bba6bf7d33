import { eq } from 'drizzle-orm';
import type { ClubRole } from '@boathouse/contract/clubs';
import type { OpenDatabase } from '../../src/db/database.ts';
import { clubMemberships } from '../../src/db/tables.ts';
import { buildClub, buildMembership } from '../../src/features/clubs/clubs/factory.ts';
import type { Person, TestApp } from './test-app.ts';

/** Returns the calls that change memberships, made by the user whom they name as the caller. */
export function clubCalls(app: () => TestApp) {
  const join = (as: Person, club: string, role?: number) =>
    app().call('POST', '/api/clubmemberships', { as, body: { user: as.user._id, club, role } });
  const leave = (as: Person, club: string) =>
    app().call('DELETE', `/api/clubmemberships/leave?club=${club}&user=${as.user._id}`, { as });
  const revoke = (as: Person, user: string, club: string) =>
    app().call(
      'DELETE',
      `/api/clubmemberships/revokeMembership?${new URLSearchParams({ requestingUser: as.user._id, user, club }).toString()}`,
      { as },
    );
  const change = (what: 'makeMember' | 'makeAdmin' | 'revokeAdmin', as: Person, user: string, club: string) =>
    app().call('PATCH', `/api/clubmemberships/${what}`, {
      as,
      body: { requestingUser: as.user._id, user, club },
    });
  const transfer = (as: Person, toUser: string, club: string) =>
    app().call('PATCH', '/api/clubmemberships/transferOwnership', {
      as,
      body: { fromUser: as.user._id, toUser, club },
    });

  return { join, leave, revoke, change, transfer };
}

/** The users of the membership tests: owner, admin, member and a pending request. */
type Crew = { owen: Person; ada: Person; mia: Person; pia: Person };

export async function signUpCrew(app: TestApp): Promise<Crew> {
  return {
    owen: await app.signUp('Owen'),
    ada: await app.signUp('Ada'),
    mia: await app.signUp('Mia'),
    pia: await app.signUp('Pia'),
  };
}

export function crewClubs(database: () => OpenDatabase, crew: () => Crew) {
  /** Creates the club Weser, owned by Owen, with these members. Returns its id. */
  async function clubWith(
    members: ReadonlyArray<readonly [Person, ClubRole]> = [],
    more: { isPrivate?: boolean; name?: string } = {},
  ): Promise<string> {
    const { db } = database();
    const clubId = await buildClub(db, { ownerId: crew().owen.user._id, name: 'Weser', ...more });
    for (const [{ user }, role] of members) await buildMembership(db, { clubId, userId: user._id, role });
    return clubId;
  }

  /** Creates a private club with an owner, an admin, a member and a pending request. */
  const fullClub = () => {
    const { ada, mia, pia } = crew();
    const members = [
      [ada, 1],
      [mia, 0],
      [pia, -1],
    ] as const;
    return clubWith(members, { isPrivate: true });
  };

  /** Returns the stored roles of a club by display name. */
  async function roles(club: string): Promise<Record<string, number>> {
    const rows = await database()
      .db.select({ userId: clubMemberships.userId, role: clubMemberships.role })
      .from(clubMemberships)
      .where(eq(clubMemberships.clubId, club));
    const nameOf = new Map(Object.values(crew()).map(({ user }) => [user._id, user.displayName]));
    return Object.fromEntries(rows.map(({ userId, role }) => [nameOf.get(userId) ?? userId, role]));
  }

  return { clubWith, fullClub, roles };
}
