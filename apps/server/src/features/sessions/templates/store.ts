import { and, asc, count, eq, gte, or, sql, type SQL } from 'drizzle-orm';
import { clubRoles } from '@boathouse/contract/clubs';
import type { Template } from '@boathouse/contract/sessions/templates';
import type { Database } from '../../../db/database.ts';
import { clubMemberships, clubs, users, workoutTemplates } from '../../../db/tables.ts';
import { clubRefColumns } from '../../clubs/clubs/index.ts';

/** Exactly one of them is set. */
type Owner = { userId: string | null; clubId: string | null };

const isOf = ({ userId, clubId }: Owner): SQL =>
  userId === null ? eq(workoutTemplates.clubId, clubId ?? '') : eq(workoutTemplates.userId, userId);

/** The templates that a user may read, by title. */
function selectFor(db: Database, userId: string, which?: SQL) {
  const isOwn = eq(workoutTemplates.userId, userId);
  return db
    .select({
      _id: workoutTemplates.id,
      title: workoutTemplates.title,
      workoutItem: workoutTemplates.workoutItem,
      club: clubRefColumns,
      isManaged: sql<boolean>`(${workoutTemplates.userId} is not null or ${clubMemberships.role} >= ${clubRoles.admin})`,
    })
    .from(workoutTemplates)
    .leftJoin(clubs, eq(clubs.id, workoutTemplates.clubId))
    .leftJoin(
      clubMemberships,
      and(eq(clubMemberships.clubId, workoutTemplates.clubId), eq(clubMemberships.userId, userId)),
    )
    .where(and(or(isOwn, gte(clubMemberships.role, clubRoles.member)), which))
    .orderBy(asc(sql`lower(${workoutTemplates.title})`), asc(workoutTemplates.id));
}

export function listTemplates(db: Database, userId: string): Promise<Template[]> {
  return selectFor(db, userId);
}

/** Returns a template; null if the user may not read it. */
export async function findTemplate(db: Database, id: string, userId: string): Promise<Template | null> {
  const [row] = await selectFor(db, userId, eq(workoutTemplates.id, id));
  return row ?? null;
}

/** Has other transactions that lock the owner wait until this one ends. */
export async function lockOwner(tx: Database, { userId, clubId }: Owner): Promise<void> {
  if (userId !== null) {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  } else if (clubId !== null) {
    await tx.select({ id: clubs.id }).from(clubs).where(eq(clubs.id, clubId)).for('no key update');
  }
}

export async function countTemplates(db: Database, owner: Owner): Promise<number> {
  const [row] = await db.select({ count: count() }).from(workoutTemplates).where(isOf(owner));
  return row?.count ?? 0;
}

type TemplateToInsert = Owner & { id: string; title: string; workoutItem: string };

export async function insertTemplate(db: Database, template: TemplateToInsert): Promise<void> {
  await db.insert(workoutTemplates).values(template);
}

export async function updateTitle(db: Database, id: string, title: string): Promise<void> {
  await db.update(workoutTemplates).set({ title }).where(eq(workoutTemplates.id, id));
}

export async function deleteTemplate(db: Database, id: string): Promise<void> {
  await db.delete(workoutTemplates).where(eq(workoutTemplates.id, id));
}
