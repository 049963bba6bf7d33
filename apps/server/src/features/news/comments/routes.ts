import type { FastifyInstance } from 'fastify';
import { comments, likes } from '@boathouse/contract/comments';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import { comment, commentsOn, like, likesOf, removeComment, removeReply, reply, unlike } from './service.ts';

export function commentRoutes(app: FastifyInstance, db: Database, notifier: Notifier): void {
  route(app, comments.ofParent, ({ params, query, caller }) =>
    commentsOn(db, params.parentId, caller.user._id, query.after),
  );
  route(app, comments.create, ({ body, caller }) => comment(db, notifier, caller.user, body));
  route(app, comments.reply, ({ body, caller }) => reply(db, notifier, caller.user, body));
  route(app, comments.remove, ({ query, caller }) => removeComment(db, caller.user, query.comment));
  route(app, comments.removeReply, ({ query, caller }) => removeReply(db, caller.user, query));

  route(app, likes.ofParent, ({ params, caller }) => likesOf(db, params.parentId, caller.user._id));
  route(app, likes.create, ({ body, caller }) => like(db, notifier, body.parent, caller.user._id));
  route(app, likes.remove, ({ query, caller }) => unlike(db, query.parent, caller.user._id));
}
