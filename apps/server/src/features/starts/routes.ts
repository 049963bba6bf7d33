import type { FastifyInstance } from 'fastify';
import { starts } from '@boathouse/contract/starts';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
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

  route(app, starts.set, async ({ params: { id, item }, body, caller }) => {
    const { inSec } = body;
    const changed = await setStart(db, caller.user._id, { session: id, item }, { inSec, nowMs });
    return announceStarts(live, id, changed);
  });

  route(app, starts.cancel, async ({ params: { id, item }, caller }) => {
    const changed = await cancelStart(db, caller.user._id, { session: id, item }, nowMs);
    return announceStarts(live, id, changed);
  });
}
