import { and, count, desc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Token, TokenScope } from '@boathouse/contract/auth/tokens';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { accessTokens, users } from '../../../db/tables.ts';
import { userRefColumns } from '../users/index.ts';

const columns = {
  id: accessTokens.id,
  name: accessTokens.name,
  scopes: accessTokens.scopes,
  createdAt: accessTokens.createdAt,
  lastUsedOn: accessTokens.lastUsedOn,
  endsAt: accessTokens.endsAt,
};

type StoredToken = {
  id: string;
  name: string;
  scopes: TokenScope[];
  createdAt: Date;
  lastUsedOn: string | null;
  endsAt: Date | null;
};

/** Returns a token as the API has it. */
export function tokenOf({ id, createdAt, endsAt, ...row }: StoredToken): Token {
  return {
    _id: id,
    ...row,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  };
}

/** Returns the user's tokens, the newest first. */
export async function listTokens(db: Database, userId: string): Promise<Token[]> {
  const rows = await db
    .select(columns)
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id));
  return rows.map(tokenOf);
}

export async function findToken(db: Database, id: string): Promise<Token | null> {
  const [row] = await db.select(columns).from(accessTokens).where(eq(accessTokens.id, id));
  return row ? tokenOf(row) : null;
}

type Owner = Pick<StoredToken, 'id' | 'scopes' | 'lastUsedOn' | 'endsAt'> & { uid: string; user: UserRef };

/** Returns a token with its owner, even after its end; null for an unknown one, and for one whose owner is locked. */
export async function findOwner(db: Database, digest: string): Promise<Owner | null> {
  const { id, scopes, lastUsedOn, endsAt } = columns;
  const [row] = await db
    .select({ id, scopes, lastUsedOn, endsAt, uid: users.uid, user: userRefColumns })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(and(eq(accessTokens.digest, digest), isNull(users.lockedAt)));
  return row ?? null;
}

/** Stores the day of a use, unless that day or a later one is stored. */
export async function noteUse(db: Database, id: string, day: string): Promise<void> {
  await db
    .update(accessTokens)
    .set({ lastUsedOn: day })
    .where(
      and(eq(accessTokens.id, id), or(isNull(accessTokens.lastUsedOn), lt(accessTokens.lastUsedOn, day))),
    );
}

/** Has other transactions that lock the user wait until this one ends. */
export async function lockUser(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function countTokens(db: Database, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(accessTokens).where(eq(accessTokens.userId, userId));
  return row?.count ?? 0;
}

type TokenToInsert = Omit<StoredToken, 'lastUsedOn'> & { userId: string; digest: string };

export async function insertToken(db: Database, token: TokenToInsert): Promise<void> {
  await db.insert(accessTokens).values(token);
}

/** Deletes one of the user's tokens, or all of them with null. Returns the ids of the deleted ones. */
export async function deleteTokens(db: Database, userId: string, id: string | null): Promise<string[]> {
  const rows = await db
    .delete(accessTokens)
    .where(and(eq(accessTokens.userId, userId), id === null ? undefined : eq(accessTokens.id, id)))
    .returning({ id: accessTokens.id });
  return rows.map((row) => row.id);
}
