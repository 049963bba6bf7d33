import type { FastifyInstance } from 'fastify';
import { clubs } from '@boathouse/contract/clubs';
import { invitations } from '@boathouse/contract/clubs/invitations';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import type { Login } from '../../../http/caller.ts';
import { HttpError, orNotListed } from '../../../http/errors.ts';
import { route } from '../../../http/route.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import type { Files } from '../../people/files/index.ts';
import { mayManage, mayTransfer } from './rules.ts';
import {
  acceptInvitation,
  changeClub,
  changeRole,
  checkMembership,
  createClub,
  createInvitation,
  invitationOf,
  joinClub,
  leaveClub,
  managesClub,
  membershipsOfClub,
  readInvitation,
  revokeInvitation,
  revokeMembership,
  transferClub,
  type EndRights,
} from './service.ts';
import {
  findClubByCustomUrl,
  findRole,
  isCustomUrlTaken,
  listClubs,
  listMembershipsOfUser,
  searchClubs,
  withRequestCounts,
  type RankEntered,
} from './store.ts';

type ClubDependencies = {
  db: Database;
  notifier: Notifier;
  files: Files;
  endRights: EndRights;
  rankEntered: RankEntered;
  secondFactorDemand: SecondFactorDemand;
};

export function clubRoutes(
  app: FastifyInstance,
  { db, notifier, files, endRights, rankEntered, secondFactorDemand }: ClubDependencies,
): void {
  type Caller = { login: Login; user: UserRef };
  /** Runs before a change that only the admins and the owner may make. */
  const checkAdmin = (caller: Caller, clubId: string) =>
    secondFactorDemand.check(caller.login, () => managesClub(db, caller.user._id, clubId));
  /** Before a change that an admin may not make either: they are refused without a request for a second factor. */
  const checkOwner = (caller: Caller, clubId: string) =>
    secondFactorDemand.check(caller.login, async () =>
      mayTransfer(await findRole(db, clubId, caller.user._id)),
    );

  route(app, clubs.list, ({ query }) => listClubs(db, query));

  route(app, clubs.search, ({ query, caller }) =>
    searchClubs(db, caller.user._id, { ...query, text: query.name }),
  );

  route(app, clubs.isAvailable, async ({ query }) => ({
    isAvailable: !(await isCustomUrlTaken(db, query.customURL)),
  }));

  route(app, clubs.byCustomURL, async ({ params }) => {
    const club = await findClubByCustomUrl(db, params.url);
    if (club === null) throw new HttpError(404, 'not_found', "We couldn't find a club at that link");
    return club;
  });

  route(app, clubs.create, ({ body, caller }) => createClub(db, files, caller.user._id, body));
  route(app, clubs.patch, async ({ query, body, caller }) => {
    await checkAdmin(caller, query.club);
    return changeClub(db, { files, rankEntered }, caller.user._id, query.club, body);
  });

  route(app, clubs.membershipsOfUser, async ({ params, query, caller }) => {
    const found = await listMembershipsOfUser(db, params.id, caller.user._id, query.after);
    const memberships = orNotListed(found);
    return params.id === caller.user._id ? withRequestCounts(db, memberships) : memberships;
  });
  route(app, clubs.membershipsOfClub, async ({ params, query, caller }) =>
    orNotListed(await membershipsOfClub(db, caller.user._id, params.id, query.after)),
  );
  route(app, clubs.isMember, async ({ query, caller }) => {
    const membership = await checkMembership(db, caller.user._id, query);
    const isOwn = query.user === caller.user._id && mayManage(membership.role);
    if (!isOwn || !(await secondFactorDemand.isOpen(caller.login))) return membership;
    return { ...membership, needsSecondFactor: true };
  });

  route(app, clubs.join, ({ body }) => joinClub(notifier, body.user, body.club));

  route(app, invitations.ofClub, ({ params, caller }) => invitationOf(db, caller.user._id, params.id));
  route(app, invitations.create, async ({ params, caller }) => {
    await checkAdmin(caller, params.id);
    return createInvitation(db, caller.user._id, params.id);
  });
  route(app, invitations.revoke, async ({ params, caller }) => {
    await checkAdmin(caller, params.id);
    return revokeInvitation(db, caller.user._id, params.id);
  });
  route(app, invitations.read, ({ body, caller }) => readInvitation(db, caller.user._id, body.key));
  route(app, invitations.accept, ({ body }) => acceptInvitation(db, body.user, body.key));

  const ender = { notifier, endRights };
  route(app, clubs.leave, ({ query }) => leaveClub(ender, query.user, query.club));
  route(app, clubs.revokeMembership, async ({ query, caller }) => {
    await checkAdmin(caller, query.club);
    return revokeMembership(ender, query);
  });

  route(app, clubs.transferOwnership, async ({ body, caller }) => {
    await checkOwner(caller, body.club);
    return transferClub(db, body);
  });
  for (const change of ['makeAdmin', 'revokeAdmin', 'makeMember'] as const) {
    route(app, clubs[change], async ({ body, caller }) => {
      await checkAdmin(caller, body.club);
      return changeRole(notifier, change, body);
    });
  }
}
