import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, not, sql, type SQL } from 'drizzle-orm';
import type {
  ReportCase,
  ReportDecision,
  ReportKind,
  ReportReason,
} from '@boathouse/contract/administration/reports';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { offsetOf, type Page } from '../../../db/paging.ts';
import { activities, clubs, comments, reportCases, reports, sessions, users } from '../../../db/tables.ts';
import { isActivityReadableBy } from '../../sessions/sessions/index.ts';
import { isUserVisibleTo, userRefColumns } from '../../people/users/index.ts';

type CaseRow = typeof reportCases.$inferSelect;

type CaseToOpen = Pick<CaseRow, 'kind' | 'targetId' | 'name' | 'text' | 'createdAt'>;

/**
 * Returns the id of the open case of a target, which is locked until the transaction ends; opens one if there is none.
 * Null if it was decided at this moment: the next attempt then opens another.
 */
export async function openCase(tx: Database, wanted: CaseToOpen): Promise<string | null> {
  await tx
    .insert(reportCases)
    .values({ id: newId(), ...wanted })
    .onConflictDoNothing({ target: reportCases.targetId, where: isNull(reportCases.decidedAt) });
  const [row] = await tx
    .select({ id: reportCases.id })
    .from(reportCases)
    .where(and(eq(reportCases.targetId, wanted.targetId), isNull(reportCases.decidedAt)))
    .for('update');
  return row?.id ?? null;
}

type ReportToInsert = { caseId: string; userId: string; reason: ReportReason; text: string; createdAt: Date };

/** Returns false if the user has reported it already. */
export async function insertReport(tx: Database, report: ReportToInsert): Promise<boolean> {
  const rows = await tx
    .insert(reports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: reports.caseId });
  return rows.length > 0;
}

/** A comment or user that represents a deleted account can't be decided about. */
const targetExists = sql`case ${reportCases.kind}
  when 'comment' then exists (
    select 1 from ${comments} join ${users} on ${users.id} = ${comments.userId}
    where ${comments.id} = ${reportCases.targetId} and not ${users.isFormer})
  when 'user' then exists (
    select 1 from ${users} where ${users.id} = ${reportCases.targetId} and not ${users.isFormer})
  when 'club' then exists (select 1 from ${clubs} where ${clubs.id} = ${reportCases.targetId})
end`;

const hasReports = sql`exists (select 1 from ${reports} where ${reports.caseId} = ${reportCases.id})`;

/** Undecided, and neither its target nor all its reporters have been deleted. */
const isOpen = and(isNull(reportCases.decidedAt), targetExists, hasReports);

export async function listCases(
  db: Database,
  viewerId: string,
  { state, ...page }: Page & { state: 'open' | 'decided' },
): Promise<{ count: number; cases: ReportCase[] }> {
  const where = state === 'open' ? isOpen : isNotNull(reportCases.decidedAt);
  const order =
    state === 'open'
      ? [asc(reportCases.createdAt), asc(reportCases.id)]
      : [desc(reportCases.decidedAt), desc(reportCases.id)];
  const rows = await db
    .select()
    .from(reportCases)
    .where(where)
    .orderBy(...order)
    .limit(page.pagesize)
    .offset(offsetOf(page));
  const [counted] = await db.select({ count: count() }).from(reportCases).where(where);
  return { count: counted?.count ?? 0, cases: await casesOf(db, viewerId, rows) };
}

/** Returns a case that is open or decided. */
export async function findCase(db: Database, viewerId: string, id: string) {
  const rows = await db
    .select()
    .from(reportCases)
    .where(and(eq(reportCases.id, id), sql`(${isNotNull(reportCases.decidedAt)} or ${isOpen})`));
  const [shown] = await casesOf(db, viewerId, rows);
  const [row] = rows;
  return row === undefined || shown === undefined ? null : { targetId: row.targetId, shown };
}

/** Reads the reported things and their reporters, in four queries for all. */
async function casesOf(db: Database, viewerId: string, rows: readonly CaseRow[]): Promise<ReportCase[]> {
  if (rows.length === 0) return [];
  const idsOf = (kind: ReportKind) => rows.flatMap((row) => (row.kind === kind ? [row.targetId] : []));
  const [made, ...states] = await Promise.all([
    listReports(
      db,
      rows.map(({ id }) => id),
    ),
    commentStates(db, viewerId, idsOf('comment')),
    userStates(db, viewerId, idsOf('user')),
    clubStates(db, idsOf('club')),
  ]);
  const now = new Map(states.flatMap((state) => [...state]));
  return rows.map(({ id, kind, targetId, name, text, createdAt, decision, decidedBy, decidedAt }) => {
    const ofCase = made.get(id) ?? [];
    return {
      _id: id,
      kind,
      createdAt: createdAt.toISOString(),
      reported: { name, text },
      now: now.get(targetId) ?? null,
      reportCount: ofCase[0]?.count ?? 0,
      reports: ofCase.map(({ user, reason, text: said, createdAt: at }) => ({
        user,
        reason,
        text: said,
        createdAt: at.toISOString(),
      })),
      decided:
        decision === null || decidedBy === null || decidedAt === null
          ? null
          : { decision, by: decidedBy, at: decidedAt.toISOString() },
    };
  });
}

/** Returns the first reports of each case, with the number of all its reports. */
async function listReports(db: Database, caseIds: readonly string[]) {
  const numbered = db
    .select({
      caseId: reports.caseId,
      user: userRefColumns,
      reason: reports.reason,
      text: reports.text,
      createdAt: reports.createdAt,
      count: sql<number>`(count(*) over (partition by ${reports.caseId}))::int`.as('count'),
      place: sql<number>`row_number() over (
        partition by ${reports.caseId} order by ${reports.createdAt}, ${reports.userId})`.as('place'),
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.userId))
    .where(inArray(reports.caseId, [...caseIds]))
    .as('numbered');
  const rows = await db
    .select()
    .from(numbered)
    .where(sql`${numbered.place} <= ${limits.reportsShown}`)
    .orderBy(numbered.place);
  return Map.groupBy(rows, ({ caseId }) => caseId);
}

type States = Map<string, NonNullable<ReportCase['now']>>;

async function commentStates(db: Database, viewerId: string, ids: readonly string[]): Promise<States> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: comments.id,
      name: users.displayName,
      iconURL: users.iconUrl,
      text: comments.message,
      removedAt: comments.removedAt,
      activityId: comments.activityId,
      mayOpen: sql<boolean>`coalesce(${isActivityReadableBy(viewerId)}, false)`,
    })
    .from(comments)
    .innerJoin(users, and(eq(users.id, comments.userId), not(users.isFormer)))
    .innerJoin(activities, eq(activities.id, comments.activityId))
    .leftJoin(sessions, eq(sessions.id, activities.sessionId))
    .where(inArray(comments.id, [...ids]));
  return new Map(
    rows.map(({ id, name, iconURL, text, removedAt, activityId, mayOpen }) => [
      id,
      {
        name,
        text,
        iconURL,
        bannerURL: null,
        isHidden: removedAt !== null,
        page: mayOpen ? activityId : null,
      },
    ]),
  );
}

async function userStates(db: Database, viewerId: string, ids: readonly string[]): Promise<States> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: users.id,
      name: users.displayName,
      iconURL: users.iconUrl,
      bannerURL: users.bannerUrl,
      mayOpen: sql<boolean>`${isUserVisibleTo(viewerId)}`,
    })
    .from(users)
    .where(and(inArray(users.id, [...ids]), not(users.isFormer)));
  return new Map(
    rows.map(({ id, mayOpen, ...shown }) => [
      id,
      { ...shown, text: '', isHidden: false, page: mayOpen ? id : null },
    ]),
  );
}

async function clubStates(db: Database, ids: readonly string[]): Promise<States> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(clubs)
    .where(inArray(clubs.id, [...ids]));
  return new Map(
    rows.map(({ id, name, description, iconUrl, bannerUrl, unlistedAt, customUrl }) => [
      id,
      {
        name,
        text: description,
        iconURL: iconUrl,
        bannerURL: bannerUrl,
        isHidden: unlistedAt !== null,
        page: customUrl,
      },
    ]),
  );
}

/** Stores the decision about an open case; false if it was decided before. */
export async function updateDecision(
  tx: Database,
  id: string,
  decided: { decision: ReportDecision; decidedBy: string; decidedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(reportCases)
    .set(decided)
    .where(and(eq(reportCases.id, id), isNull(reportCases.decidedAt)))
    .returning({ id: reportCases.id });
  return rows.length > 0;
}

/**
 * Opens a case again if its decision has this time; otherwise returns false.
 * @throws a duplicate if the target has an open case
 */
export async function reopenCase(tx: Database, id: string, decidedAt: Date): Promise<boolean> {
  const rows = await tx
    .update(reportCases)
    .set({ decision: null, decidedBy: null, decidedAt: null })
    .where(and(eq(reportCases.id, id), eq(reportCases.decidedAt, decidedAt)))
    .returning({ id: reportCases.id });
  return rows.length > 0;
}

/** Deletes a club's description and images, and removes it from lists and searches. */
export async function hideClub(tx: Database, id: string, unlistedAt: Date): Promise<void> {
  await tx
    .update(clubs)
    .set({ description: '', iconUrl: null, bannerUrl: null, unlistedAt })
    .where(eq(clubs.id, id));
}

/**
 * Lists a club again that was hidden at this time, with this description unless it has another by now. Returns false if it
 * was not hidden then.
 */
export async function showClub(
  tx: Database,
  { id, unlistedAt, description }: { id: string; unlistedAt: Date; description: string },
): Promise<boolean> {
  const rows = await tx
    .update(clubs)
    .set({
      unlistedAt: null,
      description: sql`case when ${clubs.description} = '' then ${description} else ${clubs.description} end`,
    })
    .where(and(eq(clubs.id, id), eq(clubs.unlistedAt, unlistedAt)))
    .returning({ id: clubs.id });
  return rows.length > 0;
}

/** Returns the login and the name of a user. */
export async function findAccount(
  db: Database,
  userId: string,
): Promise<{ uid: string; name: string } | null> {
  const [row] = await db
    .select({ uid: users.uid, name: users.displayName })
    .from(users)
    .where(and(eq(users.id, userId), not(users.isFormer)));
  return row ?? null;
}

/** Deletes cases decided before a time, and open cases without a target or a report. */
export async function deleteOldCases(db: Database, decidedBefore: Date): Promise<void> {
  const isLeft: SQL | undefined = and(
    isNull(reportCases.decidedAt),
    sql`not (${targetExists} and ${hasReports})`,
  );
  await db.delete(reportCases).where(lt(reportCases.decidedAt, decidedBefore));
  await db.delete(reportCases).where(isLeft);
}
