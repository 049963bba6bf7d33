import type { FastifyInstance } from 'fastify';
import { outgoing as contract } from '@boathouse/contract/administration/outgoing';
import type { UserRef } from '@boathouse/contract/users';
import type { Login } from '../../../http/caller.ts';
import { hourly, repeatedly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { Metrics } from '../../../infra/metrics.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import { discard, measureOutgoing, retry, stateOf, type OutgoingOptions } from './service.ts';

type OutgoingRoutesOptions = OutgoingOptions & { secondFactorDemand: SecondFactorDemand; metrics: Metrics };

/** How often each process looks for due messages. This process sends its own new messages at once. */
const sendEveryMs = 5_000;

export function outgoingRoutes(app: FastifyInstance, options: OutgoingRoutesOptions): void {
  const { outgoing, secondFactorDemand, metrics, now } = options;
  /** Before a change. Returns the administrator who makes the call. */
  const actorOf = async ({ login, user }: { login: Login; user: UserRef }): Promise<UserRef> => {
    await secondFactorDemand.check(login, async () => true, 'administrators');
    return user;
  };

  route(app, contract.state, () => stateOf(options));
  route(app, contract.retry, async ({ body, caller }) =>
    retry(options, await actorOf(caller), body.messages),
  );
  route(app, contract.discard, async ({ body, caller }) =>
    discard(options, await actorOf(caller), body.messages),
  );

  measureOutgoing(metrics, outgoing, now);
  repeatedly(app, sendEveryMs, 'sending outgoing messages', () => outgoing.run());
  hourly(app, 'deleting outgoing messages that were given up', () => outgoing.sweep());
  app.addHook('onClose', () => outgoing.close());
}
