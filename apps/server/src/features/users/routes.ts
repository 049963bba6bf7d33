import type { FastifyInstance } from 'fastify';
import type { FileFolder } from '@boathouse/contract/files';
import { users } from '@boathouse/contract/users';
import type { Database } from '../../db/database.ts';
import { badField, notTheCaller, orNotFound } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import type { Identity } from '../../infra/identity/identity.ts';
import type { Files } from '../files/index.ts';
import {
  deleteBlock,
  findFirstSteps,
  findUserById,
  findUserByUid,
  findVisibleUser,
  insertBlock,
  insertUserIfMissing,
  isVisibleUser,
  listBlocked,
  listUsers,
  searchUsers,
  updateUser,
} from './store.ts';

/** Returns whether either user follows the other. */
type AreConnected = (db: Database, userId: string, otherId: string) => Promise<boolean>;

type UserRoutesOptions = {
  db: Database;
  areConnected: AreConnected;
  files: Files;
  identity: Pick<Identity, 'setProfile'>;
  /** Has every process forget what it has read of the account. */
  noteAccountChange: (uid: string) => void;
};

export function userRoutes(app: FastifyInstance, options: UserRoutesOptions): void {
  const { db, areConnected, files, identity, noteAccountChange } = options;

  // The login of another user returns null, like one that does not exist.
  route(app, users.byUid, async ({ params, caller }) =>
    params.uid === caller.login.uid ? findUserByUid(db, params.uid) : null,
  );

  route(app, users.byId, async ({ params, caller }) => {
    const user = orNotFound(await findVisibleUser(db, params.id, caller.user._id), 'user');
    if (params.id === caller.user._id) return user;
    const { visibility: _visibility, ...shown } = user;
    return { ...shown, uid: null };
  });

  route(app, users.list, ({ query, caller }) => listUsers(db, caller.user._id, query));

  route(app, users.search, ({ query, caller }) =>
    searchUsers(db, caller.user._id, { ...query, text: query.displayName }),
  );

  route(app, users.create, async ({ body, caller }) => {
    if (body.uid !== caller.login.uid) throw notTheCaller('uid');
    // Images are stored under the user id, which does not exist before this call.
    if (body.iconURL !== null)
      throw badField('iconURL', 'must be null: set an icon after the record is created');
    await insertUserIfMissing(db, body);
    return orNotFound(await findUserByUid(db, body.uid), 'user');
  });

  // The identity provider writes the name into its mails, so both change or neither does.
  route(app, users.setDisplayName, async ({ params, body: { displayName }, caller }) => {
    const { uid } = caller.login;
    await db.transaction(async (step) => {
      await updateUser(step, params.id, { displayName });
      await identity.setProfile(step, uid, { name: displayName });
    });
    noteAccountChange(uid);
    return orNotFound(await findUserById(db, params.id), 'user');
  });

  /** Runs `change` in one transaction with what keeps the stored image from being swept; null removes the image. */
  const setPicture = async (
    userId: string,
    path: string | null,
    { field, folder }: { field: string; folder: FileFolder },
    change: (step: Database) => Promise<void>,
  ) => {
    if (path === null) await db.transaction(change);
    else await files.useImage({ path, field, place: { folder, key: userId }, ownerId: userId }, change);
    return orNotFound(await findUserById(db, userId), 'user');
  };

  route(app, users.setIconURL, async ({ params: { id }, body: { iconURL }, caller }) => {
    const { uid } = caller.login;
    const user = await setPicture(id, iconURL, { field: 'iconURL', folder: 'usericons' }, async (step) => {
      await updateUser(step, id, { iconUrl: iconURL });
      await identity.setProfile(step, uid, { image: iconURL });
    });
    noteAccountChange(uid);
    return user;
  });

  route(app, users.setBannerURL, ({ params: { id }, body: { bannerURL } }) =>
    setPicture(id, bannerURL, { field: 'bannerURL', folder: 'userbanners' }, (step) =>
      updateUser(step, id, { bannerUrl: bannerURL }),
    ),
  );

  route(app, users.setTrainingPartner, async ({ params, body }) => {
    const trainingPartnerId = body.trainingPartner;
    if (
      trainingPartnerId !== null &&
      !(
        (await areConnected(db, params.id, trainingPartnerId)) &&
        (await isVisibleUser(db, trainingPartnerId, params.id))
      )
    ) {
      throw badField('trainingPartner', 'must be a user you follow or who follows you');
    }
    await updateUser(db, params.id, { trainingPartnerId });
    const user = orNotFound(await findUserById(db, params.id), 'user');
    const partner = user.trainingPartner?.displayName;
    const message =
      partner === undefined ? 'Removed training partner' : `${partner} is now your training partner`;
    return { ...user, message };
  });

  route(app, users.setThemeColor, async ({ params, body }) => {
    await updateUser(db, params.id, { themeColor: body.themeColor });
    return orNotFound(await findUserById(db, params.id), 'user');
  });

  route(app, users.setTintColor, async ({ params, body }) => {
    await updateUser(db, params.id, { tintColor: body.tintColor });
    return orNotFound(await findUserById(db, params.id), 'user');
  });

  route(app, users.setVisibility, async ({ params, body }) => {
    await updateUser(db, params.id, { visibility: body.visibility });
    return orNotFound(await findUserById(db, params.id), 'user');
  });

  const firstStepsOf = async (id: string) => orNotFound(await findFirstSteps(db, id), 'user');

  route(app, users.firstSteps, ({ params }) => firstStepsOf(params.id));

  route(app, users.hideFirstSteps, async ({ params: { id }, body }) => {
    await updateUser(db, id, { hidesFirstSteps: body.isHidden });
    return firstStepsOf(id);
  });

  route(app, users.blocked, ({ params }) => listBlocked(db, params.id));

  route(app, users.block, async ({ params: { id, blocked } }) => {
    if (blocked === id) throw badField('blocked', 'must be another user');
    // Also one whom the caller may not see, with the same response as for one who does not exist.
    await db.transaction((tx) => insertBlock(tx, id, blocked));
    return listBlocked(db, id);
  });

  route(app, users.unblock, async ({ params: { id, blocked } }) => {
    await deleteBlock(db, id, blocked);
    return listBlocked(db, id);
  });
}
