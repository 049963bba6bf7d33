import type { FastifyInstance } from 'fastify';
import { clubs } from '@boathouse/contract/clubs';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import { listMembershipsOfUser } from './store.ts';

export function clubRoutes(app: FastifyInstance, db: Database): void {
  route(app, clubs.membershipsOfUser, ({ params, caller }) =>
    listMembershipsOfUser(db, params.id, { withPending: params.id === caller.user._id }),
  );
}
