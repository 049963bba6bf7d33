import type { FastifyInstance } from 'fastify';
import { starts } from '@boathouse/contract/starts';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import { KeyedQueue } from '../../infra/keyed-queue.ts';
import type { LiveGateway } from '../../live/gateway.ts';
import { announceStarts } from './live.ts';
import { cancelStart, setStart, startsOfSession } from './service.ts';

export function startRoutes(
  app: FastifyInstance,
  db: Database,
  live: LiveGateway,
  nowMs: () => number,
): void {
  route(app, starts.ofSession, ({ params, caller }) => startsOfSession(db, params.id, caller.user._id));

  // One after another, so that the last event that pages get has what is stored.
  const changes = new KeyedQueue();
  route(app, starts.set, ({ params: { id, item }, body, caller }) =>
    changes.run(id, async () => {
      const { inSec } = body;
      const changed = await setStart(db, caller.user._id, { session: id, item }, { inSec, nowMs });
      return announceStarts(live, id, changed);
    }),
  );

  route(app, starts.cancel, ({ params: { id, item }, caller }) =>
    changes.run(id, async () => {
      const changed = await cancelStart(db, caller.user._id, { session: id, item }, nowMs);
      return announceStarts(live, id, changed);
    }),
  );
}
