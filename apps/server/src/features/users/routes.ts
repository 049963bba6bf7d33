import type { FastifyInstance } from 'fastify';
import type { FileFolder } from '@boathouse/contract/files';
import { users, type OwnUser } from '@boathouse/contract/users';
import type { Database } from '../../db/database.ts';
import { badField, notFound, notTheCaller } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import type { Files } from '../files/index.ts';
import { findUserById, findUserByUid, insertUserIfMissing, searchUsers, updateUser } from './store.ts';

/** Returns whether either user follows the other. */
export type AreConnected = (db: Database, userId: string, otherId: string) => Promise<boolean>;

export function userRoutes(
  app: FastifyInstance,
  db: Database,
  areConnected: AreConnected,
  files: Files,
): void {
  // The login of another user returns null, like one that does not exist.
  route(app, users.byUid, async ({ params, caller }) =>
    params.uid === caller.login.uid ? findUserByUid(db, params.uid) : null,
  );

  route(app, users.byId, async ({ params, caller }) => {
    const user = existing(await findUserById(db, params.id));
    return params.id === caller.user._id ? user : { ...user, uid: null };
  });

  route(app, users.search, ({ query }) => searchUsers(db, { ...query, text: query.displayName }));

  route(app, users.create, async ({ body, caller }) => {
    if (body.uid !== caller.login.uid) throw notTheCaller('uid');
    // Images are stored under the user id, which does not exist before this call.
    if (body.iconURL !== null)
      throw badField('iconURL', 'must be null: set an icon after the record is created');
    await insertUserIfMissing(db, body);
    return existing(await findUserByUid(db, body.uid));
  });

  route(app, users.setDisplayName, async ({ params, body }) => {
    await updateUser(db, params.id, { displayName: body.displayName });
    return existing(await findUserById(db, params.id));
  });

  /** Stores `change` if `path` is an image of the user's; `path` null removes the picture. */
  const setPicture = async (
    userId: string,
    path: string | null,
    { field, folder }: { field: string; folder: FileFolder },
    change: Parameters<typeof updateUser>[2],
  ) => {
    if (path === null) await updateUser(db, userId, change);
    else {
      const image = { path, field, place: { folder, key: userId }, ownerId: userId };
      await files.useImage(image, (tx) => updateUser(tx, userId, change));
    }
    return existing(await findUserById(db, userId));
  };

  route(app, users.setIconURL, ({ params, body: { iconURL } }) =>
    setPicture(params.id, iconURL, { field: 'iconURL', folder: 'usericons' }, { iconUrl: iconURL }),
  );

  route(app, users.setBannerURL, ({ params, body: { bannerURL } }) =>
    setPicture(params.id, bannerURL, { field: 'bannerURL', folder: 'userbanners' }, { bannerUrl: bannerURL }),
  );

  route(app, users.setTrainingPartner, async ({ params, body }) => {
    const trainingPartnerId = body.trainingPartner;
    if (trainingPartnerId !== null && !(await areConnected(db, params.id, trainingPartnerId))) {
      throw badField('trainingPartner', 'must be a user you follow or who follows you');
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

function existing(user: OwnUser | null): OwnUser {
  if (user === null) throw notFound('user');
  return user;
}
