import type { ErgometerFields, WorkoutSummary } from '@boathouse/contract/activities';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { activities } from '../../db/tables.ts';
import { addToDays, dayIn, updateBests, type Completed } from '../statistics/index.ts';

export type ActivityToBuild = Partial<ErgometerFields> & {
  summary?: WorkoutSummary | null;
  userId: string;
  sessionId: string;
  workoutItemIndex?: number;
  createdAt?: Date;
  /** Absent: in progress. */
  completedAt?: Date;
  /** Absent: when it was completed or begun. */
  heardAt?: Date;
  /** Where the athlete is, which says on which day it counts; absent: UTC. */
  timeZone?: string;
};

/** A stored activity, for tests and sample data. */
export async function buildActivity(db: Database, given: ActivityToBuild): Promise<string> {
  const [id] = await buildActivities(db, [given]);
  if (id === undefined) throw new Error('One activity was asked for, and none was made');
  return id;
}

/** Each row brings as many values as the table has columns, and a statement carries 65,535 of them at most. */
const rowsAtOnce = 1_000;

/** Many of them, in the order given, and what they add to their athletes' days and personal bests. */
export async function buildActivities(db: Database, given: readonly ActivityToBuild[]): Promise<string[]> {
  const rows = given.map((one) => rowOf(one));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db.insert(activities).values(rows.slice(start, start + rowsAtOnce));
  }
  const completed = rows.filter(({ isCompleted }) => isCompleted);
  await addToDays(db, completed);
  await updateBests(
    db,
    completed.map(({ id }) => id),
  );
  return rows.map(({ id }) => id);
}

function rowOf({ timeZone = 'UTC', ...given }: ActivityToBuild) {
  const createdAt = given.createdAt ?? new Date();
  const row = {
    id: newId(),
    workoutItemIndex: 0,
    distance: 0,
    elapsedTime: 0,
    totalCalories: 0,
    isSimulated: false,
    heardAt: given.completedAt ?? createdAt,
    ...given,
    createdAt,
    day: dayIn(Temporal.Instant.fromEpochMilliseconds(createdAt.getTime()), timeZone).toString(),
    isCompleted: given.completedAt !== undefined,
  };
  return row satisfies Completed;
}
