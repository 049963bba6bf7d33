import type { ClubResults, Deletion } from '@boathouse/contract/account';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../http/caller.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import type { Exchange } from '../../http/route.ts';
import type { Identity } from '../../infra/identity/identity.ts';
import type { Announcements } from '../../live/announcements.ts';
import type { Auth } from '../auth/index.ts';
import type { Files } from '../files/index.ts';
import { announceDeletion } from '../sessions/index.ts';
import { countWhatGoes, deleteUser, listOwnedClubs, lockUserToDelete, type DeletedUser } from './store.ts';

export type AccountOptions = {
  db: Database;
  auth: Pick<Auth, 'confirm' | 'confirmedBy'>;
  identity: Pick<Identity, 'deleteAccount'>;
  files: Pick<Files, 'deleteFilesOf'>;
  /** Has every process forget what it has read of the account. */
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

/**
 * Deletes the caller's record and login in one transaction; the connections and files end after it.
 * @throws HttpError 409 owns_a_club, and the errors of `Auth.confirm`
 */
export async function deleteAccount(
  options: AccountOptions,
  { login, user }: Person,
  { password, clubResults }: { password?: string | undefined; clubResults: ClubResults },
  exchange: Exchange,
): Promise<{ message: string }> {
  const { db, auth, identity, files, nowMs } = options;
  // First, because it can be put right before the password is typed.
  await requireNoClub(db, user._id);
  await auth.confirm(login, password, exchange, nowMs());
  const { deleted, endLogins, removeFiles } = await db.transaction(async (tx) => {
    if (!(await lockUserToDelete(tx, user._id))) throw notFound('user');
    await requireNoClub(tx, user._id);
    const removeFiles = await files.deleteFilesOf(tx, user._id);
    const deleted = await deleteUser(tx, user._id, { clubResults, now: new Date(nowMs()) });
    return { deleted, removeFiles, endLogins: await identity.deleteAccount(tx, login.uid) };
  });
  endLogins();
  options.noteAccountChange(login.uid);
  endConnections(options.announcements, user._id, deleted);
  await removeFiles();
  return { message: 'Your account is deleted' };
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
