import type { FastifyInstance } from 'fastify';
import { strokes } from '@boathouse/contract/strokes';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import type { Metrics } from '../../../infra/metrics.ts';
import { RecentTexts } from '../../../infra/recent-texts.ts';
import { appendStrokes, strokesOf } from './service.ts';

/**
 * A whole crew opens one member's row within seconds. A text has up to 2 MB, and its compressed bytes a tenth of that.
 */
const recentTexts = { max: 8, maxAgeMs: 10_000 };

export function strokeRoutes(app: FastifyInstance, db: Database, metrics: Metrics): void {
  const recent = new RecentTexts(recentTexts);
  route(app, strokes.append, async ({ params, body, caller }) => {
    const { next, added } = await appendStrokes(db, caller.user._id, params.id, body);
    metrics.noteStrokes(added > 0 ? 'stored' : next < body.from ? 'gap' : 'repeated', added);
    return { next };
  });
  route(app, strokes.list, async ({ params, query, caller }, { headers }) => {
    const wanted = { withForceCurve: query.forceCurve === '1', from: query.from ?? 0 };
    const text = await strokesOf(db, recent, caller.user._id, params.id, wanted);
    return text.prepareFor(headers.get('accept-encoding'));
  });
}
