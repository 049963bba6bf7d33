import { setImmediate } from 'node:timers/promises';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import {
  type imports as calls,
  type ImportPreview,
  type ImportRecord,
} from '@boathouse/contract/activities/imports';
import type { RowRecord } from '@boathouse/workout/same-row';
import { BatchSize } from '../../../db/shares/batch-size.ts';
import type { Database } from '../../../db/database.ts';
import { isDuplicate } from '../../../db/failures.ts';
import { writeTogether } from '../../../db/write-together.ts';
import type { ImportChoice } from '../../../db/imports/stored-shapes.ts';
import { badField, orNotFound } from '../../../http/errors.ts';
import { Slices } from '../../../infra/slices.ts';
import { KnownRows, listRowsLike, pairOf, questionsInserted } from '../../training/samerows/index.ts';
import { changeDays, newCounted, updateBests } from '../../training/statistics/index.ts';
import { WorkoutFiles, type ReadWorkout } from '../workoutfiles/index.ts';
import { ReadImports, type ReadImportsOptions, type Taken } from './read/service.ts';
import { deleteReadImport, findReadEntries, keepReadImport, readEntriesBefore } from './read/store.ts';
import {
  batchLength,
  batchMax,
  byDate,
  changed,
  isNew,
  notKept,
  nothingLeft,
  storedOf,
  wantsStrokes,
  recordOf,
  type StoredWorkout,
} from './rules.ts';
import {
  completeActivity,
  deleteActivitiesOfImport,
  endImport,
  findImport,
  insertImport,
  listImports,
  lockOpenImport,
  revertCompletions,
  workoutsInserted,
  progressNoted,
} from './store.ts';

/** A stopped import can be continued for this long. */
const stoppedKeptMs = 24 * 3_600_000;
/** Messages about omitted data, for one import. */
const notesMax = 50;
/** Activities of a transaction that deletes them. */
const undoneAtOnce = 200;
/** Thrown in a batch when another import has just stored one of its workouts. */
const triesMax = 3;

type ImportsOptions = Omit<ReadImportsOptions, 'files'> & {
  files?: WorkoutFiles;
  /** Workouts of one transaction, for tests; otherwise as many as take some 20 ms, at most `batchMax`. */
  batchRows?: number;
};

type Choice = EndpointInput<typeof calls.store>['body'] & Pick<ImportChoice, 'isUnasked'>;

/**
 * Imports files: reads them on a thread, keeps the results for an hour, stores the user's choice in batches, and undoes
 * it. All data is in the database, so that any process can continue.
 */
export class Imports {
  readonly #options: ImportsOptions;
  readonly #read: ReadImports;

  constructor(options: ImportsOptions) {
    this.#options = options;
    this.#read = new ReadImports({ files: new WorkoutFiles(), ...options });
  }

  /** @throws HttpError 400 into, 404 into, 409 import_full */
  read(
    userId: string,
    query: EndpointInput<typeof calls.read>['query'],
    bytes: Uint8Array,
  ): Promise<ImportPreview> {
    return this.#read.read(userId, query, bytes);
  }

  /**
   * Stores workouts of a read import, or continues storing them. Idempotent.
   * @throws HttpError 400 indexes, machine or startedAt, 404, 409 import_changed, 409 nothing_left
   */
  store(userId: string, id: string, choice: Choice): Promise<ImportRecord> {
    return this.#options.turns.run(userId, async () => {
      const stored = await this.#recordOf(userId, id);
      if (stored?.isUndone) throw nothingLeft();
      if (stored?.record.state === 'stored') return stored.record;
      if (stored === null) await this.#begin(userId, id, choice);
      const size = BatchSize.of(this.#options.batchRows, batchMax);
      while (await this.#storeBatch(userId, id, size)) await setImmediate();
      await deleteReadImport(this.#options.db, id);
      return orNotFound(await this.#recordOf(userId, id), 'import').record;
    });
  }

  /**
   * Stores workouts of a service at once, as one import; `read` handles duplicates of the user's workouts.
   * @returns how many were stored, or completed a live row
   * @throws HttpError 409 import_changed
   */
  async take(userId: string, taken: Taken): Promise<number> {
    const { id, indexes } = await this.#read.keep(userId, taken);
    // Its user is not there to answer.
    if (indexes.length > 0) await this.store(userId, id, { indexes, isUnasked: true });
    else await deleteReadImport(this.#options.db, id);
    return indexes.length;
  }

  /**
   * Returns the workouts whose strokes are needed: the user does not have them, or has a live row that lacks some of
   * them.
   */
  async withoutStrokes(userId: string, { timeZone, workouts }: Omit<Taken, 'name'>): Promise<ReadWorkout[]> {
    const records = workouts.map((workout) => recordOf(workout, timeZone));
    const known = new KnownRows(await listRowsLike(this.#options.db, userId, records, timeZone));
    const sameAs = (workout: ReadWorkout) => known.findSame(recordOf(workout, timeZone));
    return workouts.filter((workout) => wantsStrokes(sameAs(workout), workout));
  }

  /** @throws HttpError 404, 409 nothing_left */
  undo(userId: string, id: string): Promise<ImportRecord> {
    const { db, turns, nowMs } = this.#options;
    return turns.run(userId, async () => {
      const stored = await this.#recordOf(userId, id);
      if (stored === null) {
        const { fileNames } = await this.#read.find(userId, id);
        await deleteReadImport(db, id);
        const createdAt = new Date(nowMs()).toISOString();
        const nothing = { state: 'stored' as const, chosen: 0, stored: 0, completed: 0, left: 0, notes: [] };
        return { _id: id, files: fileNames, createdAt, ...nothing };
      }
      const { isUndone, record } = stored;
      if (isUndone || (record.state === 'stored' && record.left === 0)) throw nothingLeft();
      await endImport(db, id, new Date(nowMs()));
      await deleteReadImport(db, id);
      const size = new BatchSize(undoneAtOnce);
      while (await this.#deleteBatch(userId, id, size)) await setImmediate();
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

  /** Deletes expired read files. */
  sweep(): Promise<void> {
    return this.#read.sweep();
  }

  /** Ends the threads. */
  close(): void {
    this.#read.close();
  }

  #recordOf(userId: string, id: string) {
    const { db, nowMs } = this.#options;
    return findImport(db, userId, id, new Date(nowMs()));
  }

  /** Stores the choice after checking each workout; nothing is stored if one of them is invalid. */
  async #begin(userId: string, id: string, given: Choice): Promise<void> {
    const { indexes, same = [], isUnasked = false, machine = null, startedAt = [], tags = [] } = given;
    const { db, nowMs } = this.#options;
    const { entries, fileNames, timeZone } = await this.#read.find(userId, id);
    const now = new Date(nowMs());
    const choice = {
      timeZone,
      machine,
      starts: startedAt.map(({ index, at }): [number, number] => [index, Date.parse(at)]),
      tags,
      same,
      isUnasked,
    };
    if (indexes === undefined) throw badField('indexes', 'are needed: nothing of this import is stored yet');
    const wanted = new Set(indexes);
    const said = new Set(same);
    type Chosen = RowRecord & Pick<StoredWorkout, 'index' | 'title' | 'startedMs' | 'durationMs'>;
    const chosen: Chosen[] = [];
    const order: number[] = [];
    const notes: string[] = [];
    const slices = new Slices();
    for await (const some of readEntriesBefore(db, id, entries)) {
      for (const { index, entry } of some) {
        await slices.rest();
        const { file, message, workout, completes } = entry;
        if (workout === null || !wanted.delete(index)) continue;
        if (message !== null && notes.length < notesMax) notes.push(message);
        const isOther = isNew(entry) && !said.has(index);
        if (!isOther && completes.length > 0) order.push(index);
        if (!isOther) continue;
        const stored = storedOf({ index, file, workout }, userId, choice, now.getTime());
        const { title, startedMs, durationMs } = stored;
        chosen.push({ ...recordOf(stored, timeZone), index, title, startedMs, durationMs });
      }
    }
    for (const index of wanted) throw badField('indexes', `${index} is no workout of this import`);
    if (chosen.length + order.length === 0)
      throw badField('indexes', 'name only workouts that you have already');
    for (const some of byDate(chosen)) {
      const known = new KnownRows<RowRecord>(await listRowsLike(db, userId, some, timeZone));
      for (const each of some) {
        await slices.rest();
        if (known.findSame(each) !== null) throw changed(each.title);
        known.add(each);
        order.push(each.index);
      }
    }
    try {
      await insertImport(db, { id, userId, fileNames, choice: { ...choice, order }, notes, now });
    } catch (error) {
      // Another process has begun it.
      if (!isDuplicate(error)) throw error;
    }
    await keepReadImport(db, id, new Date(now.getTime() + stoppedKeptMs));
  }

  /** Stores the next workouts of an import in one transaction. Returns whether there may be more. */
  async #storeBatch(userId: string, id: string, size: BatchSize): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await size.transaction(this.#options.db, (tx, rows) => this.#storeNext(tx, userId, id, rows));
      } catch (error) {
        if (!isDuplicate(error) || tries === triesMax) throw error;
      }
    }
  }

  async #storeNext(tx: Database, userId: string, id: string, rows: number): Promise<boolean> {
    const open = await lockOpenImport(tx, userId, id);
    if (open === null) return false;
    const { choice, done } = open;
    const now = new Date(this.#options.nowMs());
    const next = choice.order.slice(done, done + rows);
    const found = await findReadEntries(tx, id, next);
    const entries = next.flatMap((index) => {
      const { file = '', workout = null, duplicateOf = null, isProbable = false } = found.get(index) ?? {};
      const isOther = isProbable && !(choice.same ?? []).includes(index);
      const activityId = isOther ? null : (duplicateOf?.activity ?? null);
      return workout === null ? [] : [{ index, file, workout, activityId }];
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
    const { timeZone } = choice;
    const read = batch.map((workout) => ({ workout, record: recordOf(workout, timeZone) }));
    const records = read.map(({ record }) => record);
    const known = new KnownRows(await listRowsLike(tx, userId, records, timeZone));
    const compared = read.map(({ workout, record }) => ({ workout, like: known.find(record) }));
    // The others were stored in another way since.
    const kept = compared.filter(({ like }) => like?.isProbable !== false);
    const fresh = kept.map(({ workout }) => workout);
    const pairs = kept.flatMap(({ workout, like }) => (like === null ? [] : [pairOf(workout, like.row)]));
    const isEnd = done + some.length === choice.order.length;
    const progress = { done: done + some.length, stored: fresh.length, completed: completed.length };
    // The user who chose the workouts has seen that they are probably the same.
    const answeredAt = choice.isUnasked ? null : now;
    await writeTogether(tx, [
      ...workoutsInserted(tx, id, fresh, { tags: choice.tags ?? [], now }),
      ...questionsInserted(tx, userId, pairs, { askedAt: now, answeredAt }),
      ...newCounted(
        tx,
        fresh.map((workout) => ({
          ...workout,
          hasRests: workout.summary.splits.some(({ restTime }) => restTime > 0),
          createdAt: new Date(workout.startedMs),
          visibility: 'me' as const,
        })),
      ),
      progressNoted(tx, id, { ...progress, isEnd, now }),
    ]);
    // Intervals with rests make a row another workout.
    await updateBests(tx, completed);
    return !isEnd;
  }

  #deleteBatch(userId: string, id: string, size: BatchSize): Promise<boolean> {
    const { db, nowMs } = this.#options;
    return size.transaction(db, async (tx, rows) => {
      const { reverted, isMore: areMoreCompleted } = await revertCompletions(tx, id);
      await updateBests(tx, reverted);
      if (areMoreCompleted) return true;
      const undone = { userId, importId: id, now: new Date(nowMs()), rows };
      const { removed, isMore } = await deleteActivitiesOfImport(tx, undone);
      await changeDays(tx, { added: [], removed });
      return isMore;
    });
  }
}
