import type { FastifyInstance } from 'fastify';
import { webhooks as contract } from '@boathouse/contract/clubs/webhooks';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import type { Login } from '../../../http/caller.ts';
import { hourly, repeatedly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import { findRole, mayManage } from '../../clubs/clubs/index.ts';
import type { Webhooks } from './service.ts';

const runEveryMs = 15_000;

type WebhookDependencies = { db: Database; webhooks: Webhooks; secondFactorDemand: SecondFactorDemand };

export function webhookRoutes(
  app: FastifyInstance,
  { db, webhooks, secondFactorDemand }: WebhookDependencies,
): void {
  const checkAdmin = ({ login, user }: { login: Login; user: UserRef }, clubId: string) =>
    secondFactorDemand.check(login, async () => mayManage(await findRole(db, clubId, user._id)));

  route(app, contract.ofClub, ({ params, caller }) => webhooks.ofClub(caller.user._id, params.id));
  route(app, contract.set, async ({ params, body, caller }) => {
    await checkAdmin(caller, params.id);
    return webhooks.set(caller.user._id, params.id, body.url);
  });
  route(app, contract.remove, async ({ params, caller }) => {
    await checkAdmin(caller, params.id);
    return webhooks.remove(caller.user._id, params.id);
  });
  route(app, contract.test, async ({ params, caller }) => {
    await checkAdmin(caller, params.id);
    return webhooks.test(caller.user._id, params.id);
  });
  repeatedly(app, runEveryMs, 'sending webhooks', () => webhooks.run());
  hourly(app, 'sweeping deliveries of webhooks', () => webhooks.sweep());
}
