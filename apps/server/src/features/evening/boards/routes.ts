import type { FastifyInstance } from 'fastify';
import { boards } from '@boathouse/contract/sessions/boards';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import type { Login } from '../../../http/caller.ts';
import { route } from '../../../http/route.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import type { Announcements } from '../../../live/announcements.ts';
import { managesAsAdmin } from '../../sessions/sessions/index.ts';
import { boardTimeOf, createBoard, readBoard, revokeBoard } from './service.ts';

export function boardRoutes(
  app: FastifyInstance,
  db: Database,
  announcements: Announcements,
  secondFactorDemand: SecondFactorDemand,
  nowMs: () => number,
): void {
  /** Before a change that the caller may make only as an admin of the session's club. */
  const checkAdmin = (caller: { login: Login; user: UserRef }, id: string) =>
    secondFactorDemand.check(caller.login, () => managesAsAdmin(db, id, caller.user._id));

  route(app, boards.ofSession, ({ params, caller }) => boardTimeOf(db, caller.user._id, params.id));

  route(app, boards.create, async ({ params, caller }) => {
    await checkAdmin(caller, params.id);
    const created = await createBoard(db, caller.user._id, params.id);
    announcements.closeBoards(params.id);
    return created;
  });

  route(app, boards.revoke, async ({ params, caller }) => {
    await checkAdmin(caller, params.id);
    const revoked = await revokeBoard(db, caller.user._id, params.id);
    announcements.closeBoards(params.id);
    return revoked;
  });

  route(app, boards.read, ({ params }) => readBoard(db, params.key, nowMs));
}
