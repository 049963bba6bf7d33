import type { FastifyInstance } from 'fastify';
import { users, type User } from '@boathouse/contract/users';
import type { Database } from '../../db/database.ts';
import { badField, notFound, notTheCaller } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { findUserById, findUserByUid, insertUserIfMissing, updateUser } from './store.ts';

/** Whether one of the two follows the other. */
export type AreConnected = (db: Database, userId: string, otherId: string) => Promise<boolean>;

export function userRoutes(app: FastifyInstance, db: Database, areConnected: AreConnected): void {
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

  route(app, users.setDisplayName, async ({ params, body }) => {
    await updateUser(db, params.id, { displayName: body.displayName });
    return existing(await findUserById(db, params.id));
  });

  route(app, users.setTrainingPartner, async ({ params, body }) => {
    const trainingPartnerId = body.trainingPartner;
    if (trainingPartnerId !== null && !(await areConnected(db, params.id, trainingPartnerId))) {
      throw badField('trainingPartner', 'must be somebody you follow or who follows you');
    }
    await updateUser(db, params.id, { trainingPartnerId });
    const user = existing(await findUserById(db, params.id));
    const partner = user.trainingPartner?.displayName;
    const message =
      partner === undefined ? 'Removed training partner' : `${partner} is now your training partner`;
    return { ...user, message };
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
