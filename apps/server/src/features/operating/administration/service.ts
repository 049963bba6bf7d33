import { stat } from 'node:fs/promises';
import type {
  AdministrationState,
  AdministrationWarning,
  InstallationSettings,
} from '@boathouse/contract/administration/calls';
import type { SignUpMode } from '@boathouse/contract/administration/sign-up';
import { clubRoles } from '@boathouse/contract/clubs';
import type { UserRef } from '@boathouse/contract/users';
import type { Database, OpenDatabase } from '../../../db/database.ts';
import { badField, HttpError, notFound, orNotFound } from '../../../http/errors.ts';
import { productVersion } from '../../../infra/backup/archive-format.ts';
import { backupFolderOf, backupState } from '../../../infra/backup/backup-folder.ts';
import type { DiskSpace } from '../../../infra/disk-space.ts';
import { makeResetLink } from '../../../infra/identity/embedded/reset-link.ts';
import type { Identity } from '../../../infra/identity/identity.ts';
import type { Mail } from '../../../infra/mail.ts';
import type { Installation } from '../../../infra/installation.ts';
import { digestOf, newSecretKey } from '../../../infra/secret-key.ts';
import { removeUser, type AccountOptions } from '../account/index.ts';
import {
  deleteInvitation,
  deleteSetUpCode,
  findSignUpMode,
  insertInvitation,
  listInvitations,
  noteAction,
  requireAnotherAdministrator,
  updateAdministrator,
  updateSignUpMode,
  type AdministrationEntry,
} from '../../people/admission/index.ts';
import { deleteClub, findRole, lockClub, roleAfter, updateRole } from '../../clubs/clubs/index.ts';
import { announceDeletion } from '../../sessions/sessions/index.ts';
import { deleteTokens } from '../../people/tokens/index.ts';
import { warningsOf, type Facts } from './rules.ts';
import {
  endSessionsOfClub,
  findAccountById,
  findDatabaseFacts,
  findDatabaseTime,
  findOwner,
  lockSessionsOfClub,
  updateLock,
} from './store.ts';

type LiveCounts = { rooms: number; rowers: number; connections: number };

export type AdministrationOptions = Omit<AccountOptions, 'auth' | 'identity'> & {
  config: { dataDir: string; backupDir: string | null; productName: string };
  database: Pick<OpenDatabase, 'kind'>;
  disk: Pick<DiskSpace, 'freeBytes'>;
  identity: Pick<Identity, 'deleteAccount' | 'endLogins' | 'passwords'>;
  mail: Pick<Mail, 'send' | 'state'>;
  /** The address that users enter. */
  address: string;
  installation: Pick<Installation, 'isShared' | 'problem' | 'countProcesses'>;
  live: { counts(): LiveCounts };
  /** When this process started. */
  startedAt: Date;
};

/** The author of an action: an administrator, or the operator by a command. */
type Actor = UserRef | null;

/** Options of actions that `npm run ops` also runs, using only the database. */
type Stored = { db: Database; nowMs: () => number };

/** Returns the newest backup, and why the last nightly one failed. */
export async function lastBackupOf(config: {
  dataDir: string;
  backupDir: string | null;
}): Promise<{ last: Facts['lastBackup']; failure: AdministrationState['backups']['failure'] }> {
  const { backups, lastAttempt } = await backupState(backupFolderOf(config));
  const [newest] = backups;
  const record = newest?.record ?? null;
  const failure = lastAttempt?.problem == null ? null : { at: lastAttempt.at, problem: lastAttempt.problem };
  if (newest === undefined) return { last: null, failure };
  const last = {
    at: newest.at.toISOString(),
    kind: newest.kind,
    bytes: record?.bytes ?? null,
    verifiedAt: record?.verifiedAt ?? null,
    problem: record?.problem ?? null,
  };
  return { last, failure };
}

async function factsOf(options: AdministrationOptions, databaseMs: number): Promise<Facts & BackupFacts> {
  const { config, disk, mail, nowMs } = options;
  const { last, failure: backupFailure } = await lastBackupOf(config);
  const failure = mail.state().failure;
  const { birthtimeMs } = await stat(config.dataDir);
  return {
    nowMs: nowMs(),
    installedAtMs: birthtimeMs,
    isNightly: config.backupDir !== null,
    lastBackup: last,
    backupFailure,
    diskFreeBytes: await disk.freeBytes(),
    mailFailure: failure && { at: failure.at.toISOString(), problem: failure.problem },
    databaseMs,
  };
}

type BackupFacts = { backupFailure: AdministrationState['backups']['failure'] };

export async function stateOf(options: AdministrationOptions): Promise<AdministrationState> {
  const { db, database, mail, address, installation, live, startedAt } = options;
  const found = await findDatabaseFacts(db);
  const facts = await factsOf(options, found.at.getTime());
  const processes = await installation.countProcesses();
  return {
    at: new Date(facts.nowMs).toISOString(),
    version: productVersion(),
    startedAt: startedAt.toISOString(),
    database: { kind: database.kind, version: found.version, bytes: found.bytes },
    diskFreeBytes: facts.diskFreeBytes,
    backups: { isNightly: facts.isNightly, last: facts.lastBackup, failure: facts.backupFailure },
    mail: { kind: mail.state().kind, failure: facts.mailFailure },
    address: { url: address, isSecure: isSecure(address) },
    processes: {
      areSeveral: installation.isShared,
      problem: installation.problem(),
      ...(processes === null ? {} : { count: processes }),
    },
    live: live.counts(),
    users: found.users,
    clubs: found.clubs,
    warnings: warningsOf(facts),
  };
}

/** Browsers also trust the machine itself. */
function isSecure(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

export async function currentWarnings(
  options: AdministrationOptions,
): Promise<{ at: string; warnings: AdministrationWarning[] }> {
  const facts = await factsOf(options, (await findDatabaseTime(options.db)).getTime());
  return { at: new Date(facts.nowMs).toISOString(), warnings: warningsOf(facts) };
}

/** @throws HttpError 503 with the mail server's words */
export async function sendTestMail(
  { db, nowMs, mail, config, address }: AdministrationOptions,
  actor: UserRef,
  email: string,
): Promise<{ message: string }> {
  const { productName } = config;
  try {
    await mail.send(
      {
        to: email,
        link: address,
        subject: `A test of ${productName}'s mails`,
        text: `This mail shows that ${productName} can send mails. Its address is ${address}`,
      },
      { isTriedOnce: true },
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HttpError(503, 'unavailable', `The mail could not be sent: ${reason}`);
  }
  await noteAction(db, entry(actor, 'sentTestMail', null), new Date(nowMs()));
  const isFolder = mail.state().kind === 'folder';
  return {
    message: isFolder
      ? 'There is no mail server: the mail is a file in the mailbox folder of the server'
      : `The mail server has taken the mail to ${email}`,
  };
}

const entry = (
  actor: Actor,
  action: AdministrationEntry['action'],
  subject: string | null,
  detail: string | null = null,
): AdministrationEntry => ({ actor: actor?.displayName ?? null, action, subject, detail });

async function account(db: Database, id: string) {
  return orNotFound(await findAccountById(db, id), 'user');
}

/** @throws HttpError 404, also if a hosted provider has the passwords */
export async function resetLinkFor(
  { db, nowMs, identity, address }: AdministrationOptions,
  actor: Actor,
  id: string,
): Promise<{ link: string; expiresAt: string }> {
  const { email, name } = await account(db, id);
  if (identity.passwords === null || email === null) {
    throw new HttpError(404, 'not_found', 'The password of this account is with its sign-in provider.');
  }
  return db.transaction(async (tx) => {
    const made = await makeResetLink(tx, { email, address, nowMs: nowMs() });
    if (made === null) throw notFound('account');
    await noteAction(tx, entry(actor, 'madeResetLink', name), new Date(nowMs()));
    return { link: made.link, expiresAt: made.expiresAt.toISOString() };
  });
}

/**
 * Stores that an account is locked or unlocked.
 * @throws HttpError 404, 403 for an administrator
 */
export async function storeLock(
  { db, nowMs }: Stored,
  actor: Actor,
  id: string,
  isLocked: boolean,
): Promise<{ uid: string; name: string; message: string }> {
  const now = new Date(nowMs());
  const { uid, name } = await db.transaction(async (tx) => {
    const found = await account(tx, id);
    if (isLocked && found.isAdministrator) throw administratorFirst(found.name, 'locked');
    if ((found.lockedAt !== null) === isLocked) return found;
    await updateLock(tx, id, isLocked ? now : null);
    await noteAction(tx, entry(actor, isLocked ? 'locked' : 'unlocked', found.name), now);
    return found;
  });
  return { uid, name, message: isLocked ? `${name} can't log in any more` : `${name} can log in again` };
}

/** Administrators are equals: removing another one takes two steps. */
const administratorFirst = (name: string, what: string) =>
  new HttpError(403, 'forbidden', `${name} is an administrator. Revoke that before the account is ${what}.`);

/** @throws HttpError 404, 403 for an administrator */
export async function setLock(
  options: AdministrationOptions,
  actor: Actor,
  id: string,
  isLocked: boolean,
): Promise<{ message: string }> {
  const { uid, message } = await storeLock(options, actor, id, isLocked);
  if (isLocked) await endAll(options, { id, uid });
  options.noteAccountChange(uid);
  return { message };
}

/** Ends logins and live connections, including those by tokens of another provider. */
async function endAll(
  { identity, announcements }: AdministrationOptions,
  { id, uid }: { id: string; uid: string },
): Promise<void> {
  await identity.endLogins({ uid }, { except: null });
  announcements.endUser(id);
}

/** @throws HttpError 404 */
export async function endLoginsOf(
  options: AdministrationOptions,
  actor: Actor,
  id: string,
): Promise<{ message: string }> {
  const { db, nowMs } = options;
  const { uid, name } = await account(db, id);
  await deleteTokens(db, id, null);
  await endAll(options, { id, uid });
  options.noteAccountChange(uid);
  await noteAction(db, entry(actor, 'endedLogins', name), new Date(nowMs()));
  return { message: `${name} is logged out everywhere` };
}

type AccountDeletion = Omit<AccountOptions, 'auth' | 'identity'> & {
  identity: Pick<Identity, 'deleteAccount'>;
};

/**
 * @param note stores why in the transaction, instead of the entry in the log
 * @throws HttpError 404, 403 for an administrator, 409 owns_a_club
 */
export async function deleteUserAs(
  options: AccountDeletion,
  actor: Actor,
  id: string,
  note?: (tx: Database) => Promise<void>,
): Promise<{ message: string }> {
  const { db, nowMs } = options;
  const { uid, name, isAdministrator } = await account(db, id);
  if (isAdministrator) throw administratorFirst(name, 'deleted');
  await removeUser(
    options,
    { id, uid },
    {
      clubResults: 'keep',
      note: note ?? ((tx) => noteAction(tx, entry(actor, 'deletedUser', name), new Date(nowMs()))),
    },
  );
  return { message: `The account of ${name} is deleted` };
}

/** Idempotent. @throws HttpError 404, 403 for a locked account, 409 last_administrator */
export async function storeAdministrator(
  { db, nowMs }: Stored,
  actor: Actor,
  id: string,
  isAdministrator: boolean,
): Promise<{ uid: string; message: string }> {
  const { uid, name } = await db.transaction(async (tx) => {
    if (!isAdministrator) await requireAnotherAdministrator(tx, id);
    const found = await account(tx, id);
    if (isAdministrator && found.lockedAt !== null) {
      throw new HttpError(403, 'forbidden', `The account of ${found.name} is locked. Unlock it first.`);
    }
    if (found.isAdministrator === isAdministrator) return found;
    await updateAdministrator(tx, id, isAdministrator);
    // Now there is an administrator, so the code in the log is useless.
    if (isAdministrator) await deleteSetUpCode(tx);
    const action = isAdministrator ? 'madeAdministrator' : 'revokedAdministrator';
    await noteAction(tx, entry(actor, action, found.name), new Date(nowMs()));
    return found;
  });
  return {
    uid,
    message: isAdministrator ? `${name} is an administrator now` : `${name} is no administrator any more`,
  };
}

/** @throws as `storeAdministrator` */
export async function setAdministrator(
  options: AdministrationOptions,
  actor: Actor,
  id: string,
  isAdministrator: boolean,
): Promise<{ message: string }> {
  const { uid, message } = await storeAdministrator(options, actor, id, isAdministrator);
  options.noteAccountChange(uid);
  return { message };
}

/** @throws HttpError 404, 400 for a user who is not a member */
export function handOverClub(
  { db, nowMs }: Stored,
  actor: Actor,
  clubId: string,
  userId: string,
): Promise<{ message: string }> {
  return db.transaction(async (tx) => {
    const club = orNotFound(await lockClub(tx, clubId), 'club');
    const role = roleAfter('makeOwner', await findRole(tx, clubId, userId));
    if (typeof role === 'string') throw badField('user', `must be a member of ${club.name}`);
    const { name } = await account(tx, userId);
    const owner = await findOwner(tx, clubId);
    if (owner === userId) return { message: `${name} owns ${club.name} already` };
    // The order matters: the unique index allows one owner per club at any time.
    if (owner !== null) await updateRole(tx, { clubId, userId: owner, role: clubRoles.admin });
    await updateRole(tx, { clubId, userId, role });
    await noteAction(tx, entry(actor, 'handedOverClub', club.name, name), new Date(nowMs()));
    return { message: `${name} is now the owner of ${club.name}` };
  });
}

/**
 * Results stay their athletes'.
 * @param note as of `deleteUserAs`
 * @throws HttpError 404, 409 still_rowing
 */
export async function deleteClubAs(
  { db, nowMs, announcements }: Stored & Pick<AccountOptions, 'announcements'>,
  actor: Actor,
  clubId: string,
  note?: (tx: Database) => Promise<void>,
): Promise<{ message: string }> {
  const now = new Date(nowMs());
  const { name, ended } = await db.transaction(async (tx) => {
    const club = orNotFound(await lockClub(tx, clubId), 'club');
    if (await lockSessionsOfClub(tx, clubId)) {
      throw new HttpError(
        409,
        'still_rowing',
        `An athlete is rowing in a session of ${club.name}. Try again later.`,
      );
    }
    const ended = await endSessionsOfClub(tx, clubId, now);
    await deleteClub(tx, clubId);
    await (note?.(tx) ?? noteAction(tx, entry(actor, 'deletedClub', club.name), now));
    return { name: club.name, ended };
  });
  for (const sessionId of ended) announceDeletion(announcements, sessionId);
  return { message: `${name} is deleted` };
}

export async function settingsOf({ db, nowMs }: Stored): Promise<InstallationSettings> {
  const invitations = await listInvitations(db, new Date(nowMs()));
  return {
    signUp: await findSignUpMode(db),
    invitations: invitations.map(({ createdAt, expiresAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

export async function changeSettings(
  { db, nowMs }: Stored,
  actor: Actor,
  { signUp }: { signUp: SignUpMode },
): Promise<void> {
  const now = new Date(nowMs());
  await db.transaction(async (tx) => {
    if (!(await updateSignUpMode(tx, signUp, now))) return;
    await noteAction(tx, entry(actor, 'changedSetting', null, `signUp ${signUp}`), now);
  });
}

export async function createInvitation(
  { db, nowMs }: Stored,
  actor: UserRef,
  { isForOne, days }: { isForOne: boolean; days: number },
): Promise<{ key: string; expiresAt: string }> {
  const createdAt = new Date(nowMs());
  const expiresAt = new Date(createdAt.getTime() + days * 86_400_000);
  const key = newSecretKey();
  await db.transaction(async (tx) => {
    const link = { digest: digestOf(key), createdBy: actor._id, createdAt, expiresAt };
    await insertInvitation(tx, { ...link, usesLeft: isForOne ? 1 : null });
    await noteAction(tx, entry(actor, 'madeInvitation', null, isForOne ? 'for one' : 'for many'), createdAt);
  });
  return { key, expiresAt: expiresAt.toISOString() };
}

export async function endInvitation({ db, nowMs }: Stored, actor: UserRef, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (await deleteInvitation(tx, id)) {
      await noteAction(tx, entry(actor, 'endedInvitation', null), new Date(nowMs()));
    }
  });
}
