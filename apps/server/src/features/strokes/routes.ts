import type { FastifyInstance } from 'fastify';
import { strokes } from '@boathouse/contract/strokes';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import { appendStrokes, strokesOf } from './service.ts';

export function strokeRoutes(app: FastifyInstance, db: Database): void {
  route(app, strokes.append, ({ params, body, caller }) =>
    appendStrokes(db, caller.user._id, params.id, body),
  );
  route(app, strokes.list, ({ params, query, caller }) =>
    strokesOf(db, caller.user._id, params.id, {
      withForceCurve: query.forceCurve === '1',
      from: query.from ?? 0,
    }),
  );
}
