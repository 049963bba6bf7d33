import type { FastifyInstance } from 'fastify';
import { administration } from '@boathouse/contract/administration/calls';
import { administrationActions } from '@boathouse/contract/administration/log';
import { serverLimits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import { forgetOldActions, listActions } from '../../people/admission/index.ts';
import type { Login } from '../../../http/caller.ts';
import { hourly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import {
  changeSettings,
  createInvitation,
  currentWarnings,
  deleteClubAs,
  deleteUserAs,
  endInvitation,
  endLoginsOf,
  handOverClub,
  resetLinkFor,
  sendTestMail,
  setAdministrator,
  setLock,
  settingsOf,
  stateOf,
  type AdministrationOptions,
} from './service.ts';
import { listOtherMembers, searchAccounts, searchAllClubs } from './store.ts';

type AdministrationRoutesOptions = AdministrationOptions & { secondFactorDemand: SecondFactorDemand };

const dayMs = 86_400_000;

export function administrationRoutes(app: FastifyInstance, options: AdministrationRoutesOptions): void {
  const { db, nowMs, secondFactorDemand } = options;
  /** Before a change. Returns the administrator who makes the call. */
  const actorOf = async ({ login, user }: { login: Login; user: UserRef }): Promise<UserRef> => {
    await secondFactorDemand.check(login, async () => true, 'administrators');
    return user;
  };

  route(app, administration.state, () => stateOf(options));
  route(app, administration.warnings, () => currentWarnings(options));
  route(app, administration.sendTestMail, async ({ caller }) =>
    sendTestMail(options, await actorOf(caller), caller.login.email),
  );

  route(app, administration.users, async ({ query }) => {
    const { count, users } = await searchAccounts(db, query);
    return {
      count,
      users: users.map(({ createdAt, lastUsedAt, lockedAt, ...rest }) => ({
        ...rest,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        lockedAt: lockedAt?.toISOString() ?? null,
      })),
    };
  });
  route(app, administration.makeResetLink, async ({ params, caller }) =>
    resetLinkFor(options, await actorOf(caller), params.id),
  );
  route(app, administration.lock, async ({ params, caller }) =>
    setLock(options, await actorOf(caller), params.id, true),
  );
  route(app, administration.unlock, async ({ params, caller }) =>
    setLock(options, await actorOf(caller), params.id, false),
  );
  route(app, administration.endLogins, async ({ params, caller }) =>
    endLoginsOf(options, await actorOf(caller), params.id),
  );
  route(app, administration.removeUser, async ({ params, caller }) =>
    deleteUserAs(options, await actorOf(caller), params.id),
  );
  route(app, administration.makeAdministrator, async ({ params, caller }) =>
    setAdministrator(options, await actorOf(caller), params.id, true),
  );
  route(app, administration.revokeAdministrator, async ({ params, caller }) =>
    setAdministrator(options, await actorOf(caller), params.id, false),
  );

  route(app, administration.clubs, async ({ query }) => {
    const { count, clubs } = await searchAllClubs(db, query);
    const shown = clubs.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: createdAt.toISOString() }));
    return { count, clubs: shown };
  });
  route(app, administration.clubMembers, ({ params }) => listOtherMembers(db, params.id));
  route(app, administration.handOverClub, async ({ params, body, caller }) =>
    handOverClub(options, await actorOf(caller), params.id, body.user),
  );
  route(app, administration.removeClub, async ({ params, caller }) =>
    deleteClubAs(options, await actorOf(caller), params.id),
  );

  route(app, administration.settings, () => settingsOf(options));
  route(app, administration.changeSettings, async ({ body, caller }) => {
    await changeSettings(options, await actorOf(caller), body);
    return settingsOf(options);
  });
  route(app, administration.createInvitation, async ({ body, caller }) =>
    createInvitation(options, await actorOf(caller), body),
  );
  route(app, administration.endInvitation, async ({ params, caller }) => {
    await endInvitation(options, await actorOf(caller), params.id);
    return settingsOf(options);
  });

  route(app, administration.log, async ({ query }) => {
    const { count, entries } = await listActions(db, query);
    return {
      count,
      entries: entries.flatMap(({ id, at, actorName, action, subjectName, detail }) => {
        // A later version may know more actions.
        const known = administrationActions.find((name) => name === action);
        const names = { actor: actorName, subject: subjectName, detail };
        return known === undefined ? [] : [{ _id: id, at: at.toISOString(), action: known, ...names }];
      }),
    };
  });
  hourly(app, 'deleting old entries of administrators', () =>
    forgetOldActions(db, new Date(nowMs() - serverLimits.administrationLogDays * dayMs)),
  );
}
