import type { FastifyInstance } from 'fastify';
import { devices as contract } from '@boathouse/contract/auth/devices';
import { route } from '../../../http/route.ts';
import type { Devices } from './service.ts';

export function devicesRoutes(app: FastifyInstance, devices: Devices): void {
  route(app, contract.members, (_input, { headers }) => devices.members(headers));
  route(app, contract.join, async ({ body, caller }, exchange) =>
    exchange.send(await devices.join(caller, body, exchange)),
  );
  route(app, contract.leave, ({ caller }, exchange) => devices.leave(caller.login, exchange));
  route(app, contract.switchTo, async ({ body }, exchange) =>
    exchange.send(await devices.switchTo(body, exchange)),
  );
  route(app, contract.logOutEveryone, async (_input, exchange) =>
    exchange.send({ value: { status: true }, headers: await devices.logOutEveryone(exchange) }),
  );
  route(app, contract.list, ({ caller }, exchange) => devices.list(caller.login, exchange));
  route(app, contract.end, async ({ params, caller }) => {
    await devices.end(caller.login, params.id);
    return { status: true as const };
  });
}
