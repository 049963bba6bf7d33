import type { FastifyInstance } from 'fastify';
import { sessions } from '@boathouse/contract/sessions';
import { calendar } from '@boathouse/contract/sessions/calendar';
import { route } from '../../../http/route.ts';
import { Calendars, sessionsOfPeriod, sparseSessionsOfPeriod } from './service.ts';
import { findNextSessionOfUser } from './store.ts';

export function calendarRoutes(
  app: FastifyInstance,
  options: ConstructorParameters<typeof Calendars>[0],
): void {
  const { db, now } = options;
  const calendars = new Calendars(options);

  route(app, sessions.ofUser, ({ query, caller }) =>
    (query.sparse === '1' ? sparseSessionsOfPeriod : sessionsOfPeriod)(db, caller.user._id, query),
  );

  route(app, sessions.next, ({ caller }) => findNextSessionOfUser(db, caller.user._id, now()));

  route(app, calendar.address, ({ caller }) => calendars.timeOf(caller.user._id));

  route(app, calendar.create, ({ caller }) => calendars.create(caller.user._id));

  route(app, calendar.revoke, ({ caller }) => calendars.revoke(caller.user._id));

  route(app, calendar.read, ({ params, query }) => calendars.read(params.key, query.club ?? null));
}
