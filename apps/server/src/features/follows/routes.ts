import type { FastifyInstance } from 'fastify';
import { follows } from '@boathouse/contract/follows';
import type { Database } from '../../db/database.ts';
import { badField, orNotFound } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { mayFollow } from './rules.ts';
import {
  countFollows,
  deleteFollow,
  findFollow,
  insertFollowIfMissing,
  listFollowees,
  listFollowers,
} from './store.ts';

export function followRoutes(app: FastifyInstance, db: Database): void {
  route(app, follows.followees, ({ params }) => listFollowees(db, params.id));
  route(app, follows.followers, ({ params }) => listFollowers(db, params.id));
  route(app, follows.summary, ({ params }) => countFollows(db, params.id));

  route(app, follows.doesFollow, async ({ query }) => ({
    doesFollow: (await findFollow(db, query)) !== null,
  }));

  route(app, follows.create, async ({ body }) => {
    if (!mayFollow(body.follower, body.followee)) throw badField('followee', 'must be another user');
    await insertFollowIfMissing(db, body);
    return orNotFound(await findFollow(db, body), 'user');
  });

  route(app, follows.remove, async ({ query }) => {
    await deleteFollow(db, query);
    return { doesFollow: false };
  });
}
