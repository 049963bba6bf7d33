import type { FastifyInstance } from 'fastify';
import { sessions } from '@boathouse/contract/sessions';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import { readableSession, scheduleSession, sessionsOfPeriod } from './service.ts';

export function sessionRoutes(app: FastifyInstance, db: Database): void {
  route(app, sessions.byId, ({ params, caller }) => readableSession(db, params.id, caller.user._id));

  route(app, sessions.create, ({ body, caller }) => scheduleSession(db, caller.user._id, body));

  route(app, sessions.ofUser, async ({ query, caller }) => {
    const found = await sessionsOfPeriod(db, caller.user._id, query);
    return query.sparse === '1' ? found.map(({ _id, title, startAt }) => ({ _id, title, startAt })) : found;
  });
}
