import type { FastifyInstance } from 'fastify';
import { users, type User } from '@boathouse/contract/users';
import type { Database } from '../../db/database.ts';
import { notFound, notTheCaller } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { findUserById, findUserByUid, insertUserIfMissing, updateUser } from './store.ts';

export function userRoutes(app: FastifyInstance, db: Database): void {
  // Somebody else's login is answered like one that does not exist.
  route(app, users.byUid, async ({ params, caller }) =>
    params.uid === caller.login.uid ? findUserByUid(db, params.uid) : null,
  );

  route(app, users.byId, async ({ params }) => existing(await findUserById(db, params.id)));

  route(app, users.create, async ({ body, caller }) => {
    if (body.uid !== caller.login.uid) throw notTheCaller('uid');
    await insertUserIfMissing(db, body);
    return existing(await findUserByUid(db, body.uid));
  });

  route(app, users.setThemeColor, async ({ params, body }) => {
    await updateUser(db, params.id, { themeColor: body.themeColor });
    return existing(await findUserById(db, params.id));
  });

  route(app, users.setTintColor, async ({ params, body }) => {
    await updateUser(db, params.id, { tintColor: body.tintColor });
    return existing(await findUserById(db, params.id));
  });
}

function existing(user: User | null): User {
  if (user === null) throw notFound('user');
  return user;
}
