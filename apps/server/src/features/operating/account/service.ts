import type { ClubResults, Deletion } from '@boathouse/contract/account';
import type { Database } from '../../../db/database.ts';
import type { Caller } from '../../../http/caller.ts';
import { HttpError, notFound } from '../../../http/errors.ts';
import type { Identity } from '../../../infra/identity/identity.ts';
import type { Announcements } from '../../../live/announcements.ts';
import type { Auth } from '../../people/auth/index.ts';
import type { Files } from '../../people/files/index.ts';
import { announceDeletion } from '../../sessions/sessions/index.ts';
import { requireAnotherAdministrator } from '../../people/admission/index.ts';
import { countWhatGoes, deleteUser, listOwnedClubs, lockUserToDelete, type DeletedUser } from './store.ts';

export type AccountOptions = {
  db: Database;
  auth: Pick<Auth, 'confirmedBy'>;
  identity: Pick<Identity, 'deleteAccount'>;
  files: Pick<Files, 'deleteFilesOf'>;
  /** Makes every process drop its cached data of the account. */
  noteAccountChange: (uid: string) => void;
  announcements: Announcements;
  nowMs: () => number;
};

type Person = { login: Caller['login']; user: NonNullable<Caller['user']> };

export async function deletionOf(options: AccountOptions, { login, user }: Person): Promise<Deletion> {
  const { db, auth, nowMs } = options;
  const [confirmBy, ownedClubs, counts] = await Promise.all([
    auth.confirmedBy(login),
    listOwnedClubs(db, user._id),
    countWhatGoes(db, user._id, new Date(nowMs())),
  ]);
  return { confirmBy, ownedClubs, ...counts };
}

/** Deletes the caller's account. @throws the errors of `removeUser` */
export async function deleteAccount(
  options: AccountOptions,
  { login, user }: Person,
  { clubResults }: { clubResults: ClubResults },
): Promise<{ message: string }> {
  await removeUser(options, { id: user._id, uid: login.uid }, { clubResults });
  return { message: 'Your account is deleted' };
}

/**
 * Deletes a user's record and login in one transaction; the connections and files end after it.
 * @param note stores who did it, in the transaction
 * @throws HttpError 404, 409 owns_a_club, 409 last_administrator
 */
export async function removeUser(
  options: Omit<AccountOptions, 'auth'>,
  user: { id: string; uid: string },
  { clubResults, note }: { clubResults: ClubResults; note?: (tx: Database) => Promise<void> },
): Promise<void> {
  const { db, identity, files, nowMs } = options;
  const { deleted, endLogins, removeFiles } = await db.transaction(async (tx) => {
    await requireAnotherAdministrator(tx, user.id, 'isLastUser');
    if (!(await lockUserToDelete(tx, user.id))) throw notFound('user');
    await requireNoClub(tx, user.id);
    await note?.(tx);
    const removeFiles = await files.deleteFilesOf(tx, user.id);
    const deleted = await deleteUser(tx, user.id, { clubResults, now: new Date(nowMs()) });
    return { deleted, removeFiles, endLogins: await identity.deleteAccount(tx, user.uid) };
  });
  endLogins();
  options.noteAccountChange(user.uid);
  endConnections(options.announcements, user.id, deleted);
  await removeFiles();
}

async function requireNoClub(db: Database, userId: string): Promise<void> {
  const owned = await listOwnedClubs(db, userId);
  if (owned.length === 0) return;
  const names = owned.map(({ name }) => name).join(', ');
  throw new HttpError(409, 'owns_a_club', `Transfer the ownership of ${names} to another member first.`);
}

function endConnections(announcements: Announcements, userId: string, deleted: DeletedUser): void {
  announcements.endUser(userId);
  for (const { activityId, sessionId } of deleted.discarded) {
    if (sessionId === null) continue;
    announcements.closeActivity(sessionId, activityId);
    announcements.activityDiscarded(sessionId, activityId);
  }
  for (const sessionId of deleted.closedBoards) announcements.closeBoards(sessionId);
  for (const sessionId of deleted.removedSessions) announceDeletion(announcements, sessionId);
}
