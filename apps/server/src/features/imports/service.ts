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
import {
  deleteReadImport,
  findReadEntries,
  findReadImport,
  insertReadEntries,
  keepReadImport,
  listTooMany,
  putReadImport,
  readEntriesBefore,
  storableText,
  sweepReadImports,
  type ReadImport,
} from '../../db/imports/read-imports.ts';
import type { FileWorkout, ReadEntry } from '../../db/imports/stored-shapes.ts';
import { badField, orNotFound } from '../../http/errors.ts';
import { DearCalls } from '../../infra/dear-calls.ts';
import type { Turns } from '../../infra/keyed-queue.ts';
import { changeDays, dayIn, updateBests } from '../statistics/index.ts';
import { WorkoutFiles, type ReadWorkout } from '../workoutfiles/index.ts';
import {
  batchLength,
  batchMax,
  byDate,
  changed,
  gainsOf,
  identityOf,
  KnownWorkouts,
  notKept,
  nothingLeft,
  shownOf,
  storedOf,
  wantsStrokes,
  type Identity,
  type StoredWorkout,
} from './rules.ts';
import {
  completeActivity,
  deleteActivitiesOfImport,
  endImport,
  findImport,
  insertImport,
  insertWorkouts,
  listImports,
  listKnown,
  lockOpenImport,
  revertCompletions,
  updateProgress,
  type Known,
} from './store.ts';

const mebibyte = 1_024 * 1_024;
/** Of what is read and not stored; what is too much is the oldest. */
const waitingMax = { perUser: 3, bytesPerUser: 64 * mebibyte, bytes: 512 * mebibyte };
/** A workout without strokes, roughly. */
const entryBytes = 2_048;
/** An import that was stopped can be gone on with for this long. */
const stoppedKeptMs = 24 * 3_600_000;
/** Of a batch, when another import has stored a workout of it meanwhile. */
const triesMax = 3;

type ImportsOptions = {
  db: Database;
  nowMs: () => number;
  /** Of one user's imports. */
  turns: Turns;
  files?: WorkoutFiles;
  /** Workouts of one transaction, for tests. */
  batchRows?: number;
};

type Choice = EndpointInput<typeof calls.store>['body'];

/** Workouts of a service, which stands for a file's name. */
type Taken = { name: string; timeZone: string; workouts: ReadWorkout[] };

/**
 * Files in: reads them on a thread, keeps what was read for an hour, stores what the user chooses some at a time, and
 * undoes it. All of it is in the database, so that any process can go on.
 */
export class Imports {
  readonly #options: Required<ImportsOptions>;
  readonly #reads = new DearCalls();

  constructor(options: ImportsOptions) {
    this.#options = { files: new WorkoutFiles(), batchRows: batchMax, ...options };
  }

  /** @throws HttpError 400 timeZone or into, 404 into, 429 */
  read(
    userId: string,
    { name, timeZone, into }: EndpointInput<typeof calls.read>['query'],
    bytes: Uint8Array,
  ): Promise<ImportPreview> {
    // Intl, which the contract checks with, knows zones that Temporal refuses.
    dayIn(Temporal.Instant.fromEpochMilliseconds(0), timeZone);
    const { turns, files, nowMs } = this.#options;
    return this.#reads.run(userId, async () => {
      const found = into === undefined ? null : await this.#find(userId, into);
      if (found !== null && found.timeZone !== timeZone)
        throw badField('timeZone', `must be ${found.timeZone}, as of the import`);
      const workoutsMax = importLimits.workoutsMax - (found?.entries ?? 0);
      if (workoutsMax <= 0)
        throw badField('into', `an import has at most ${importLimits.workoutsMax} workouts`);
      const fileName = storableText(name);
      const answer = await files.read({ bytes, fileName, timeZone, nowMs: nowMs(), workoutsMax });
      return turns.run(userId, async () => {
        const plan = into === undefined ? this.#newPlan(userId, timeZone) : await this.#find(userId, into);
        const entries = await this.#entriesOf(plan, fileName, answer);
        const kept = await this.#keep(plan, fileName, entries);
        return {
          _id: plan.id,
          workouts: entries.map(({ entry }, place) => shownOf({ index: plan.entries + place, entry })),
          readInTimeZone: kept.hasWallClock ? timeZone : null,
          keptUntil: kept.keptUntil.toISOString(),
        };
      });
    });
  }

  /**
   * Stores workouts of what was read, or goes on with it. Idempotent.
   * @throws HttpError 400 indexes, machine or startedAt, 404, 409 import_changed, 409 nothing_left
   */
  store(userId: string, id: string, choice: Choice): Promise<ImportRecord> {
    return this.#options.turns.run(userId, async () => {
      const stored = await this.#recordOf(userId, id);
      if (stored?.isUndone) throw nothingLeft();
      if (stored?.record.state === 'stored') return stored.record;
      if (stored === null) await this.#begin(userId, id, choice);
      while (await this.#storeBatch(userId, id)) await setImmediate();
      await deleteReadImport(this.#options.db, id);
      return orNotFound(await this.#recordOf(userId, id), 'import').record;
    });
  }

  /**
   * Stores workouts of a service at once, as one import; those that the user has already as `read` treats duplicates.
   * @returns how many were stored, or completed a live row
   * @throws HttpError 409 import_changed
   */
  async take(userId: string, { name, timeZone, workouts }: Taken): Promise<number> {
    const { id, indexes } = await this.#options.turns.run(userId, async () => {
      const plan = this.#newPlan(userId, timeZone);
      const entries = await this.#entriesOf(plan, name, { workouts, problems: [] });
      await this.#keep(plan, name, entries);
      const isWanted = ({ entry }: NewEntry) => entry.duplicateOf === null || entry.completes.length > 0;
      return { id: plan.id, indexes: entries.flatMap((each, index) => (isWanted(each) ? [index] : [])) };
    });
    if (indexes.length > 0) await this.store(userId, id, { indexes });
    else await deleteReadImport(this.#options.db, id);
    return indexes.length;
  }

  /** Returns the workouts of which strokes are wanted: the user does not have them, or as a live row that lacks some of it. */
  async withoutStrokes(userId: string, { timeZone, workouts }: Omit<Taken, 'name'>): Promise<ReadWorkout[]> {
    const known = new KnownWorkouts(await knownOf(this.#options.db, { userId, timeZone }, workouts));
    return workouts.filter((workout) => wantsStrokes(known.find(identityOf(workout)), workout));
  }

  /** @throws HttpError 404, 409 nothing_left */
  undo(userId: string, id: string): Promise<ImportRecord> {
    const { db, turns, nowMs } = this.#options;
    return turns.run(userId, async () => {
      const stored = await this.#recordOf(userId, id);
      if (stored === null) {
        const { fileNames } = await this.#find(userId, id);
        await deleteReadImport(db, id);
        const createdAt = new Date(nowMs()).toISOString();
        const nothing = { state: 'stored', chosen: 0, stored: 0, completed: 0, left: 0 } as const;
        return { _id: id, files: fileNames, createdAt, ...nothing };
      }
      const { isUndone, record } = stored;
      if (isUndone || (record.state === 'stored' && record.left === 0)) throw nothingLeft();
      await endImport(db, id, new Date(nowMs()));
      await deleteReadImport(db, id);
      while (await this.#deleteBatch(userId, id)) await setImmediate();
      return { ...record, state: 'stored', left: 0 };
    });
  }

  list(userId: string): Promise<ImportRecord[]> {
    return listImports(this.#options.db, userId, new Date(this.#options.nowMs()));
  }

  /** @throws HttpError 404 */
  async byId(userId: string, id: string): Promise<ImportRecord> {
    const found = await this.#recordOf(userId, id);
    return orNotFound(found === null || found.isUndone ? null : found.record, 'import');
  }

  /** Deletes what was read and is kept no longer. */
  sweep(): Promise<void> {
    const { db, nowMs } = this.#options;
    return sweepReadImports(db, new Date(nowMs()));
  }

  /** Ends the threads. */
  close(): void {
    this.#options.files.close();
  }

  #recordOf(userId: string, id: string) {
    const { db, nowMs } = this.#options;
    return findImport(db, userId, id, new Date(nowMs()));
  }

  #newPlan(userId: string, timeZone: string): ReadImport {
    const readAt = new Date(this.#options.nowMs());
    return {
      id: newId(),
      userId,
      timeZone,
      fileNames: [],
      entries: 0,
      hasWallClock: false,
      bytes: 0,
      readAt,
      keptUntil: readAt,
    };
  }

  /** Returns the workouts of a file and its problems, with those that the user has already as duplicates. */
  async #entriesOf(
    plan: ReadImport,
    file: string,
    { workouts, problems }: Awaited<ReturnType<WorkoutFiles['read']>>,
  ): Promise<NewEntry[]> {
    const { db } = this.#options;
    type Same = Identity & { workout: ImportedWorkout['duplicateOf']; stored: Known | null };
    const known = new KnownWorkouts<Same>([]);
    for (const some of byDate(workouts)) {
      for (const stored of await knownOf(db, plan, some)) {
        const { id: activity, title } = stored;
        known.add({ ...stored, workout: { activity, index: null, title }, stored });
      }
    }
    for await (const some of readEntriesBefore(db, plan.id, plan.entries)) {
      for (const { index, entry } of some) {
        const { workout } = entry;
        if (workout === null) continue;
        const { title } = workout;
        known.add({ ...identityOf(workout), workout: { activity: null, index, title }, stored: null });
      }
    }
    const fileOf = (entry: string | null) => (entry === null ? file : `${file}: ${entry}`);
    const entries = workouts.map(({ chunks, entry, ...workout }): NewEntry => ({
      entry: { file: fileOf(entry), line: null, message: null, workout, duplicateOf: null, completes: [] },
      chunks,
    }));
    // Of the same workout in two files, the one that tells more is new.
    const places = [...entries.keys()].sort(
      (one, other) => wealth(entries[other]?.entry) - wealth(entries[one]?.entry),
    );
    for (const [at, place] of places.entries()) {
      const entry = entries[place]?.entry;
      if (!entry?.workout) continue;
      const { title } = entry.workout;
      const identity = identityOf(entry.workout);
      const same = known.find(identity);
      if (same === null) {
        const index = plan.entries + place;
        known.add({ ...identity, workout: { activity: null, index, title }, stored: null });
      } else {
        entry.duplicateOf = same.workout;
        if (same.stored !== null) entry.completes = gainsOf(same.stored, entry.workout);
      }
      if (at % 500 === 499) await setImmediate();
    }
    for (const { message, line, entry } of problems) {
      entries.push({
        entry: { file: fileOf(entry), line, message, workout: null, duplicateOf: null, completes: [] },
        chunks: [],
      });
    }
    return entries;
  }

  async #keep(plan: ReadImport, fileName: string, entries: readonly NewEntry[]): Promise<ReadImport> {
    const { db, nowMs } = this.#options;
    const bytes = entries.reduce((sum, { chunks }) => sum + entryBytes + packedBytes(chunks), plan.bytes);
    const readAt = new Date(nowMs());
    const kept: ReadImport = {
      ...plan,
      fileNames: plan.fileNames.includes(fileName) ? plan.fileNames : [...plan.fileNames, fileName],
      entries: plan.entries + entries.length,
      hasWallClock: plan.hasWallClock || entries.some(({ entry: { workout } }) => workout?.isWallClock),
      bytes,
      readAt,
      keptUntil: new Date(readAt.getTime() + importLimits.keptMs),
    };
    // First without the new entries: what is left of a read that was stopped is not shown, and goes with the others.
    await putReadImport(db, { ...plan, readAt, keptUntil: kept.keptUntil });
    await insertReadEntries(db, plan.id, plan.entries, entries);
    await putReadImport(db, kept);
    for (const id of await listTooMany(db, plan.userId, waitingMax)) await deleteReadImport(db, id);
    return kept;
  }

  /** Notes what is to be stored, after looking at each of it; nothing is stored if one can't be. */
  async #begin(userId: string, id: string, given: Choice): Promise<void> {
    const { indexes, machine = null, startedAt = [], tags = [] } = given;
    const { db, nowMs } = this.#options;
    const { entries, fileNames, timeZone } = await this.#find(userId, id);
    const now = new Date(nowMs());
    const choice = {
      timeZone,
      machine,
      starts: startedAt.map(({ index, at }): [number, number] => [index, Date.parse(at)]),
      tags,
    };
    if (indexes === undefined) throw badField('indexes', 'are needed: nothing of this import is stored yet');
    const wanted = new Set(indexes);
    type Chosen = Identity & Pick<StoredWorkout, 'index' | 'title' | 'startedMs' | 'durationMs'>;
    const chosen: Chosen[] = [];
    const order: number[] = [];
    for await (const some of readEntriesBefore(db, id, entries)) {
      for (const { index, entry } of some) {
        const { file, workout, duplicateOf, completes } = entry;
        if (workout === null || !wanted.delete(index)) continue;
        if (completes.length > 0) order.push(index);
        if (duplicateOf !== null) continue;
        const stored = storedOf({ index, file, workout }, userId, choice, now.getTime());
        const { title, startedMs, durationMs } = stored;
        chosen.push({ ...identityOf(stored), index, title, startedMs, durationMs });
      }
      await setImmediate();
    }
    for (const index of wanted) throw badField('indexes', `${index} is no workout of this import`);
    if (chosen.length + order.length === 0)
      throw badField('indexes', 'name only workouts that you have already');
    for (const some of byDate(chosen)) {
      const known = new KnownWorkouts<Identity>(await knownOf(db, { userId, timeZone }, some));
      for (const each of some) {
        if (known.find(each) !== null) throw changed(each.title);
        known.add(each);
        order.push(each.index);
      }
    }
    try {
      await insertImport(db, { id, userId, fileNames, choice: { ...choice, order }, now });
    } catch (error) {
      // Begun by another process.
      if (!isDuplicate(error)) throw error;
    }
    await keepReadImport(db, id, new Date(now.getTime() + stoppedKeptMs));
  }

  /** Stores the next workouts of an import in one transaction. Returns whether there may be more. */
  async #storeBatch(userId: string, id: string): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#options.db.transaction((tx) => this.#storeNext(tx, userId, id));
      } catch (error) {
        if (!isDuplicate(error) || tries === triesMax) throw error;
      }
    }
  }

  async #storeNext(tx: Database, userId: string, id: string): Promise<boolean> {
    const open = await lockOpenImport(tx, userId, id);
    if (open === null) return false;
    const { choice, done } = open;
    const now = new Date(this.#options.nowMs());
    const next = choice.order.slice(done, done + this.#options.batchRows);
    const found = await findReadEntries(tx, id, next);
    const entries = next.flatMap((index) => {
      const { file = '', workout = null, duplicateOf = null } = found.get(index) ?? {};
      return workout === null ? [] : [{ index, file, workout, activityId: duplicateOf?.activity ?? null }];
    });
    if (entries.length < next.length) throw notKept();
    const some = entries.slice(0, batchLength(entries));
    const completed: string[] = [];
    for (const { activityId, file: fileName, ...entry } of some) {
      if (activityId === null) continue;
      if (await completeActivity(tx, id, { ...entry, activityId, userId, fileName }))
        completed.push(activityId);
    }
    const batch = some
      .filter(({ activityId }) => activityId === null)
      .map((entry) => storedOf(entry, userId, choice, now.getTime()));
    const known = new KnownWorkouts<Known>(await knownOf(tx, { userId, timeZone: choice.timeZone }, batch));
    const fresh = batch.filter((workout) => known.find(identityOf(workout)) === null);
    await insertWorkouts(tx, id, fresh, { tags: choice.tags ?? [], now });
    await changeDays(tx, { added: fresh, removed: [] });
    // Intervals with rests make a row another workout.
    await updateBests(tx, [...fresh.map((workout) => workout.id), ...completed]);
    const isEnd = done + some.length === choice.order.length;
    const progress = { done: done + some.length, stored: fresh.length, completed: completed.length };
    await updateProgress(tx, id, { ...progress, isEnd, now });
    return !isEnd;
  }

  #deleteBatch(userId: string, id: string): Promise<boolean> {
    const { db, nowMs } = this.#options;
    return db.transaction(async (tx) => {
      const { reverted, isMore: areMoreCompleted } = await revertCompletions(tx, id);
      await updateBests(tx, reverted);
      if (areMoreCompleted) return true;
      const { removed, isMore } = await deleteActivitiesOfImport(tx, userId, id, new Date(nowMs()));
      await changeDays(tx, { added: [], removed });
      return isMore;
    });
  }

  /** @throws HttpError 404 */
  async #find(userId: string, id: string): Promise<ReadImport> {
    const { db, nowMs } = this.#options;
    const found = await findReadImport(db, userId, id, new Date(nowMs()));
    if (found === null) throw notKept();
    return found;
  }
}

type NewEntry = { entry: ReadEntry; chunks: ReadWorkout['chunks'] };

const packedBytes = (chunks: ReadWorkout['chunks']) =>
  chunks.reduce((sum, { packed }) => sum + packed.length, 0);

const wealth = (entry: ReadEntry | undefined) =>
  (entry?.workout?.strokes ?? 0) * (entry?.workout?.hasForceCurves ? 2 : 1);

/** Returns the activities that workouts can be the same as. */
function knownOf(
  db: Database,
  { userId, timeZone }: { userId: string; timeZone: string },
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
