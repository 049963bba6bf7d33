import { asc, count, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { colorThemes, type OwnUser, type UserRef } from '@boathouse/contract/users';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { searchByName } from '../../db/name-search.ts';
import { offsetOf, type Page } from '../../db/paging.ts';
import { users } from '../../db/tables.ts';

const partners = alias(users, 'partners');

/** The columns of a user reference. Other stores join `users` and select these. */
export const userRefColumns = { _id: users.id, displayName: users.displayName, iconURL: users.iconUrl };

async function findUser(db: Database, where: ReturnType<typeof eq>): Promise<OwnUser | null> {
  const [row] = await db
    .select({
      user: users,
      partner: { _id: partners.id, displayName: partners.displayName, iconURL: partners.iconUrl },
    })
    .from(users)
    .leftJoin(partners, eq(partners.id, users.trainingPartnerId))
    .where(where);
  if (!row) return null;
  const { user, partner } = row;
  return {
    _id: user.id,
    uid: user.uid,
    displayName: user.displayName,
    iconURL: user.iconUrl,
    bannerURL: user.bannerUrl,
    createdAt: user.createdAt.toISOString(),
    colorTheme: colorThemes[user.themeColor] ?? 'Light',
    themeColor: user.themeColor,
    tintColor: user.tintColor,
    trainingPartner: partner,
  };
}

export function findUserById(db: Database, id: string) {
  return findUser(db, eq(users.id, id));
}
export function findUserByUid(db: Database, uid: string) {
  return findUser(db, eq(users.uid, uid));
}

/** Runs on every signed-in request, so without joins. */
export async function findUserRefByUid(db: Database, uid: string): Promise<UserRef | null> {
  const [row] = await db.select(userRefColumns).from(users).where(eq(users.uid, uid));
  return row ?? null;
}

/** Returns one page (the first is 1) of the users whose name contains a text, and the count of all matches. */
export async function searchUsers(
  db: Database,
  wanted: Page & { text: string },
): Promise<{ count: number; users: UserRef[] }> {
  const { matches, bestFirst } = searchByName(users.displayName, wanted.text);
  const found = await db
    .select(userRefColumns)
    .from(users)
    .where(matches)
    .orderBy(...bestFirst, asc(users.id))
    .limit(wanted.pagesize)
    .offset(offsetOf(wanted));
  const [all] = await db.select({ count: count() }).from(users).where(matches);
  return { count: all?.count ?? 0, users: found };
}

/** Returns the theme and tint of a login, as indices. */
export async function findAppearanceByUid(
  db: Database,
  uid: string,
): Promise<{ themeColor: number; tintColor: number } | null> {
  const [row] = await db
    .select({ themeColor: users.themeColor, tintColor: users.tintColor })
    .from(users)
    .where(eq(users.uid, uid));
  return row ?? null;
}

type NewUser = { uid: string; displayName: string; iconURL: string | null };

/** Inserts the record of a login unless it exists. Safe against concurrent calls. */
export async function insertUserIfMissing(db: Database, user: NewUser): Promise<void> {
  await db
    .insert(users)
    .values({ id: newId(), uid: user.uid, displayName: user.displayName, iconUrl: user.iconURL })
    .onConflictDoNothing({ target: users.uid });
}

export async function updateUser(
  db: Database,
  id: string,
  change: {
    displayName?: string;
    iconUrl?: string | null;
    bannerUrl?: string | null;
    trainingPartnerId?: string | null;
    themeColor?: number;
    tintColor?: number;
  },
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id));
}
