import type { FastifyInstance } from 'fastify';
import { history } from '@boathouse/contract/activities/history';
import { feed } from '@boathouse/contract/feed';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import {
  athleteFeed,
  clubFeed,
  dashboardFeed,
  pastActivities,
  resultsOfClub,
  upcomingOfClub,
} from './service.ts';

/** `now` decides which sessions have started. */
export function feedRoutes(app: FastifyInstance, db: Database, now: () => Date): void {
  route(app, history.search, ({ query, caller }) => pastActivities(db, caller.user._id, query));
  route(app, feed.dashboard, ({ query, caller }) => dashboardFeed(db, caller.user._id, query));
  route(app, feed.athleteProfile, ({ query, caller }) => athleteFeed(db, query.user, caller.user._id, query));
  route(app, feed.clubProfile, ({ query, caller }) =>
    clubFeed(db, query.club, caller.user._id, { ...query, until: now() }),
  );
  route(app, feed.clubUpcoming, ({ query, caller }) =>
    upcomingOfClub(db, query.club, caller.user._id, { ...query, after: now() }),
  );
  route(app, feed.clubResults, ({ query, caller }) => resultsOfClub(db, query.club, caller.user._id, query));
}
