import type { ErgometerFields } from '@boathouse/contract/activities';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { activities } from '../../db/tables.ts';

export type ActivityToBuild = Partial<ErgometerFields> & {
  userId: string;
  sessionId: string;
  workoutItemIndex?: number;
  createdAt?: Date;
  /** Absent: in progress. */
  completedAt?: Date;
};

/** A stored activity, for tests and sample data. */
export async function buildActivity(db: Database, given: ActivityToBuild): Promise<string> {
  const id = newId();
  await db
    .insert(activities)
    .values({ id, workoutItemIndex: 0, ...given, isCompleted: given.completedAt !== undefined });
  return id;
}
