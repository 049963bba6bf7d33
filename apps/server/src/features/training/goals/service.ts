import type { Goal, NewGoal } from '@boathouse/contract/statistics/goals';
import type { Database } from '../../../db/database.ts';
import { findFirstDay } from '../../people/users/index.ts';
import { dayIn, rowedDays } from '../statistics/index.ts';
import { spanOfGoal } from './rules.ts';
import { deleteGoal, findGoal, upsertGoal } from './store.ts';

/** The present time, and the user's time zone: they decide which week or month it is. */
type Viewing = { now: Temporal.Instant; timeZone: string };

export async function goalOf(db: Database, userId: string, { now, timeZone }: Viewing): Promise<Goal | null> {
  const [goal, firstDay] = await Promise.all([findGoal(db, userId), findFirstDay(db, userId)]);
  if (goal === null) return null;
  const span = spanOfGoal(goal, dayIn(now, timeZone), firstDay);
  const days = await rowedDays(db, userId, span);
  const rowedMeters = days.reduce((sum, { meters }) => sum + meters, 0);
  return { period: goal.period, meters: goal.meters, ...span, rowedMeters };
}

export async function setGoal(
  db: Database,
  userId: string,
  goal: NewGoal,
  viewing: Viewing,
): Promise<Goal | null> {
  await upsertGoal(db, userId, goal);
  return goalOf(db, userId, viewing);
}

export async function removeGoal(db: Database, userId: string): Promise<null> {
  await deleteGoal(db, userId);
  return null;
}
