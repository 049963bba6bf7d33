import { Readable } from 'node:stream';
import type { Activity } from '@boathouse/contract/activities';
import {
  activityFormats,
  type ActivityFormat,
  type exports as calls,
} from '@boathouse/contract/activities/formats';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import type { Stroke } from '@boathouse/contract/strokes';
import { writeSeasonCsv } from '@boathouse/formats/write';
import type { Workout } from '@boathouse/formats/workout';
import type { Database } from '../../../db/database.ts';
import { readingFor } from '../../../db/shares/shares.ts';
import { HttpError, orNotFound } from '../../../http/errors.ts';
import { csvOf } from '../../../infra/csv.ts';
import { JobThreads } from '../../../infra/job-threads.ts';
import { Slices } from '../../../infra/slices.ts';
import { zip, type ZipEntry } from '../../../infra/zip.ts';
import { activityForViewer } from '../../training/activities/index.ts';
import { findClub, findRole, mayManage } from '../../clubs/clubs/index.ts';
import { conditionsOf } from '../../news/feed/index.ts';
import { managedSession } from '../../sessions/sessions/index.ts';
import { strokesInBatches } from '../../training/strokes/index.ts';
import {
  fileNameOf,
  nothingBeside,
  resultColumns,
  resultRow,
  splitColumns,
  splitRows,
  strokeColumns,
  strokeRows,
  workoutOf,
  writers,
  type Beside,
} from './rules.ts';
import { findBeside, pastOf, resultsOfSession, sessionsOfClub } from './store.ts';

/** This many strokes are read and written within some hundredths of a second; more are written on a thread. */
const hereMax = 2_000;
const writeTimeMs = 60_000;
const writeMemoryMb = 768;

export type WriteJob = { workout: Workout; format: ActivityFormat };

type ExportsOptions = { db: Database; app: string };

type File = { bytes: Uint8Array<ArrayBuffer> | Readable; fileName: string; type: string };

/** Exports files: one activity, and a user's history. */
export class Exports {
  readonly #options: ExportsOptions;
  readonly #threads = new JobThreads<WriteJob, Uint8Array<ArrayBuffer>>(
    new URL('./worker.ts', import.meta.url),
    { timeMs: writeTimeMs, memoryMb: writeMemoryMb },
  );
  /** Files of one user, one at a time. */
  readonly #running = new Map<string, Readable>();

  constructor(options: ExportsOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404, 409 activity_in_progress */
  async activity(viewerId: string, id: string, format: ActivityFormat): Promise<File> {
    const { db } = this.#options;
    const activity = await activityForViewer(db, id, viewerId);
    if (!activity.isCompleted) {
      throw new HttpError(
        409,
        'activity_in_progress',
        'This workout is still being rowed: it has no file yet',
      );
    }
    const beside = activity.user._id === viewerId ? await findBeside(db, id) : nothingBeside;
    return {
      bytes: await this.bytesOf(activity, beside, format),
      fileName: fileNameOf(activity, format),
      type: activityFormats[format],
    };
  }

  /** Returns the athlete's own completed activity as a FIT file. */
  async ownFit(activity: Activity): Promise<Uint8Array<ArrayBuffer>> {
    return this.bytesOf(activity, await findBeside(this.#options.db, activity._id), 'fit');
  }

  /** Returns a completed activity as a file. */
  async bytesOf(
    activity: Activity,
    beside: Beside,
    format: ActivityFormat,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const strokes: Stroke[] = [];
    for await (const batch of strokesInBatches(this.#options.db, activity._id)) strokes.push(...batch);
    const workout = workoutOf(activity, strokes, beside, { timeZone: 'UTC', app: this.#options.app });
    if (strokes.length <= hereMax) return writers[format](workout);
    return this.#threads.run({ workout, format });
  }

  /**
   * Returns the results of a session that its manager may read, with their splits or strokes, as a table.
   * @throws HttpError 404, 403, 429
   */
  async session(
    callerId: string,
    id: string,
    { table, timeZone }: EndpointInput<typeof calls.session>['query'],
  ): Promise<File> {
    const { db } = this.#options;
    const { startAt } = await managedSession(db, id, callerId);
    const rows = async function* rowsOf() {
      for await (const activity of resultsOfSession(db, id, callerId)) yield* rowsOfResult(activity);
    };
    async function* rowsOfResult(activity: Activity) {
      if (table === 'results') yield resultRow(activity, timeZone);
      else if (table === 'splits') yield* splitRows(activity);
      else {
        let first = 0;
        for await (const strokes of strokesInBatches(db, activity._id)) {
          yield* strokeRows(activity, strokes, first);
          first += strokes.length;
        }
      }
    }
    const columns = { results: resultColumns, splits: splitColumns, strokes: strokeColumns }[table];
    const fileName = `${startAt.slice(0, 10)}-${table}-${id.slice(-8)}.csv`;
    return this.#download(callerId, csvOf(columns, rows()), fileName);
  }

  /** Returns the results of a club's sessions as a table. @throws HttpError 404, 403, 429 */
  async club(
    callerId: string,
    id: string,
    { from, to, timeZone }: EndpointInput<typeof calls.club>['query'],
  ): Promise<File> {
    const { db } = this.#options;
    const { name, customURL } = orNotFound(await findClub(db, id), 'club');
    if (!mayManage(await findRole(db, id, callerId))) {
      throw new HttpError(403, 'forbidden', `Only the admins and the owner of ${name} can export its season`);
    }
    const period = conditionsOf({ from, to, timeZone });
    const rows = async function* rowsOf() {
      for await (const session of sessionsOfClub(db, id, period)) {
        for await (const activity of resultsOfSession(db, session.id, callerId)) {
          yield resultRow(activity, timeZone);
        }
      }
    };
    return this.#download(callerId, csvOf(resultColumns, rows()), `season-${customURL}.csv`);
  }

  /** Returns whether `history` would make a file now. */
  historyState(userId: string, query: HistoryQuery): { waitSec: number } {
    wantedOf(query);
    return { waitSec: this.#running.has(userId) ? waitSec : 0 };
  }

  /** @throws HttpError 429 while another file of the user is made */
  history(userId: string, query: HistoryQuery): File {
    const { format, timeZone, conditions } = wantedOf(query);
    return format === 'csv'
      ? this.#download(userId, this.season(userId, conditions, timeZone), 'season.csv')
      : this.#download(userId, zip(this.#fits(userId, conditions)), 'workouts.zip', 'application/zip');
  }

  /** Sends a file while it is made. @throws HttpError 429 while another one of the user is made */
  #download(
    userId: string,
    source: AsyncIterable<string | Uint8Array>,
    fileName: string,
    type: string = activityFormats.csv,
  ): File {
    if (this.#running.has(userId)) {
      const message = 'Another file is being made for you. Try again in some seconds.';
      throw new HttpError(429, 'too_many_requests', message, undefined, waitSec);
    }
    const bytes = Readable.from(readingFor(userId, source), { objectMode: false });
    this.#running.set(userId, bytes);
    for (const event of ['end', 'close']) bytes.once(event, () => this.#running.delete(userId));
    return { bytes, fileName, type };
  }

  /** Yields a season in the columns of the Concept2 Logbook, with the wall clock of the zone. */
  async *season(
    userId: string,
    conditions: ReturnType<typeof conditionsOf>,
    timeZone: string,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const written = { timeZone, app: this.#options.app };
    let isFirst = true;
    let some: Workout[] = [];
    const slices = new Slices();
    const rows = () => {
      const bytes = writeSeasonCsv(some);
      some = [];
      // Each part has the header.
      const from = isFirst ? 0 : bytes.indexOf(lineFeed) + 1;
      isFirst = false;
      return bytes.subarray(from);
    };
    for await (const { activity, strokes, origin, note } of pastOf(this.#options.db, userId, conditions)) {
      const workout = workoutOf(activity, [], { origin, note }, written);
      some.push({ ...workout, strokeCount: workout.strokeCount ?? (strokes > 0 ? strokes : null) });
      await slices.rest();
      if (some.length < seasonRowsAtOnce) continue;
      yield rows();
    }
    if (isFirst || some.length > 0) yield rows();
  }

  async *#fits(
    userId: string,
    conditions: ReturnType<typeof conditionsOf>,
  ): AsyncGenerator<ZipEntry, void, undefined> {
    for await (const { activity, ...beside } of pastOf(this.#options.db, userId, conditions)) {
      const bytes = await this.bytesOf(activity, beside, 'fit');
      const modifiedAt = new Date(activity.completedAt ?? activity.createdAt);
      yield { name: fileNameOf(activity, 'fit'), modifiedAt, content: [bytes] };
    }
  }

  /** Ends the downloads and the threads, because the process stops. */
  close(): void {
    for (const bytes of this.#running.values()) bytes.destroy(new Error('The download was ended'));
    this.#threads.close();
  }
}

type HistoryQuery = EndpointInput<typeof calls.history>['query'];

/** While another file is made, the remaining time is unknown. */
const waitSec = 5;

function wantedOf({ user: _user, format, ...filters }: HistoryQuery) {
  const { timeZone } = filters;
  return { format, timeZone, conditions: conditionsOf(filters) };
}

const seasonRowsAtOnce = 40;
const lineFeed = 10;
