import type { EndpointInput } from '@boathouse/contract/endpoint';
import {
  importLimits,
  type imports as calls,
  type ImportPreview,
} from '@boathouse/contract/activities/imports';
import { restMessage } from '@boathouse/formats/read';
import type { Database } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import type { ReadEntry } from '../../../../db/imports/stored-shapes.ts';
import { badField } from '../../../../http/errors.ts';
import type { Turns } from '../../../../infra/keyed-queue.ts';
import { Slices } from '../../../../infra/slices.ts';
import { KnownRows, listRowsLike } from '../../../training/samerows/index.ts';
import type { ReadWorkout, WorkoutFiles } from '../../workoutfiles/index.ts';
import {
  byDate,
  fromOf,
  importFull,
  isNew,
  noteSame,
  notKept,
  packedBytes,
  placeOf,
  recordOf,
  shownOf,
  wealth,
  type KnownRecord,
} from '../rules.ts';
import {
  deleteReadImport,
  findReadImport,
  insertReadEntries,
  listTooMany,
  putReadImport,
  readEntriesBefore,
  storableText,
  sweepReadImports,
  type ReadImport,
} from './store.ts';

/** Limits of read files that are not stored; the oldest are dropped first. */
const waitingMax = { perUser: 3, bytesPerUser: 64 * 2 ** 20, bytes: 512 * 2 ** 20 };
/** A workout without strokes, roughly. */
const entryBytes = 2_048;

export type ReadImportsOptions = {
  db: Database;
  nowMs: () => number;
  /** Of one user's imports. */
  turns: Turns;
  files: WorkoutFiles;
};

/** Workouts from a service; its name is shown instead of a file's. */
export type Taken = { name: string; timeZone: string; workouts: ReadWorkout[] };

type NewEntry = { entry: ReadEntry; chunks: ReadWorkout['chunks'] };

/** Reads files on a thread, finds the workouts that the user already has, and keeps the results for an hour. */
export class ReadImports {
  readonly #options: ReadImportsOptions;

  constructor(options: ReadImportsOptions) {
    this.#options = options;
  }

  /** @throws HttpError 400 into, 404 into, 409 import_full */
  async read(
    userId: string,
    { name, timeZone, into, from }: EndpointInput<typeof calls.read>['query'],
    bytes: Uint8Array,
  ): Promise<ImportPreview> {
    const { turns, files, nowMs } = this.#options;
    const found = into === undefined ? null : await this.find(userId, into);
    if (found !== null && found.timeZone !== timeZone)
      throw badField('timeZone', `must be ${found.timeZone}, as of the import`);
    const workoutsMax = importLimits.workoutsMax - (found?.entries ?? 0);
    if (workoutsMax <= 0 || (found?.bytes ?? 0) >= waitingMax.bytesPerUser) throw importFull();
    const fileName = storableText(name);
    const job = { bytes, fileName, timeZone, nowMs: nowMs(), workoutsMax, from: placeOf(from) };
    const { rest, ...answer } = await files.read(job);
    if (rest !== null && from === undefined)
      answer.problems.push({ message: restMessage(rest), line: null, entry: null });
    return turns.run(userId, async () => {
      const plan = into === undefined ? this.#newPlan(userId, timeZone) : await this.find(userId, into);
      const entries = await this.#entriesOf(plan, fileName, answer);
      const kept = await this.#keep(plan, fileName, entries);
      return {
        _id: plan.id,
        workouts: entries.map(({ entry }, place) => shownOf({ index: plan.entries + place, entry })),
        readInTimeZone: kept.hasWallClock ? timeZone : null,
        keptUntil: kept.keptUntil.toISOString(),
        rest: rest === null ? null : { from: fromOf(rest), looked: rest.looked, of: rest.of },
      };
    });
  }

  /**
   * Keeps workouts from a service.
   * @returns the id of the import, and the indexes of workouts that are new or complete a live row
   */
  keep(userId: string, { name, timeZone, workouts }: Taken): Promise<{ id: string; indexes: number[] }> {
    return this.#options.turns.run(userId, async () => {
      const plan = this.#newPlan(userId, timeZone);
      const entries = await this.#entriesOf(plan, name, { workouts, problems: [] });
      await this.#keep(plan, name, entries);
      const isWanted = ({ entry }: NewEntry) => isNew(entry) || entry.completes.length > 0;
      return { id: plan.id, indexes: entries.flatMap((each, index) => (isWanted(each) ? [index] : [])) };
    });
  }

  /** Deletes expired read files. */
  sweep(): Promise<void> {
    const { db, nowMs } = this.#options;
    return sweepReadImports(db, new Date(nowMs()));
  }

  /** Ends the threads. */
  close(): void {
    this.#options.files.close();
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

  /** Returns the workouts of a file and its problems; workouts that the user already has are duplicates. */
  async #entriesOf(
    plan: ReadImport,
    file: string,
    { workouts, problems }: Omit<Awaited<ReturnType<WorkoutFiles['read']>>, 'rest'>,
  ): Promise<NewEntry[]> {
    const { db } = this.#options;
    const { userId, timeZone } = plan;
    const rows = new Map<string, KnownRecord>();
    for (const some of byDate(workouts)) {
      const records = some.map((workout) => recordOf(workout, timeZone));
      for (const stored of await listRowsLike(db, userId, records, timeZone)) {
        const { id: activity, title } = stored;
        rows.set(activity, { ...stored, workout: { activity, index: null, title }, stored });
      }
    }
    const known = new KnownRows([...rows.values()]);
    for await (const some of readEntriesBefore(db, plan.id, plan.entries)) {
      for (const { index, entry } of some) {
        const { workout } = entry;
        if (workout === null) continue;
        const { title } = workout;
        known.add({
          ...recordOf(workout, timeZone),
          workout: { activity: null, index, title },
          stored: null,
        });
      }
    }
    const fileOf = (entry: string | null) => (entry === null ? file : `${file}: ${entry}`);
    const entries = workouts.map(({ chunks, entry, note = null, ...workout }): NewEntry => ({
      entry: { file: fileOf(entry), line: null, message: note, workout, duplicateOf: null, completes: [] },
      chunks,
    }));
    // If two files have the same workout, the one with more data counts as new.
    const places = [...entries.keys()].sort(
      (one, other) => wealth(entries[other]?.entry) - wealth(entries[one]?.entry),
    );
    const slices = new Slices();
    for (const place of places) {
      const entry = entries[place]?.entry;
      if (entry !== undefined) noteSame(known, entry, plan.entries + place, timeZone);
      await slices.rest();
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
    // First without the new entries: the rest of a read that was stopped is not shown, and is deleted with the others.
    await putReadImport(db, { ...plan, readAt, keptUntil: kept.keptUntil });
    await insertReadEntries(db, plan.id, plan.entries, entries);
    await putReadImport(db, kept);
    for (const id of await listTooMany(db, plan.userId, waitingMax)) await deleteReadImport(db, id);
    return kept;
  }

  /** @throws HttpError 404 */
  async find(userId: string, id: string): Promise<ReadImport> {
    const { db, nowMs } = this.#options;
    const found = await findReadImport(db, userId, id, new Date(nowMs()));
    if (found === null) throw notKept();
    return found;
  }
}
