import { inArray } from 'drizzle-orm';
import type {
  ActivitySource,
  ActivityVisibility,
  ErgometerFields,
  Machine,
  WorkoutSummary,
} from '@boathouse/contract/activities';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { activities, sessions } from '../../../db/tables.ts';
import { addToDays, dayIn, updateBests, type Completed } from '../statistics/index.ts';

export type ActivityToBuild = Partial<ErgometerFields> & {
  summary?: WorkoutSummary | null;
  userId: string;
  /** Absent: without a session. */
  sessionId?: string;
  workoutItemIndex?: number;
  /** Only an activity without a session has it; otherwise the session has the text. */
  title?: string;
  workout?: string;
  visibility?: ActivityVisibility;
  machine?: Machine;
  /** Absent: a monitor, or the simulated erg. */
  source?: ActivitySource;
  /** The user who typed in an entered result. */
  enteredBy?: string;
  isPartial?: boolean;
  /** The athlete left the workout on the monitor. */
  isLeft?: boolean;
  createdAt?: Date;
  /** When the first stroke was rowed, if known. */
  rowingSince?: Date;
  /** Absent: in progress. */
  completedAt?: Date;
  /** Absent: when it was completed or begun. */
  heardAt?: Date;
  /** The athlete's time zone, which decides its day; absent: UTC. */
  timeZone?: string;
};

/** A stored activity, for tests and sample data. */
export async function buildActivity(db: Database, given: ActivityToBuild): Promise<string> {
  const [id] = await buildActivities(db, [given]);
  if (id === undefined) throw new Error('One activity was asked for, and none was made');
  return id;
}

/** Each row has as many values as the table has columns, and a statement contains at most 65,535 of them. */
const rowsAtOnce = 1_000;

/** Creates many, in the given order, with their days' totals and personal bests. */
export async function buildActivities(db: Database, given: readonly ActivityToBuild[]): Promise<string[]> {
  const ofSessions = await findTexts(
    db,
    given.flatMap(({ sessionId }) => sessionId ?? []),
  );
  const rows = given.map((one) => rowOf(one, ofSessions));
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

type Texts = { title: string; workoutItems: string[] };

async function findTexts(db: Database, ids: readonly string[]): Promise<Map<string, Texts>> {
  const { id, title, workoutItems } = sessions;
  const unique = [...new Set(ids)];
  const found: Array<Texts & { id: string }> = [];
  for (let start = 0; start < unique.length; start += rowsAtOnce) {
    const some = unique.slice(start, start + rowsAtOnce);
    found.push(...(await db.select({ id, title, workoutItems }).from(sessions).where(inArray(id, some))));
  }
  return new Map(found.map((session) => [session.id, session]));
}

function workoutOf(given: ActivityToBuild, ofSessions: ReadonlyMap<string, Texts>) {
  const { sessionId, workoutItemIndex = 0, visibility = 'me' } = given;
  if (sessionId === undefined) {
    const { title = 'Just row', workout = 'Just row' } = given;
    return { title, workout, sessionId: null, workoutItemIndex: null, visibility };
  }
  const texts = ofSessions.get(sessionId);
  const title = texts?.title ?? '';
  const workout = texts?.workoutItems[workoutItemIndex] ?? '';
  return { title, workout, sessionId, workoutItemIndex, visibility: null };
}

function rowOf(
  { timeZone = 'UTC', isSimulated = false, ...given }: ActivityToBuild,
  ofSessions: ReadonlyMap<string, Texts>,
) {
  const createdAt = given.createdAt ?? new Date();
  const workout = workoutOf(given, ofSessions);
  const source = given.source ?? (isSimulated ? 'simulated' : 'monitor');
  const machine: Machine = given.machine ?? 'rower';
  const row = {
    id: newId(),
    distance: 0,
    elapsedTime: 0,
    totalCalories: 0,
    heardAt: given.completedAt ?? createdAt,
    ...given,
    ...workout,
    plan: parseWorkoutText(workout.workout),
    source,
    machine,
    createdAt,
    day: dayIn(Temporal.Instant.fromEpochMilliseconds(createdAt.getTime()), timeZone).toString(),
    isCompleted: given.completedAt !== undefined,
  };
  return row satisfies Completed;
}
