import type { FastifyInstance } from 'fastify';
import { goals } from '@boathouse/contract/statistics/goals';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import { goalOf, removeGoal, setGoal } from './service.ts';

export function goalRoutes(app: FastifyInstance, db: Database, now: () => Temporal.Instant): void {
  route(app, goals.ofUser, ({ query, caller }) => goalOf(db, caller.user._id, { now: now(), ...query }));

  route(app, goals.set, ({ query, body, caller }) =>
    setGoal(db, caller.user._id, body, { now: now(), ...query }),
  );

  route(app, goals.remove, ({ caller }) => removeGoal(db, caller.user._id));
}
