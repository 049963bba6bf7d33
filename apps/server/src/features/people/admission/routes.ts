import type { FastifyInstance } from 'fastify';
import { setUpRestore } from '@boathouse/contract/administration/restore';
import { setUp } from '@boathouse/contract/administration/sign-up';
import type { Database } from '../../../db/database.ts';
import { hourly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { Admission } from './service.ts';
import { deleteEndedInvitations } from './store.ts';

type AdmissionRoutesOptions = { db: Database; admission: Admission; now: () => Date };

export function admissionRoutes(app: FastifyInstance, { db, admission, now }: AdmissionRoutesOptions): void {
  route(app, setUp.check, async ({ body }, exchange) => {
    await admission.checkCode(body.code, exchange);
    return { status: true as const };
  });
  route(app, setUp.finish, async ({ body, caller }, exchange) => {
    await admission.setUp(caller.user, caller.login.uid, body.code, exchange);
    return { status: true as const };
  });
  route(app, setUpRestore.restoreState, () => admission.restoreState());
  void app.register((scope, _options, done) => {
    // A backup may be larger than the memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(setUpRestore.restore.consumes, (_request, payload, parsed) =>
      parsed(null, payload),
    );
    route(scope, setUpRestore.restore, ({ body }, exchange) => admission.restore(body, exchange));
    done();
  });
  hourly(app, 'deleting ended invitations', () => deleteEndedInvitations(db, now()));
}
