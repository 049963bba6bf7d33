import type { FastifyInstance } from 'fastify';
import { follows } from '@boathouse/contract/follows';
import type { Database } from '../../../db/database.ts';
import { badField, orNotFound, orNotListed } from '../../../http/errors.ts';
import { route } from '../../../http/route.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import { dayIn, windowsOn } from '../../training/statistics/index.ts';
import { mayFollow } from './rules.ts';
import {
  countFollows,
  deleteFollow,
  doesFollow,
  findFollow,
  insertFollowIfMissing,
  listFacts,
  listFollowees,
  listFollowers,
} from './store.ts';

export function followRoutes(
  app: FastifyInstance,
  db: Database,
  notifier: Notifier,
  now: () => Temporal.Instant,
): void {
  route(app, follows.followees, async ({ params, query: { after }, caller }) =>
    orNotListed(await listFollowees(db, { userId: params.id, viewerId: caller.user._id, after })),
  );
  route(app, follows.followers, async ({ params, query: { after }, caller }) =>
    orNotListed(await listFollowers(db, { userId: params.id, viewerId: caller.user._id, after })),
  );
  route(app, follows.summary, ({ params, caller }) => countFollows(db, params.id, caller.user._id));

  route(app, follows.doesFollow, async ({ query }) => ({ doesFollow: await doesFollow(db, query) }));

  route(app, follows.facts, ({ query: { follower, athletes, timeZone } }) =>
    listFacts(db, follower, athletes, windowsOn(dayIn(now(), timeZone)).month),
  );

  route(app, follows.create, async ({ body }) => {
    if (!mayFollow(body.follower, body.followee)) throw badField('followee', 'must be another user');
    return notifier.transaction(async (tx, notify) => {
      const isNew = await insertFollowIfMissing(tx, body);
      if (isNew) await notify({ kind: 'follow', ...body });
      return orNotFound(await findFollow(tx, body), 'user');
    });
  });

  route(app, follows.remove, async ({ query }) => {
    await deleteFollow(db, query);
    return { doesFollow: false };
  });
}
