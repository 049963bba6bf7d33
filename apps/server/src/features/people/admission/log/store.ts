import { desc, lt, sql } from 'drizzle-orm';
import type { AdministrationAction } from '@boathouse/contract/administration/log';
import type { Database } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import { offsetOf, type Page } from '../../../../db/paging.ts';
import { administrationLog } from '../../../../db/tables.ts';

export type AdministrationEntry = {
  /** Null is the operator, by a command. */
  actor: string | null;
  action: AdministrationAction;
  /** The name of the user or thing concerned; null is the installation. */
  subject: string | null;
  /** Contains no secret: administrators read it for years. */
  detail?: string | null;
};

/** Stores what an administrator did, in the transaction that does it. */
export async function noteAction(
  db: Database,
  { actor, action, subject, detail = null }: AdministrationEntry,
  at: Date,
): Promise<void> {
  const names = { actorName: actor, subjectName: subject };
  await db.insert(administrationLog).values({ id: newId(), at, action, detail, ...names });
}

/** Returns a page of the log, the newest first, and the number of all entries. */
export async function listActions(db: Database, page: Page) {
  const entries = await db
    .select()
    .from(administrationLog)
    .orderBy(desc(administrationLog.at), desc(administrationLog.id))
    .limit(page.pagesize)
    .offset(offsetOf(page));
  const [counted] = await db.select({ count: sql<number>`count(*)::int` }).from(administrationLog);
  return { count: counted?.count ?? 0, entries };
}

export async function forgetOldActions(db: Database, before: Date): Promise<void> {
  await db.delete(administrationLog).where(lt(administrationLog.at, before));
}
