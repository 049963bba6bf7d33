import type { FastifyInstance } from 'fastify';
import { exports as contract } from '@boathouse/contract/activities/formats';
import { route } from '../../../http/route.ts';
import type { Exports } from './service.ts';

export function exportRoutes(app: FastifyInstance, exports: Exports): void {
  route(app, contract.activity, ({ params, query, caller }) =>
    exports.activity(caller.user._id, params.id, query.format),
  );
  route(app, contract.session, ({ params, query, caller }) =>
    exports.session(caller.user._id, params.id, query),
  );
  route(app, contract.club, ({ params, query, caller }) => exports.club(caller.user._id, params.id, query));
  route(app, contract.historyState, ({ query, caller }) => exports.historyState(caller.user._id, query));
  route(app, contract.history, ({ query, caller }) => exports.history(caller.user._id, query));
  // A download would delay the stop of the process.
  app.addHook('preClose', (done) => {
    exports.close();
    done();
  });
}
