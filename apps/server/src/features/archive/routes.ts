import type { FastifyInstance } from 'fastify';
import { account } from '@boathouse/contract/account';
import { route } from '../../http/route.ts';
import type { Archives } from './service.ts';

export function archiveRoutes(app: FastifyInstance, archives: Archives): void {
  route(app, account.archiveState, ({ params }) => archives.stateOf(params.id));
  // Without HEAD, which would make an archive and throw it away.
  route(
    app,
    account.archive,
    ({ caller }, exchange) =>
      exchange.send({
        value: archives.open(caller),
        headers: new Headers({
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="my-data.zip"',
        }),
      }),
    { exposeHeadRoute: false },
  );
  // A download would hold up the stop of the process.
  app.addHook('preClose', (done) => {
    archives.end();
    done();
  });
}
