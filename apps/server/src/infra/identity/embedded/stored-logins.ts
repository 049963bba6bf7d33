import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { serverLimits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { authSessions } from '../../../db/tables.ts';
import { deviceOf } from '../device-words.ts';
import type { ListedLogin, Proofs } from '../identity.ts';

/** As many as a user can look through; a program that signs in repeatedly leaves thousands. */
const listedMax = 100;

/** Browsers send far less than this. */
export const userAgentMax = 500;

/** The precision of the last use of a login: a write for each use would cost too much. */
export const lastUseStepMs = 10 * 60_000;

const loginMaxMs = serverLimits.loginDaysMax * 86_400_000;

/** Returns when a login ends, in ms since 1970, even if it is used. */
export function endOfLogin(createdAt: Date): number {
  return createdAt.getTime() + loginMaxMs;
}

/** Logins that began before this have ended. */
export function oldestLogin(now: Date): Date {
  return new Date(now.getTime() - loginMaxMs);
}

/** Returns the logins of an account that are valid at `now`, the last used first. */
export async function listLogins(db: Database, userId: string, now: Date): Promise<ListedLogin[]> {
  const rows = await db
    .select()
    .from(authSessions)
    .where(
      and(
        eq(authSessions.userId, userId),
        gt(authSessions.expiresAt, now),
        gt(authSessions.createdAt, oldestLogin(now)),
      ),
    )
    .orderBy(desc(authSessions.updatedAt), desc(authSessions.id))
    .limit(listedMax);
  return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    device: deviceOf(userAgent ?? ''),
    createdAt,
    lastUsedAt: updatedAt,
  }));
}

/** Deletes the logins of an account: only `only`, or all except `except` (null: all). Returns their ids. */
export async function deleteLogins(
  db: Database,
  userId: string,
  which: { only: string } | { except: string | null },
): Promise<string[]> {
  const chosen =
    'only' in which
      ? eq(authSessions.id, which.only)
      : which.except === null
        ? undefined
        : ne(authSessions.id, which.except);
  const rows = await db
    .delete(authSessions)
    .where(and(eq(authSessions.userId, userId), chosen))
    .returning({ id: authSessions.id });
  return rows.map(({ id }) => id);
}

/** Stores that a login is in use. The identity library renews it by its expiry, and does not read this time. */
export async function noteUse(db: Database, id: string, now: Date): Promise<void> {
  await db.update(authSessions).set({ updatedAt: now }).where(eq(authSessions.id, id));
}

/** Proofs of the password and the second factor, stored with the login that gave them. */
export function openProofs({ db, nowMs }: { db: Database; nowMs: () => number }): Proofs {
  return {
    find: async (authSessionId) => {
      const [row] = await db
        .select({
          createdAt: authSessions.createdAt,
          provedAt: authSessions.provedAt,
          codeProvedAt: authSessions.codeProvedAt,
        })
        .from(authSessions)
        .where(eq(authSessions.id, authSessionId));
      if (row === undefined) return null;
      const { createdAt, provedAt, codeProvedAt } = row;
      const ageOf = (at: Date) => nowMs() - at.getTime();
      return {
        passwordMs: ageOf(provedAt ?? createdAt),
        codeMs: codeProvedAt === null ? null : ageOf(codeProvedAt),
      };
    },
    note: async (authSessionId, { password, code }) => {
      if (!password && !code) return;
      const now = new Date(nowMs());
      await db
        .update(authSessions)
        .set({ ...(password ? { provedAt: now } : {}), ...(code ? { codeProvedAt: now } : {}) })
        .where(eq(authSessions.id, authSessionId));
    },
  };
}
