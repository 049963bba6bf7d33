import type { FastifyInstance } from 'fastify';
import { strokes } from '@boathouse/contract/strokes';
import type { Database } from '../../db/database.ts';
import { route } from '../../http/route.ts';
import { DearCalls } from '../../infra/dear-calls.ts';
import { appendStrokes, strokesOf } from './service.ts';

export function strokeRoutes(app: FastifyInstance, db: Database): void {
  const reads = new DearCalls();
  route(app, strokes.append, ({ params, body, caller }) =>
    appendStrokes(db, caller.user._id, params.id, body),
  );
  route(
    app,
    strokes.list,
    ({ params, query, caller }) =>
      reads.run(caller.user._id, () =>
        strokesOf(db, caller.user._id, params.id, {
          withForceCurve: query.forceCurve === '1',
          from: query.from ?? 0,
        }),
      ),
    { isChecked: true },
  );
}
