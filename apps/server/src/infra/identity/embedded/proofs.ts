import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { authSessions } from '../../../db/tables.ts';
import type { Proofs } from '../identity.ts';

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
