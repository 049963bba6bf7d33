import type { FastifyInstance } from 'fastify';
import { clubs } from '@boathouse/contract/clubs';
import { invitations } from '@boathouse/contract/clubs/invitations';
import type { Database } from '../../db/database.ts';
import { HttpError } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import type { Notifier } from '../../infra/notifier.ts';
import type { Files } from '../files/index.ts';
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
  membershipsOfClub,
  readInvitation,
  revokeInvitation,
  revokeMembership,
  transferClub,
  type EndRights,
} from './service.ts';
import {
  findClubByCustomUrl,
  isCustomUrlTaken,
  listClubs,
  listMembershipsOfUser,
  searchClubs,
  withRequestCounts,
} from './store.ts';

export function clubRoutes(
  app: FastifyInstance,
  db: Database,
  notifier: Notifier,
  files: Files,
  endRights: EndRights,
): void {
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
  route(app, clubs.patch, ({ query, body, caller }) =>
    changeClub(db, files, caller.user._id, query.club, body),
  );

  route(app, clubs.membershipsOfUser, async ({ params, caller }) => {
    const memberships = await listMembershipsOfUser(db, params.id, caller.user._id);
    return params.id === caller.user._id ? withRequestCounts(db, memberships) : memberships;
  });
  route(app, clubs.membershipsOfClub, ({ params, caller }) =>
    membershipsOfClub(db, caller.user._id, params.id),
  );
  route(app, clubs.isMember, ({ query, caller }) => checkMembership(db, caller.user._id, query));

  route(app, clubs.join, ({ body }) => joinClub(notifier, body.user, body.club));

  route(app, invitations.ofClub, ({ params, caller }) => invitationOf(db, caller.user._id, params.id));
  route(app, invitations.create, ({ params, caller }) => createInvitation(db, caller.user._id, params.id));
  route(app, invitations.revoke, ({ params, caller }) => revokeInvitation(db, caller.user._id, params.id));
  route(app, invitations.read, ({ body, caller }) => readInvitation(db, caller.user._id, body.key));
  route(app, invitations.accept, ({ body }) => acceptInvitation(db, body.user, body.key));

  const ender = { notifier, endRights };
  route(app, clubs.leave, ({ query }) => leaveClub(ender, query.user, query.club));
  route(app, clubs.revokeMembership, ({ query }) => revokeMembership(ender, query));

  route(app, clubs.transferOwnership, ({ body }) => transferClub(db, body));
  route(app, clubs.makeAdmin, ({ body }) => changeRole(notifier, 'makeAdmin', body));
  route(app, clubs.revokeAdmin, ({ body }) => changeRole(notifier, 'revokeAdmin', body));
  route(app, clubs.makeMember, ({ body }) => changeRole(notifier, 'makeMember', body));
}
