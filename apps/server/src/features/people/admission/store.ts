import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { SignUpModeSchema, type SignUpMode } from '@boathouse/contract/administration/sign-up';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { installationSettings, signUpInvitations, users } from '../../../db/tables.ts';

/** Names of rows in the settings. */
const signUpName = 'signUp';
const setUpName = 'setUpCode';

/** Sign-up is open to everyone unless an administrator has chosen otherwise. */
export async function findSignUpMode(db: Database): Promise<SignUpMode> {
  const [row] = await db
    .select({ value: installationSettings.value })
    .from(installationSettings)
    .where(eq(installationSettings.name, signUpName));
  return row === undefined ? 'open' : SignUpModeSchema.parse(row.value);
}

/** Returns whether it has changed. */
export async function updateSignUpMode(tx: Database, mode: SignUpMode, at: Date): Promise<boolean> {
  if ((await findSignUpMode(tx)) === mode) return false;
  const value = { value: mode, changedAt: at };
  await tx
    .insert(installationSettings)
    .values({ name: signUpName, ...value })
    .onConflictDoUpdate({ target: installationSettings.name, set: value });
  return true;
}

/** Stores a code for setting up the installation, if it has no users and no such code. */
export async function insertSetUpCode(db: Database, code: string, at: Date): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1);
  if (user !== undefined) return;
  await db
    .insert(installationSettings)
    .values({ name: setUpName, value: code, changedAt: at })
    .onConflictDoNothing();
}

/**
 * Returns the code for setting up the installation; null if that is done. `update` locks it until the transaction ends.
 */
export async function findSetUpCode(db: Database, lock?: 'update'): Promise<string | null> {
  const found = db
    .select({ code: installationSettings.value })
    .from(installationSettings)
    .where(eq(installationSettings.name, setUpName));
  const [row] = await (lock ? found.for(lock) : found);
  return row?.code ?? null;
}

export async function deleteSetUpCode(tx: Database): Promise<void> {
  await tx.delete(installationSettings).where(eq(installationSettings.name, setUpName));
}

export async function hasUsers(db: Database): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).limit(1);
  return row !== undefined;
}

/** Locks the administrators until the transaction ends, so that two can't be removed at once. Returns their ids. */
export async function lockAdministrators(tx: Database): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdministrator, true))
    .orderBy(users.id)
    .for('no key update');
  return rows.map(({ id }) => id);
}

export async function isOnlyUser(tx: Database, userId: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, userId), eq(users.isFormer, false)))
    .limit(1);
  return other === undefined;
}

export async function updateAdministrator(
  tx: Database,
  userId: string,
  isAdministrator: boolean,
): Promise<void> {
  await tx.update(users).set({ isAdministrator }).where(eq(users.id, userId));
}

type NewInvitation = {
  digest: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  usesLeft: number | null;
};

export async function insertInvitation(tx: Database, invitation: NewInvitation): Promise<void> {
  await tx.insert(signUpInvitations).values({ id: newId(), ...invitation });
}

const isValidAt = (now: Date) =>
  and(
    gt(signUpInvitations.expiresAt, now),
    or(isNull(signUpInvitations.usesLeft), gt(signUpInvitations.usesLeft, 0)),
  );

/** Returns the links that are valid, the newest first. */
export function listInvitations(db: Database, now: Date) {
  return db
    .select({
      _id: signUpInvitations.id,
      createdAt: signUpInvitations.createdAt,
      expiresAt: signUpInvitations.expiresAt,
      usesLeft: signUpInvitations.usesLeft,
      uses: signUpInvitations.uses,
      by: users.displayName,
    })
    .from(signUpInvitations)
    .innerJoin(users, eq(users.id, signUpInvitations.createdBy))
    .where(isValidAt(now))
    .orderBy(desc(signUpInvitations.createdAt), desc(signUpInvitations.id));
}

export async function isInvitationValid(db: Database, digest: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: signUpInvitations.id })
    .from(signUpInvitations)
    .where(and(eq(signUpInvitations.digest, digest), isValidAt(now)));
  return row !== undefined;
}

/**
 * Uses a link for one account. Returns whether it was valid; a link for one user admits only one of two users at once.
 */
export async function takeInvitation(tx: Database, digest: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(signUpInvitations)
    .set({
      uses: sql`${signUpInvitations.uses} + 1`,
      usesLeft: sql`${signUpInvitations.usesLeft} - 1`,
    })
    .where(and(eq(signUpInvitations.digest, digest), isValidAt(now)))
    .returning({ id: signUpInvitations.id });
  return used.length > 0;
}

/** Returns whether it existed. */
export async function deleteInvitation(tx: Database, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(signUpInvitations)
    .where(eq(signUpInvitations.id, id))
    .returning({ id: signUpInvitations.id });
  return deleted.length > 0;
}

export async function deleteEndedInvitations(db: Database, now: Date): Promise<void> {
  await db.delete(signUpInvitations).where(lt(signUpInvitations.expiresAt, now));
}

/** Returns the installation's administrators. */
export async function listAdministrators(db: Database): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.isAdministrator, true));
  return rows.map(({ id }) => id);
}
