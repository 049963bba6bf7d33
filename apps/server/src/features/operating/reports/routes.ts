import type { FastifyInstance } from 'fastify';
import { reports } from '@boathouse/contract/administration/reports';
import { hourly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import { decide, forgetOldCases, report, takeBack, type ReportOptions } from './service.ts';
import { listCases } from './store.ts';

type ReportRoutesOptions = ReportOptions & { secondFactorDemand: SecondFactorDemand };

export function reportRoutes(app: FastifyInstance, options: ReportRoutesOptions): void {
  const { db, nowMs, secondFactorDemand } = options;
  route(app, reports.create, ({ body, caller }) => report(options, caller.user, body));
  route(app, reports.list, ({ query, caller }) => listCases(db, caller.user._id, query));
  route(app, reports.decide, async ({ params, body, caller }) => {
    await secondFactorDemand.check(caller.login, async () => true);
    return decide(options, caller.user, params.id, body.decision);
  });
  route(app, reports.takeBack, async ({ params, caller }) => {
    await secondFactorDemand.check(caller.login, async () => true);
    return takeBack(options, caller.user, params.id);
  });
  hourly(app, 'deleting old reports', () => forgetOldCases(db, new Date(nowMs())));
}
