import type { FastifyInstance } from 'fastify';
import { webpush as contract } from '@boathouse/contract/webpush/calls';
import { hourly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { WebPush } from './service.ts';

export function webPushRoutes(app: FastifyInstance, webPush: WebPush): void {
  route(app, contract.state, ({ caller }) => webPush.state(caller.login));
  route(app, contract.subscribe, ({ body, caller: { login, user } }) =>
    webPush.subscribe({ login, userId: user._id }, body),
  );
  route(app, contract.unsubscribe, ({ caller }) => webPush.unsubscribe(caller.login));
  hourly(app, 'sweeping push subscriptions', () => webPush.sweep());
}
