import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { sync as contract } from '@boathouse/contract/sync/calls';
import type { Database } from '../../../db/database.ts';
import { webHeaders } from '../../../http/headers.ts';
import { hourly, repeatedly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { Identity } from '../../../infra/identity/identity.ts';
import { withHttpErrors } from '../../people/auth/index.ts';
import { findCallerByUid } from '../../people/users/index.ts';
import type { Sync } from './service.ts';
import type { SyncWorker } from './worker.ts';

const runEveryMs = 5_000;

const text = z.optional(z.string().check(z.maxLength(4_000)));
const CallbackSchema = z.looseObject({ code: text, state: text, error: text });
type Callback = z.output<typeof CallbackSchema>;

type SyncDependencies = {
  sync: Sync;
  syncWorker: SyncWorker;
  db: Database;
  identity: Pick<Identity, 'loginOf'>;
};

export function syncRoutes(app: FastifyInstance, { sync, syncWorker, db, identity }: SyncDependencies): void {
  /** Returns the browser's user: only a login, because programs have no browser. */
  async function whoIs(request: FastifyRequest) {
    const login = await withHttpErrors(() => identity.loginOf(webHeaders(request.headers)));
    if (login === null) return null;
    const { user, isLocked } = await findCallerByUid(db, login.uid);
    return user === null || isLocked ? null : { login, userId: user._id };
  }

  route(app, contract.state, ({ caller }) => sync.stateOf(caller.user._id));
  route(app, contract.ofActivity, ({ params, caller }) => sync.ofActivity(caller.user._id, params.id));
  route(app, contract.connect, ({ params, body, caller }) =>
    sync.connect(caller.user._id, params.service, body),
  );
  route(app, contract.change, ({ params, body, caller }) =>
    sync.change(caller.user._id, params.service, body),
  );
  route(app, contract.disconnect, ({ params, caller }) => sync.disconnect(caller.user._id, params.service));
  route(app, contract.importNow, ({ params, caller }) => sync.importNow(caller.user._id, params.service));
  route(app, contract.retry, ({ params, caller }) => sync.retry(caller.user._id, params.service, params.id));
  route(app, contract.authorize, ({ params, body, caller: { login, user } }) =>
    sync.authorize({ login, userId: user._id }, params.service, body),
  );

  // Browsers come here from the service's page. It redirects, which endpoints of the contract can't do.
  app.get(
    '/api/sync/logbook/callback',
    { schema: { querystring: CallbackSchema, hide: true } },
    async (request: FastifyRequest<{ Querystring: Callback }>, reply) => {
      const finishes = await whoIs(request);
      const outcome = await sync.finishLogin(finishes, request.query);
      return reply.header('cache-control', 'no-store').redirect(`/settings?logbook=${outcome}#services`, 303);
    },
  );

  repeatedly(app, runEveryMs, 'syncing with services', () => syncWorker.run());
  hourly(app, 'sweeping logins at services', () => sync.sweep());
}
