import { eq } from 'drizzle-orm';
import type { NewGoal } from '@boathouse/contract/statistics/goals';
import type { Database } from '../../../db/database.ts';
import { goals } from '../../../db/tables.ts';

/** Null without a goal. */
export async function findGoal(db: Database, userId: string): Promise<NewGoal | null> {
  const [row] = await db.select().from(goals).where(eq(goals.userId, userId));
  if (row === undefined) return null;
  const { period, meters, fromDay, toDay } = row;
  if (period !== 'season') return { period, meters };
  // A check of the table.
  if (fromDay === null || toDay === null) throw new Error('A season without its days');
  return { period, meters, from: fromDay, to: toDay };
}

export async function upsertGoal(db: Database, userId: string, goal: NewGoal): Promise<void> {
  const days = goal.period === 'season' ? goal : { from: null, to: null };
  const row = { period: goal.period, meters: goal.meters, fromDay: days.from, toDay: days.to };
  await db
    .insert(goals)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: goals.userId, set: { ...row, createdAt: new Date() } });
}

export async function deleteGoal(db: Database, userId: string): Promise<void> {
  await db.delete(goals).where(eq(goals.userId, userId));
}
