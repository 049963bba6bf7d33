import type { FastifyInstance } from 'fastify';
import { account } from '@boathouse/contract/account';
import { route } from '../../../http/route.ts';
import type { Archives } from './service.ts';

export function archiveRoutes(app: FastifyInstance, archives: Archives): void {
  route(app, account.archiveState, ({ params }) => archives.stateOf(params.id));
  route(app, account.archive, ({ caller }) => ({ bytes: archives.open(caller), fileName: 'my-data.zip' }));
  // A download would delay the stop of the process.
  app.addHook('preClose', (done) => {
    archives.end();
    done();
  });
}
