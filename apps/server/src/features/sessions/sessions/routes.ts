import type { FastifyInstance } from 'fastify';
import { sessions } from '@boathouse/contract/sessions';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import type { Login } from '../../../http/caller.ts';
import { route } from '../../../http/route.ts';
import type { Turns } from '../../../infra/keyed-queue.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import type { Announcements } from '../../../live/announcements.ts';
import { announceDeletion, announceSession, announceToReaders } from './live.ts';
import {
  changeSession,
  deleteSession,
  handOverSession,
  managesAsAdmin,
  readableSession,
  repeatSession,
  scheduleSession,
} from './service.ts';

type SessionDependencies = {
  db: Database;
  notifier: Notifier;
  announcements: Announcements;
  /** Changes of a session, one after another: the last event that pages get has the stored state. */
  changes: Turns;
  secondFactorDemand: SecondFactorDemand;
};

export function sessionRoutes(
  app: FastifyInstance,
  { db, notifier, announcements, changes, secondFactorDemand }: SessionDependencies,
): void {
  /** Before a change that the caller may make only as an admin of the session's club. */
  const checkAdmin = (caller: { login: Login; user: UserRef }, id: string) =>
    secondFactorDemand.check(caller.login, () => managesAsAdmin(db, id, caller.user._id));

  route(app, sessions.byId, ({ params, caller }) => readableSession(db, params.id, caller.user._id));

  route(app, sessions.create, ({ body, caller }) => scheduleSession(db, caller.user._id, body));

  route(app, sessions.change, ({ params, caller, body }) =>
    changes.run(params.id, async () => {
      await checkAdmin(caller, params.id);
      const session = await changeSession(db, notifier, caller.user._id, params.id, body);
      if (body.club !== undefined) announcements.closeBoards(params.id);
      if (body.club === undefined && body.isAccessibleByLink === undefined) {
        announceSession(announcements, session);
      } else {
        await announceToReaders(announcements, session);
      }
      return session;
    }),
  );

  route(app, sessions.remove, ({ params, caller }) =>
    changes.run(params.id, async () => {
      await checkAdmin(caller, params.id);
      const removed = await deleteSession(notifier, caller.user._id, params.id);
      announceDeletion(announcements, params.id);
      return removed;
    }),
  );

  route(app, sessions.handOver, ({ params, caller, body }) =>
    changes.run(params.id, async () => {
      await checkAdmin(caller, params.id);
      const session = await handOverSession(notifier, caller.user._id, params.id, body.toUser);
      announceSession(announcements, session);
      return session;
    }),
  );

  route(app, sessions.repeat, async ({ params, caller, body }) => {
    await checkAdmin(caller, params.id);
    return repeatSession(db, caller.user._id, params.id, body);
  });
}
