import type { FastifyInstance } from 'fastify';
import { sessions } from '@boathouse/contract/sessions';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import type { LiveGateway } from '../../live/gateway.ts';
import { announceDeletion, announceSession } from './live.ts';
import {
  changeSession,
  deleteSession,
  readableSession,
  repeatSession,
  scheduleSession,
  sessionsOfPeriod,
} from './service.ts';

export function sessionRoutes(app: FastifyInstance, db: Database, live: LiveGateway): void {
  route(app, sessions.byId, ({ params, caller }) => readableSession(db, params.id, caller.user._id));

  route(app, sessions.create, ({ body, caller }) => scheduleSession(db, caller.user._id, body));

  route(app, sessions.change, async ({ params, caller, body }) => {
    const session = await changeSession(db, caller.user._id, params.id, body);
    await announceSession(live, db, session);
    return session;
  });

  route(app, sessions.remove, async ({ params, caller }) => {
    const removed = await deleteSession(db, caller.user._id, params.id);
    await announceDeletion(live, db, params.id);
    return removed;
  });

  route(app, sessions.repeat, ({ params, caller, body }) =>
    repeatSession(db, caller.user._id, params.id, body),
  );

  route(app, sessions.ofUser, async ({ query, caller }) => {
    const found = await sessionsOfPeriod(db, caller.user._id, query);
    return query.sparse === '1' ? found.map(({ _id, title, startAt }) => ({ _id, title, startAt })) : found;
  });
}
