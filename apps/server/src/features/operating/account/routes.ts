import type { FastifyInstance } from 'fastify';
import { account } from '@boathouse/contract/account';
import { route } from '../../../http/route.ts';
import { deleteAccount, deletionOf, type AccountOptions } from './service.ts';

export function accountRoutes(app: FastifyInstance, options: AccountOptions): void {
  route(app, account.deletion, ({ caller }) => deletionOf(options, caller));
  route(app, account.remove, ({ caller, body }) => deleteAccount(options, caller, body));
}
