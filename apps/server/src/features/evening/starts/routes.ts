import type { FastifyInstance } from 'fastify';
import { starts } from '@boathouse/contract/sessions/starts';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import type { Turns } from '../../../infra/keyed-queue.ts';
import type { Announcements } from '../../../live/announcements.ts';
import { announceStarts } from './live.ts';
import { cancelStart, setStart, startsOfSession } from './service.ts';

/**
 * @param changes of a session's starts: run one after another, so that the last event that pages get has the stored
 * state
 */
export function startRoutes(
  app: FastifyInstance,
  db: Database,
  announcements: Announcements,
  nowMs: () => number,
  changes: Turns,
): void {
  route(app, starts.ofSession, ({ params, caller }) => startsOfSession(db, params.id, caller.user._id));

  route(app, starts.set, ({ params: { id, item }, body, caller }) =>
    changes.run(id, async () => {
      const { inSec } = body;
      const changed = await setStart(db, caller.user._id, { session: id, item }, { inSec, nowMs });
      return announceStarts(announcements, id, changed);
    }),
  );

  route(app, starts.cancel, ({ params: { id, item }, caller }) =>
    changes.run(id, async () => {
      const changed = await cancelStart(db, caller.user._id, { session: id, item }, nowMs);
      return announceStarts(announcements, id, changed);
    }),
  );
}
