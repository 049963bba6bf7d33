import type { FastifyInstance } from 'fastify';
import { moves } from '@boathouse/contract/activities/moves';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import type { Turns } from '../../../infra/keyed-queue.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import { requireOwnOfToken, type ActivityListeners, type ResultListeners } from '../activities/index.ts';
import { moveRow, placesOf, rowsBeside, takeRowOut } from './service.ts';

/** @param changes of an activity: run one after another, so that the last event that pages get has the stored state */
export function moveRoutes(
  app: FastifyInstance,
  db: Database,
  notifier: Notifier,
  { onChange, onDiscard }: Pick<ActivityListeners, 'onChange' | 'onDiscard'>,
  changes: Turns,
): void {
  const stored: ResultListeners = {
    onChange,
    onReplaced: ({ id, sessionId }) => onDiscard({ _id: id, session: { _id: sessionId } }),
  };
  route(app, moves.places, ({ params, caller }) => placesOf(db, caller.user._id, params.id));
  route(app, moves.move, ({ params, body, caller }) =>
    changes.run(params.id, async () => {
      await requireOwnOfToken(db, caller, params.id);
      return moveRow(db, notifier, caller.user._id, params.id, body, stored);
    }),
  );
  route(app, moves.takeOut, ({ params, caller }) =>
    changes.run(params.id, async () => {
      await requireOwnOfToken(db, caller, params.id);
      return takeRowOut(db, caller.user._id, params.id, onDiscard);
    }),
  );
  route(app, moves.beside, ({ params, caller }) => rowsBeside(db, caller.user._id, params.id));
}
