import type { Database } from '../../db/database.ts';
import { insertSession } from './store.ts';

export type SessionToBuild = {
  hostUserId: string;
  title?: string;
  startAt?: Date;
  isAccessibleByLink?: boolean;
  clubId?: string | null;
  workoutItems?: string[];
};

/** A stored session (by default open to anyone with the link), for tests and sample data. */
export function buildSession(db: Database, given: SessionToBuild): Promise<string> {
  return insertSession(db, {
    title: 'Morning pieces',
    startAt: new Date(),
    isAccessibleByLink: given.clubId === undefined || given.clubId === null,
    clubId: null,
    workoutItems: ['2000m', '4 x 500m / 1:00 rest'],
    ...given,
  });
}
