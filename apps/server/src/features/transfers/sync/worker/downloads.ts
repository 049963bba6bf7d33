/** Reads the new and changed results of a connected service. */
import { syncServiceNames } from '@boathouse/contract/sync/calls';
import { checkWorkout, cleanWorkout } from '@boathouse/formats/check-workout';
import type { Database } from '../../../../db/database.ts';
import { listImportedIds } from '../edited/store.ts';
import type { LogbookResult, LogbookStroke } from '../../../../infra/outgoing/logbook.ts';
import type { Outcome } from '../../../../infra/outgoing/queue/transport.ts';
import type { Imports } from '../../imports/index.ts';
import { fileWorkoutOf, type ReadWorkout } from '../../workoutfiles/index.ts';
import { importAfter, importOverlapMs, leftOutWords, workoutOfResult } from '../rules.ts';
import { replaceImported } from '../service.ts';
import { findSentIds, importedIdsWith } from '../store.ts';
import type { Exchange } from './exchange.ts';

type DownloadsOptions = {
  db: Database;
  now: () => Date;
  imports: Pick<Imports, 'withoutStrokes' | 'take'>;
};

const pagesMax = 1_000;
const logbookName = syncServiceNames.logbook;

export class Downloads {
  readonly #options: DownloadsOptions;

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /** @throws CredentialsRefused, ConnectionEnded, ClaimLost, NotNow, OutsideError */
  async run(exchange: Exchange): Promise<Outcome> {
    const { now } = this.#options;
    const { imports, importAt } = exchange.connection;
    if (!imports || importAt === null) return { kind: 'obsolete' };
    const { unread, ...imported } = await this.#importAll(exchange);
    await exchange.keep({
      ...imported,
      importAt: importAfter(now()),
      succeededAt: now(),
      failedAt: null,
      problem: unread === 0 ? null : `Of the new results, ${unread} could not be read`,
    });
    return { kind: 'sent' };
  }

  async #importAll(exchange: Exchange) {
    const { now } = this.#options;
    const { importedUntil, importedIds } = exchange.connection;
    const updatedAfter = importedUntil && new Date(importedUntil.getTime() - importOverlapMs);
    // Imported or sent, and perhaps deleted here since: an edit there does not restore it, but changes an existing
    // copy.
    const before = new Set(importedIds);
    const ids: string[] = [];
    let until: Date | null = null;
    let unread = 0;
    for (let page = 1; page <= pagesMax; page += 1) {
      const asked = { updatedAfter, page };
      const answer = await exchange.withToken((token) => exchange.logbook.results(token, asked));
      until ??= answer.date ?? now();
      const fresh = answer.results.filter(({ id }) => !before.has(id));
      const notUnderstood = await this.#take(exchange, fresh);
      unread += answer.unread + notUnderstood.size;
      unread += await this.#takeEdited(
        exchange,
        answer.results.filter(({ id }) => before.has(id)),
      );
      // A result that is not understood may be corrected there.
      ids.push(...fresh.flatMap(({ id }) => (notUnderstood.has(id) ? [] : [id])));
      if (answer.isLast) break;
    }
    const kept = ids.length === 0 ? {} : { importedIds: importedIdsWith(ids) };
    return { importedUntil: until, ...kept, unread };
  }

  /** Stores results that are not ours and not stored yet. Returns the ids of results that are not understood. */
  async #take(exchange: Exchange, results: readonly LogbookResult[]): Promise<ReadonlySet<string>> {
    const { db, imports } = this.#options;
    const { userId, service, timeZone } = exchange.connection;
    const ids = results.map(({ id }) => id);
    const sent = await findSentIds(db, userId, service, ids);
    const read = results.flatMap((result) => {
      if (sent.has(result.id)) return [];
      const workout = this.#readOf(exchange, result, noStrokes);
      return [{ result, workout }];
    });
    const understood = read.flatMap(({ workout }) => workout ?? []);
    const wanted = new Set(await imports.withoutStrokes(userId, { timeZone, workouts: understood }));
    const workouts: ReadWorkout[] = [];
    for (const { result, workout } of read) {
      if (workout === null) continue;
      const isWanted = wanted.has(workout) && result.stroke_data === true;
      workouts.push(isWanted ? await this.#withStrokes(exchange, result, workout) : workout);
    }
    if (workouts.length > 0) await imports.take(userId, { name: logbookName, timeZone, workouts });
    return new Set(read.flatMap(({ result, workout }) => (workout === null ? [result.id] : [])));
  }

  /** Replaces results that were imported before and have changed there. Returns how many are not understood. */
  async #takeEdited(exchange: Exchange, results: readonly LogbookResult[]): Promise<number> {
    const { db, now } = this.#options;
    const { userId, timeZone } = exchange.connection;
    const ids = results.map(({ id }) => id);
    const here = await listImportedIds(db, userId, ids);
    let notUnderstood = 0;
    for (const result of results) {
      if (!here.has(result.id)) continue;
      const read = this.#readOf(exchange, result, noStrokes);
      if (read === null) {
        notUnderstood += 1;
        continue;
      }
      const workout = result.stroke_data === true ? await this.#withStrokes(exchange, result, read) : read;
      await replaceImported(db, { userId, timeZone, workout }, now());
    }
    return notUnderstood;
  }

  async #withStrokes(exchange: Exchange, result: LogbookResult, workout: ReadWorkout): Promise<ReadWorkout> {
    const strokes = await exchange.withToken((token) => exchange.logbook.strokes(token, result.id));
    const read = this.#readOf(exchange, result, strokes);
    if (read) return read;
    // Impossible strokes do not change the result.
    return { ...workout, note: `${workout.title}: its strokes contradict the result and are left out` };
  }

  #readOf(
    exchange: Exchange,
    result: LogbookResult,
    { strokes, unread }: LogbookStrokes,
  ): ReadWorkout | null {
    const nowMs = this.#options.now().getTime();
    const { strokesLeft, ...workout } = workoutOfResult(result, strokes);
    if (checkWorkout(workout, nowMs) !== null) return null;
    const clean = cleanWorkout(workout, nowMs);
    if (workout.strokes.length > 0 && clean.workout.strokes.length === 0) return null;
    const read = fileWorkoutOf(clean.workout, { timeZone: exchange.connection.timeZone, nowMs });
    if (typeof read === 'string') return null;
    const left = [leftOutWords(strokesLeft, unread), ...clean.leftOut].filter((words) => words !== null);
    return { ...read, source: 'sync', ...(left.length > 0 && { note: `${read.title}: ${left.join(' ')}` }) };
  }
}

type LogbookStrokes = { strokes: readonly LogbookStroke[]; unread: number };
const noStrokes: LogbookStrokes = { strokes: [], unread: 0 };
