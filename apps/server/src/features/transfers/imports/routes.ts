import type { FastifyInstance, FastifyRequest } from 'fastify';
import { importLimits, imports as contract } from '@boathouse/contract/activities/imports';
import type { Database } from '../../../db/database.ts';
import { HttpError } from '../../../http/errors.ts';
import { hourly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import { answerQuestion, listQuestions } from '../../training/samerows/index.ts';
import type { Imports } from './service.ts';

/** Files whose bytes this process holds at once: each has up to 20 MB. */
const bodiesMax = 12;
const retryAfterSec = 5;

type ImportDependencies = { imports: Imports; db: Database; now: () => Date };

export function importRoutes(app: FastifyInstance, { imports, db, now }: ImportDependencies): void {
  hourly(app, 'deleting what was read and not imported', () => imports.sweep());
  route(app, contract.byId, ({ params, caller }) => imports.byId(caller.user._id, params.id));
  route(app, contract.list, ({ caller }) => imports.list(caller.user._id));
  route(app, contract.store, ({ params, body, caller }) => imports.store(caller.user._id, params.id, body));
  route(app, contract.undo, ({ params, caller }) => imports.undo(caller.user._id, params.id));
  route(app, contract.questions, ({ caller }) => listQuestions(db, caller.user._id));
  route(app, contract.answer, async ({ params: { id }, body: { other, isSame }, caller }) => {
    await answerQuestion(db, caller.user._id, { activityId: id, otherId: other }, { isSame, now: now() });
    return { _id: isSame ? other : id };
  });
  app.addHook('onClose', (_app, done) => {
    imports.close();
    done();
  });
  void app.register((scope, _options, done) => {
    const held = new Set<FastifyRequest>();
    // Runs before the body is read; the caller is known by then.
    scope.addHook('onRequest', async (request, reply) => {
      if (request.caller === null) return;
      if (held.size >= bodiesMax) {
        const message = 'Many files are being imported at the moment. Try again in some seconds.';
        throw new HttpError(429, 'too_many_requests', message, undefined, retryAfterSec);
      }
      held.add(request);
      reply.raw.once('close', () => held.delete(request));
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      contract.read.consumes,
      { parseAs: 'buffer', bodyLimit: importLimits.fileBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    route(scope, contract.read, ({ query, body, caller }) => imports.read(caller.user._id, query, body));
    done();
  });
}
