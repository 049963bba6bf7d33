import type { FastifyInstance } from 'fastify';
import { results } from '@boathouse/contract/activities/results';
import { tags } from '@boathouse/contract/activities/tags';
import { trends } from '@boathouse/contract/statistics/trends';
import { listUsedTags } from '../activities/index.ts';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import { trendOf, workoutsOf } from './trends/service.ts';
import { noteOf, removeResult, setNote, setTags, setTitle, setVisibility, standingOf } from './service.ts';

export function resultRoutes(app: FastifyInstance, db: Database): void {
  route(app, results.standing, ({ params, caller }) => standingOf(db, params.id, caller.user._id));
  route(app, trends.workouts, ({ caller }) => workoutsOf(db, caller.user._id));
  route(app, trends.ofWorkout, ({ query, caller }) => trendOf(db, caller.user._id, query.workout));
  route(app, results.note, ({ params, caller }) => noteOf(db, params.id, caller.user._id));
  route(app, results.setNote, ({ params, body, caller }) =>
    setNote(db, params.id, caller.user._id, body.note),
  );
  route(app, tags.set, ({ params, body, caller }) => setTags(db, params.id, caller.user._id, body.tags));
  route(app, tags.used, async ({ caller }) => ({ tags: await listUsedTags(db, caller.user._id) }));
  route(app, results.setTitle, ({ params, body, caller }) =>
    setTitle(db, params.id, caller.user._id, body.title),
  );
  route(app, results.setVisibility, ({ params, body, caller }) =>
    setVisibility(db, params.id, caller.user._id, body.visibility),
  );
  route(app, results.remove, ({ params, caller }) => removeResult(db, params.id, caller.user._id));
}
