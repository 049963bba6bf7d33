import type { FastifyInstance } from 'fastify';
import { tokens as contract } from '@boathouse/contract/auth/tokens';
import { route } from '../../../http/route.ts';
import type { Tokens } from './service.ts';

const done = { status: true } as const;

export function tokenRoutes(app: FastifyInstance, tokens: Tokens): void {
  route(app, contract.list, ({ caller }) => tokens.list(caller));
  route(app, contract.create, ({ caller, body }) => tokens.create(caller, body));
  route(app, contract.current, ({ caller }) => tokens.current(caller));
  route(app, contract.end, async ({ caller, params }) => {
    await tokens.end(caller.user._id, params.id);
    return done;
  });
  route(app, contract.endAll, async ({ caller }) => {
    await tokens.endAll(caller.user._id);
    return done;
  });
}
