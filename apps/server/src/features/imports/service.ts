import { setImmediate } from 'node:timers/promises';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import {
  importLimits,
  type imports as calls,
  type ImportedWorkout,
  type ImportPreview,
  type ImportRecord,
} from '@boathouse/contract/activities/imports';
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/failures.ts';
import { newId } from '../../db/ids.ts';
import { badField, HttpError, orNotFound } from '../../http/errors.ts';
import { DearCalls } from '../../infra/dear-calls.ts';
import type { Turns } from '../../infra/keyed-queue.ts';
import { JobOutOfMemoryError, JobThreads, JobTimedOutError } from '../../infra/job-threads.ts';
import { isPartialResult } from '../activities/index.ts';
import { changeDays, dayIn, updateBests } from '../statistics/index.ts';
import {
  identityOf,
  KnownWorkouts,
  powerOn,
  type FileProblem,
  type FileWorkout,
  type Identity,
  type ReadAnswer,
  type ReadJob,
} from './rules.ts';
import {
  deleteActivitiesOfImport,
  findImport,
  insertImport,
  insertWorkouts,
  listImports,
  listKnown,
  type Known,
  type StoredWorkout,
} from './store.ts';

/** A workout of a plan, or a problem of one of its files; its index is its place. */
type Entry = {
  file: string;
  line: number | null;
  message: string | null;
  workout: FileWorkout | null;
  duplicateOf: ImportedWorkout['duplicateOf'];
};

/** What was read and is not stored yet. The import stores what the plan says is new, and nothing else. */
type Plan = {
  id: string;
  userId: string;
  files: string[];
  timeZone: string;
  entries: Entry[];
  /** Of its packed strokes. */
  bytes: number;
  untilMs: number;
};

const readTimeMs = 30_000;
const readMemoryMb = 512;
const plansPerUser = 3;
/** Of all plans of this process. */
const plansBytesMax = 256 * 1_024 * 1_024;
/** A workout without strokes, roughly. */
const entryBytes = 2_048;

type ImportsOptions = {
  db: Database;
  nowMs: () => number;
  /** Of one user's imports. */
  turns: Turns;
  /** For tests. */
  readTimeMs?: number;
};

/**
 * Files in: reads them on a thread, keeps what was read for an hour, stores what the user chooses, and undoes it. What was
 * read is kept in this process: after a restart, and on another process, the file has to be sent again.
 */
export class Imports {
  readonly #options: Required<ImportsOptions>;
  readonly #reads = new DearCalls();
  readonly #threads: JobThreads<ReadJob, ReadAnswer>;
  /** Oldest first. */
  readonly #plans = new Map<string, Plan>();

  constructor(options: ImportsOptions) {
    this.#options = { readTimeMs, ...options };
    this.#threads = new JobThreads(new URL('./worker.ts', import.meta.url), {
      timeMs: this.#options.readTimeMs,
      memoryMb: readMemoryMb,
    });
  }

  /** @throws HttpError 400 timeZone or into, 404 into, 429 */
  read(
    userId: string,
    { name, timeZone, into }: EndpointInput<typeof calls.read>['query'],
    bytes: Uint8Array,
  ): Promise<ImportPreview> {
    // Intl, which the contract checks with, knows zones that Temporal refuses.
    dayIn(Temporal.Instant.fromEpochMilliseconds(0), timeZone);
    return this.#reads.run(userId, async () => {
      const plan = into === undefined ? this.#newPlan(userId, timeZone) : this.#find(userId, into);
      if (plan.timeZone !== timeZone)
        throw badField('timeZone', `must be ${plan.timeZone}, as of the import`);
      const first = plan.entries.length;
      await this.#readInto(plan, name, bytes);
      this.#keep(plan);
      return {
        _id: plan.id,
        workouts: plan.entries.slice(first).map((entry, index) => shownOf(entry, first + index)),
        readInTimeZone: plan.entries.some(({ workout }) => workout?.isWallClock) ? timeZone : null,
        keptUntil: new Date(plan.untilMs).toISOString(),
      };
    });
  }

  /**
   * Stores workouts of a plan in one transaction. Idempotent.
   * @throws HttpError 400 indexes, machine or startedAt, 404, 409 import_changed, 409 nothing_left
   */
  store(
    userId: string,
    id: string,
    choice: EndpointInput<typeof calls.store>['body'],
  ): Promise<ImportRecord> {
    return this.#options.turns.run(userId, async () => {
      const { db, nowMs } = this.#options;
      const stored = await findImport(db, userId, id);
      if (stored?.isUndone) throw nothingLeft();
      if (stored !== null) return stored.record;
      const plan = this.#find(userId, id);
      const chosen = chosenOf(plan, choice, nowMs());
      try {
        await db.transaction((tx) => storePlan(tx, plan, chosen, new Date(nowMs())));
      } catch (error) {
        throw isDuplicate(error) ? changed(null) : error;
      }
      this.#plans.delete(id);
      return orNotFound(await findImport(db, userId, id), 'import').record;
    });
  }

  /** @throws HttpError 404, 409 nothing_left */
  undo(userId: string, id: string): Promise<ImportRecord> {
    return this.#options.turns.run(userId, async () => {
      const { db, nowMs } = this.#options;
      const stored = await findImport(db, userId, id);
      if (stored === null) {
        const { files } = this.#find(userId, id);
        this.#plans.delete(id);
        return { _id: id, files, createdAt: new Date(nowMs()).toISOString(), stored: 0, left: 0 };
      }
      if (stored.isUndone || stored.record.left === 0) throw nothingLeft();
      await db.transaction(async (tx) => {
        const removed = await deleteActivitiesOfImport(tx, userId, id, new Date(nowMs()));
        await changeDays(tx, { added: [], removed });
      });
      return { ...stored.record, left: 0 };
    });
  }

  list(userId: string): Promise<ImportRecord[]> {
    return listImports(this.#options.db, userId);
  }

  /** Ends the threads. */
  close(): void {
    this.#threads.close();
  }

  #newPlan(userId: string, timeZone: string): Plan {
    return { id: newId(), userId, files: [], timeZone, entries: [], bytes: 0, untilMs: 0 };
  }

  async #readInto(plan: Plan, name: string, bytes: Uint8Array): Promise<void> {
    const { db, nowMs } = this.#options;
    const { workouts, problems } = await this.#parse(plan, name, bytes);
    const known = new KnownWorkouts<Identity & { workout: ImportedWorkout['duplicateOf'] }>([]);
    for (const each of await knownOf(db, plan, workouts))
      known.add({ ...each, workout: { activity: each.id, index: null, title: each.title } });
    for (const [index, { workout }] of plan.entries.entries()) {
      if (workout)
        known.add({ ...identityOf(workout), workout: { activity: null, index, title: workout.title } });
    }
    const first = plan.entries.length;
    plan.entries.push(
      ...workouts.map((workout): Entry => ({
        file: name,
        line: null,
        message: null,
        workout,
        duplicateOf: null,
      })),
    );
    // Of the same workout in two files, the one that tells more is new.
    const places = workouts
      .map((_, place) => place)
      .sort((one, other) => wealth(workouts[other]) - wealth(workouts[one]));
    for (const place of places) {
      const entry = plan.entries[first + place];
      if (!entry?.workout) continue;
      const identity = identityOf(entry.workout);
      const same = known.find(identity);
      if (same === null) {
        known.add({
          ...identity,
          workout: { activity: null, index: first + place, title: entry.workout.title },
        });
      } else entry.duplicateOf = same.workout;
      if (place % 500 === 0) await setImmediate();
    }
    for (const { message, line, entry } of problems) {
      const file = entry === null ? name : `${name}: ${entry}`;
      plan.entries.push({ file, line, message, workout: null, duplicateOf: null });
    }
    if (!plan.files.includes(name)) plan.files.push(name);
    plan.untilMs = nowMs() + importLimits.keptMs;
    plan.bytes = plan.entries.reduce((sum, { workout }) => sum + entryBytes + packedBytes(workout), 0);
  }

  /** @throws HttpError 400 for a plan that is full */
  async #parse(plan: Plan, fileName: string, bytes: Uint8Array): Promise<ReadAnswer> {
    const workoutsMax = importLimits.workoutsMax - plan.entries.length;
    if (workoutsMax <= 0)
      throw badField('into', `an import has at most ${importLimits.workoutsMax} workouts`);
    const { timeZone } = plan;
    try {
      return await this.#threads.run({
        bytes,
        fileName,
        timeZone,
        nowMs: this.#options.nowMs(),
        workoutsMax,
      });
    } catch (error) {
      if (error instanceof JobTimedOutError) {
        return fault(
          `Reading this file took longer than ${this.#options.readTimeMs / 1_000} s. Split it, or export it again.`,
        );
      }
      if (error instanceof JobOutOfMemoryError)
        return fault('This file holds too much to be read at once. Split it.');
      throw error;
    }
  }

  #keep(plan: Plan): void {
    this.#plans.delete(plan.id);
    this.#plans.set(plan.id, plan);
    const nowMs = this.#options.nowMs();
    let own = 0;
    let bytes = 0;
    for (const each of [...this.#plans.values()].toReversed()) {
      own += each.userId === plan.userId ? 1 : 0;
      bytes += each.bytes;
      const isTooMuch = (each.userId === plan.userId && own > plansPerUser) || bytes > plansBytesMax;
      if (each !== plan && (isTooMuch || each.untilMs <= nowMs)) this.#plans.delete(each.id);
    }
  }

  #find(userId: string, id: string): Plan {
    const plan = this.#plans.get(id);
    if (plan !== undefined && plan.userId === userId && plan.untilMs > this.#options.nowMs()) return plan;
    throw new HttpError(
      404,
      'not_found',
      'There is no such import. What was read is kept for an hour, and not over a restart of the server: choose the file again.',
    );
  }
}

const fault = (message: string): ReadAnswer => {
  const problem: FileProblem = { message, line: null, entry: null };
  return { workouts: [], problems: [problem] };
};

const packedBytes = (workout: FileWorkout | null) =>
  workout?.chunks.reduce((sum, { packed }) => sum + packed.length, 0) ?? 0;

const wealth = (workout: FileWorkout | undefined) =>
  (workout?.strokes ?? 0) * (workout?.hasForceCurves ? 2 : 1);

const nothingLeft = () =>
  new HttpError(
    409,
    'nothing_left',
    'Nothing of this import is left: it was undone, or its workouts were deleted',
  );

const changed = (title: string | null) =>
  new HttpError(
    409,
    'import_changed',
    `${title === null ? 'One of these workouts' : `"${title}"`} has been stored since the file was read. Nothing was stored: choose the file again.`,
  );

function shownOf({ file, line, message, workout, duplicateOf }: Entry, index: number): ImportedWorkout {
  const startedMs = workout?.startedMs ?? null;
  return {
    index,
    status: workout === null ? 'problem' : duplicateOf === null ? 'new' : 'duplicate',
    file,
    line,
    message: message ?? (duplicateOf === null ? null : `The same as "${duplicateOf.title}"`),
    machine: workout?.machine ?? null,
    startedAt: startedMs === null ? null : new Date(startedMs).toISOString(),
    endedAt:
      workout === null || startedMs === null ? null : new Date(startedMs + workout.durationMs).toISOString(),
    elapsedTime: workout?.elapsedTime ?? null,
    distance: workout?.distance ?? null,
    title: workout?.title ?? null,
    intervals: workout?.intervals ?? 0,
    strokes: workout?.strokes ?? 0,
    hasForceCurves: workout?.hasForceCurves ?? false,
    hasHeartRates: workout?.hasHeartRates ?? false,
    duplicateOf,
  };
}

/** Returns the activities that workouts can be the same as. */
function knownOf(
  db: Database,
  { userId, timeZone }: Pick<Plan, 'userId' | 'timeZone'>,
  workouts: ReadonlyArray<Pick<FileWorkout, 'startedMs' | 'durationMs' | 'logbookId'>>,
): Promise<Known[]> {
  let [from, to] = [Infinity, -Infinity];
  for (const { startedMs, durationMs } of workouts) {
    if (startedMs === null) continue;
    from = Math.min(from, startedMs);
    to = Math.max(to, startedMs + durationMs);
  }
  const logbookIds = workouts.flatMap(({ logbookId }) => logbookId ?? []);
  return listKnown(db, userId, { span: from > to ? null : [from, to], logbookIds, timeZone });
}

type Choice = EndpointInput<typeof calls.store>['body'];

/** Returns the chosen workouts with what the choice says of them, without duplicates. @throws HttpError 400 */
function chosenOf(plan: Plan, { indexes, machine, startedAt }: Choice, nowMs: number): StoredWorkout[] {
  const starts = new Map(startedAt?.map(({ index, at }) => [index, Date.parse(at)]));
  const chosen = indexes.flatMap((index): StoredWorkout[] => {
    const entry = plan.entries[index];
    if (!entry?.workout) throw badField('indexes', `${index} is no workout of this import`);
    if (entry.duplicateOf !== null) return [];
    return [storedOf(plan, entry.file, entry.workout, { machine, startedMs: starts.get(index), nowMs })];
  });
  if (chosen.length === 0) throw badField('indexes', 'name only workouts that you have already');
  return chosen;
}

/** As in the files, whose dates are checked when they are read. */
const firstYearMs = Date.UTC(1995, 0, 1);

function storedOf(
  plan: Plan,
  fileName: string,
  workout: FileWorkout,
  given: { machine: StoredWorkout['machine'] | undefined; startedMs: number | undefined; nowMs: number },
): StoredWorkout {
  const machine = workout.machine ?? given.machine;
  const startedMs = workout.startedMs ?? given.startedMs;
  if (machine === undefined)
    throw badField('machine', 'is needed: the file does not say which machine it was');
  if (startedMs === undefined) throw badField('startedAt', 'is needed: the file has no date');
  if (startedMs < firstYearMs || startedMs + workout.durationMs > given.nowMs + 60_000) {
    throw badField('startedAt', 'must be after 1995, and the workout over by now');
  }
  const rowed = { ...workout, totalCalories: workout.totalCalories };
  return {
    ...workout,
    id: newId(),
    userId: plan.userId,
    machine,
    source: 'file',
    startedMs,
    averagePower: workout.averagePower ?? powerOn(machine, workout.averagePace),
    day: dayIn(Temporal.Instant.fromEpochMilliseconds(startedMs), plan.timeZone).toString(),
    isPartial: isPartialResult(workout.plan, rowed),
    fileName,
  };
}

async function storePlan(
  tx: Database,
  plan: Plan,
  chosen: readonly StoredWorkout[],
  now: Date,
): Promise<void> {
  const known = new KnownWorkouts<Known>(await knownOf(tx, plan, chosen));
  for (const workout of chosen) {
    const identity = identityOf(workout);
    if (known.find(identity) !== null) throw changed(workout.title);
    known.add({ ...identity, id: workout.id, title: workout.title });
  }
  const { id, userId, files: fileNames } = plan;
  await insertImport(tx, { id, userId, fileNames, count: chosen.length, createdAt: now });
  await insertWorkouts(tx, id, chosen);
  await changeDays(tx, { added: chosen, removed: [] });
  await updateBests(
    tx,
    chosen.map((workout) => workout.id),
  );
}
