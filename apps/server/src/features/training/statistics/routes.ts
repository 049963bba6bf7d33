import type { FastifyInstance } from 'fastify';
import { statistics } from '@boathouse/contract/statistics';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import {
  activityHeatmap,
  clubMeters,
  generalStatistics,
  metersStatistics,
  ownRowedDays,
  paceOfSpan,
  personalBests,
  progressStatistics,
  totalsOfSpan,
} from './service.ts';

export function statisticsRoutes(app: FastifyInstance, db: Database, now: () => Temporal.Instant): void {
  route(app, statistics.meters, ({ params, query, caller }) =>
    metersStatistics(db, params.id, { viewerId: caller.user._id, now: now(), timeZone: query.timeZone }),
  );
  route(app, statistics.general, ({ params, query, caller }) =>
    generalStatistics(db, params.id, { viewerId: caller.user._id, now: now(), timeZone: query.timeZone }),
  );
  route(app, statistics.progress, ({ params, query: { timeZone, ...bounds }, caller }) =>
    progressStatistics(db, params.id, bounds, { viewerId: caller.user._id, now: now(), timeZone }),
  );
  route(app, statistics.totalsOfSpan, ({ query, caller }) => totalsOfSpan(db, caller.user._id, query));
  route(app, statistics.paceOfSpan, ({ query, caller }) => paceOfSpan(db, caller.user._id, query));
  route(app, statistics.heatmap, ({ params, query, caller }) =>
    activityHeatmap(db, params.id, caller.user._id, query.currentYear + query.yearOffset),
  );
  route(app, statistics.personalBests, ({ params, caller }) => personalBests(db, params.id, caller.user._id));
  route(app, statistics.rowedDays, ({ query, caller }) => ownRowedDays(db, caller.user._id, query));
  route(app, statistics.clubMeters, ({ params, query, caller }) =>
    clubMeters(db, params.id, { viewerId: caller.user._id, now: now(), ...query }),
  );
}
