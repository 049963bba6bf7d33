import type { FastifyInstance } from 'fastify';
import { statistics } from '@boathouse/contract/statistics';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import {
  activityHeatmap,
  generalStatistics,
  metersStatistics,
  personalBests,
  progressStatistics,
} from './service.ts';

export function statisticsRoutes(app: FastifyInstance, db: Database, now: () => Temporal.Instant): void {
  route(app, statistics.meters, ({ params, query }) =>
    metersStatistics(db, params.id, { now: now(), timeZone: query.timeZone }),
  );
  route(app, statistics.general, ({ params, query }) =>
    generalStatistics(db, params.id, { now: now(), timeZone: query.timeZone }),
  );
  route(app, statistics.progress, ({ params, query: { timeZone, ...bounds } }) =>
    progressStatistics(db, params.id, bounds, { now: now(), timeZone }),
  );
  route(app, statistics.heatmap, ({ params, query }) =>
    activityHeatmap(db, params.id, query.currentYear + query.yearOffset),
  );
  route(app, statistics.personalBests, ({ params, caller }) => personalBests(db, params.id, caller.user._id));
}
