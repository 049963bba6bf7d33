import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { sessions } from '../../../db/tables.ts';

type SessionToBuild = {
  hostUserId: string;
  title?: string;
  startAt?: Date;
  isAccessibleByLink?: boolean;
  clubId?: string | null;
  workoutItems?: string[];
  /** The run of a race. */
  isRace?: boolean;
};

/** A stored session (by default open to anyone with the link), for tests and sample data. */
export async function buildSession(db: Database, given: SessionToBuild): Promise<string> {
  const [id] = await buildSessions(db, [given]);
  if (id === undefined) throw new Error('One session was asked for, and none was made');
  return id;
}

/** Many of them at once, in the given order. */
export async function buildSessions(db: Database, given: readonly SessionToBuild[]): Promise<string[]> {
  if (given.length === 0) return [];
  const rows = given.map((one) => ({
    id: newId(),
    title: 'Morning pieces',
    startAt: new Date(),
    isAccessibleByLink: one.clubId === undefined || one.clubId === null,
    clubId: null,
    workoutItems: ['2000m', '4 x 500m / 1:00 rest'],
    ...one,
  }));
  await db.insert(sessions).values(rows);
  return rows.map(({ id }) => id);
}
