import { resetDisplayName } from '@boathouse/contract/administration/reports';
import type { EndpointInput, EndpointResponse } from '@boathouse/contract/endpoint';
import type { FileFolder } from '@boathouse/contract/files';
import type { OwnUser, UserRef, users } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { badField, HttpError, notTheCaller, orNotFound } from '../../../http/errors.ts';
import type { Identity } from '../../../infra/identity/identity.ts';
import type { Admission } from '../admission/index.ts';
import type { Files } from '../files/index.ts';
import {
  deleteBlock,
  deleteUserByUid,
  findFirstSteps,
  findUserById,
  findUserByUid,
  findVisibleUser,
  insertBlock,
  insertUserIfMissing,
  isVisibleUser,
  listBlocked,
  renameFrom,
  updateUser,
} from './store.ts';

/** Returns whether either user follows the other. */
type AreConnected = (db: Database, userId: string, otherId: string) => Promise<boolean>;

export type UserDependencies = {
  db: Database;
  areConnected: AreConnected;
  files: Files;
  identity: Pick<Identity, 'setProfile' | 'deleteAccount'>;
  /** Decides who may have a new account. */
  admission: Pick<Admission, 'admit'>;
  /** Makes every process drop its cached data of the account. */
  noteAccountChange: (uid: string) => void;
};

/** The user whose record is changed: always the caller. */
type Own = { id: string; uid: string };

/** @throws HttpError 404, the same for a missing user and for one whom the viewer may not see */
export async function userFor(
  db: Database,
  id: string,
  viewerId: string,
): Promise<EndpointResponse<typeof users.byId>> {
  const user = orNotFound(await findVisibleUser(db, id, viewerId), 'user');
  if (id === viewerId) return user;
  const { visibility: _visibility, firstDay: _firstDay, isAdministrator: _isAdministrator, ...shown } = user;
  return { ...shown, uid: null };
}

/**
 * Idempotent. An account that is not admitted is deleted, because it could do nothing here.
 * @throws HttpError 403 for another's login and where new accounts are not admitted, 400 with an icon
 */
export async function createUser(
  { db, admission, identity }: Pick<UserDependencies, 'db' | 'admission' | 'identity'>,
  callerUid: string,
  wanted: EndpointInput<typeof users.create>['body'],
): Promise<OwnUser> {
  if (wanted.uid !== callerUid) throw notTheCaller('uid');
  // Images are stored under the user id, which does not exist before this call.
  if (wanted.iconURL !== null)
    throw badField('iconURL', 'must be null: set an icon after the record is created');
  const known = await findUserByUid(db, wanted.uid);
  if (known !== null) return known;
  try {
    await db.transaction(async (tx) => {
      // First, so that a call of the same login at this moment waits: only one of them is admitted.
      if (await insertUserIfMissing(tx, wanted)) await admission.admit(tx, wanted);
    });
  } catch (error) {
    const isRefused = error instanceof HttpError && error.status === 403;
    if (!isRefused || (await deleteRefused(db, identity, wanted))) throw error;
  }
  return orNotFound(await findUserByUid(db, wanted.uid), 'user');
}

/** Deletes an account without a record. Returns false if another call of the same login was admitted before. */
async function deleteRefused(
  db: Database,
  identity: Pick<Identity, 'deleteAccount'>,
  wanted: EndpointInput<typeof users.create>['body'],
): Promise<boolean> {
  const endLogins = await db.transaction(async (tx) => {
    // Waits for the other call, which a read would not.
    if (!(await insertUserIfMissing(tx, wanted))) return null;
    await deleteUserByUid(tx, wanted.uid);
    return identity.deleteAccount(tx, wanted.uid);
  });
  endLogins?.();
  return endLogins !== null;
}

export async function setDisplayName(
  { db, identity, noteAccountChange }: UserDependencies,
  { id, uid }: Own,
  displayName: string,
): Promise<OwnUser> {
  // The identity provider writes the name into its mails, so both change or neither does.
  await db.transaction(async (step) => {
    await updateUser(step, id, { displayName });
    await identity.setProfile(step, uid, { name: displayName });
  });
  noteAccountChange(uid);
  return ownUser(db, id);
}

/** @param iconURL an image that the user has stored; null removes the icon */
export async function setIcon(
  dependencies: UserDependencies,
  { id, uid }: Own,
  iconURL: string | null,
): Promise<OwnUser> {
  const picture = { field: 'iconURL', folder: 'usericons' } as const;
  const user = await setPicture(dependencies, id, iconURL, picture, async (step) => {
    await updateUser(step, id, { iconUrl: iconURL });
    await dependencies.identity.setProfile(step, uid, { image: iconURL });
  });
  dependencies.noteAccountChange(uid);
  return user;
}

export function setBanner(
  dependencies: UserDependencies,
  id: string,
  bannerURL: string | null,
): Promise<OwnUser> {
  const picture = { field: 'bannerURL', folder: 'userbanners' } as const;
  return setPicture(dependencies, id, bannerURL, picture, (step) =>
    updateUser(step, id, { bannerUrl: bannerURL }),
  );
}

/**
 * Removes the name and the images from a profile, in the caller's transaction. The user may choose others. Call
 * `noteAccountChange` after the commit.
 */
export async function resetProfile(
  tx: Database,
  identity: Pick<Identity, 'setProfile'>,
  { id, uid }: Own,
): Promise<void> {
  await updateUser(tx, id, { displayName: resetDisplayName, iconUrl: null, bannerUrl: null });
  await identity.setProfile(tx, uid, { name: resetDisplayName, image: null });
}

/**
 * Gives a profile the name back that `resetProfile` removed. Returns false if the user has chosen another. Call
 * `noteAccountChange` after the commit.
 */
export async function restoreName(
  tx: Database,
  identity: Pick<Identity, 'setProfile'>,
  { id, uid, name }: Own & { name: string },
): Promise<boolean> {
  if (!(await renameFrom(tx, id, { from: resetDisplayName, to: name }))) return false;
  await identity.setProfile(tx, uid, { name });
  return true;
}

/**
 * Runs `change` in one transaction with the lock that keeps the stored image from being swept; null removes the image.
 */
async function setPicture(
  { db, files }: UserDependencies,
  userId: string,
  path: string | null,
  { field, folder }: { field: string; folder: FileFolder },
  change: (step: Database) => Promise<void>,
): Promise<OwnUser> {
  if (path === null) await db.transaction(change);
  else await files.useImage({ path, field, under: { folder, key: userId }, ownerId: userId }, change);
  return ownUser(db, userId);
}

/** @throws HttpError 400 unless one of the two follows the other, and the user may see the partner */
export async function setTrainingPartner(
  { db, areConnected }: UserDependencies,
  id: string,
  trainingPartnerId: string | null,
): Promise<OwnUser & { message: string }> {
  const mayBePartner = async (partnerId: string) =>
    (await areConnected(db, id, partnerId)) && (await isVisibleUser(db, partnerId, id));
  if (trainingPartnerId !== null && !(await mayBePartner(trainingPartnerId))) {
    throw badField('trainingPartner', 'must be a user you follow or who follows you');
  }
  const user = await changeUser(db, id, { trainingPartnerId });
  const partner = user.trainingPartner?.displayName;
  const message =
    partner === undefined ? 'Removed training partner' : `${partner} is now your training partner`;
  return { ...user, message };
}

/** Changes fields that need no check. */
export async function changeUser(
  db: Database,
  id: string,
  change: Parameters<typeof updateUser>[2],
): Promise<OwnUser> {
  await updateUser(db, id, change);
  return ownUser(db, id);
}

const ownUser = async (db: Database, id: string) => orNotFound(await findUserById(db, id), 'user');

export async function firstStepsOf(db: Database, id: string) {
  return orNotFound(await findFirstSteps(db, id), 'user');
}

/**
 * Also blocks a user whom the caller may not see, with the same response as for a missing user.
 * @throws HttpError 400
 */
export async function block(db: Database, id: string, blockedId: string): Promise<UserRef[]> {
  if (blockedId === id) throw badField('blocked', 'must be another user');
  await db.transaction((tx) => insertBlock(tx, id, blockedId));
  return listBlocked(db, id);
}

export async function unblock(db: Database, id: string, blockedId: string): Promise<UserRef[]> {
  await deleteBlock(db, id, blockedId);
  return listBlocked(db, id);
}
