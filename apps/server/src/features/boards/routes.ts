import type { FastifyInstance } from 'fastify';
import { boards } from '@boathouse/contract/sessions/boards';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import type { Announcements } from '../../live/announcements.ts';
import { boardTimeOf, createBoard, readBoard, revokeBoard } from './service.ts';

export function boardRoutes(app: FastifyInstance, db: Database, announcements: Announcements): void {
  route(app, boards.ofSession, ({ params, caller }) => boardTimeOf(db, caller.user._id, params.id));

  route(app, boards.create, async ({ params, caller }) => {
    const created = await createBoard(db, caller.user._id, params.id);
    announcements.closeBoards(params.id);
    return created;
  });

  route(app, boards.revoke, async ({ params, caller }) => {
    const revoked = await revokeBoard(db, caller.user._id, params.id);
    announcements.closeBoards(params.id);
    return revoked;
  });

  route(app, boards.read, ({ params }) => readBoard(db, params.key));
}
