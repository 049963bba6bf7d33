/** What runs by the clock: sends what is queued, and fetches what is new. */
import { randomUUID } from 'node:crypto';
import type { Activity } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import { syncServiceNames } from '@boathouse/contract/sync/calls';
import { checkWorkout } from '@boathouse/formats/check-workout';
import type { Database } from '../../db/database.ts';
import { listImportedIds } from '../../db/imports/edited-results.ts';
import { HttpError } from '../../http/errors.ts';
import { CredentialsRefused, NotNow, type UploadOutcome } from '../../infra/outgoing/exchange.ts';
import type { LogbookResult, LogbookStroke } from '../../infra/outgoing/logbook.ts';
import { OutsideError } from '../../infra/outgoing/outside-error.ts';
import { nextRetry } from '../../infra/outgoing/retries.ts';
import { findActivity } from '../activities/index.ts';
import type { Exports } from '../exports/index.ts';
import type { Imports } from '../imports/index.ts';
import { strokesInBatches } from '../strokes/index.ts';
import { fileWorkoutOf, type ReadWorkout } from '../workoutfiles/index.ts';
import {
  importEveryMs,
  importOverlapMs,
  importRetryMs,
  logbookRefusalOf,
  logbookResultOf,
  retrySpread,
  uploadRetriesMs,
  workoutOfResult,
} from './rules.ts';
import { replaceImported, type Credentials, type Sync } from './service.ts';
import {
  claimDue,
  deleteUpload,
  findDueUpload,
  findSentIds,
  importedIdsWith,
  noteTry,
  releaseClaim,
  updateClaimed,
  updateSent,
  updateUpload,
  type DueUpload,
  type StoredConnection,
} from './store.ts';

type WorkerOptions = {
  db: Database;
  now: () => Date;
  sync: Sync;
  imports: Pick<Imports, 'withoutStrokes' | 'take'>;
  exports: Pick<Exports, 'ownFit'>;
  /** Told of errors that are this server's own. */
  onError: (error: unknown) => void;
};

const second = 1_000;
/** Longer than what is done between two renewals: a claim that outlives it is of a process that has ended. */
const claimMs = 180 * second;
const workedAtOnce = 5;
/** Of one connection in a run, so that others have their turn. */
const sentAtOnce = 10;
/** A row whose strokes still arrive is sent later. */
const stillHeardMs = 60 * second;
const askAgainMs = 120 * second;
/** After a failure of the service. */
const pauseMs = 60 * second;
/** Tokens that end within this time are renewed before they are used. */
const nearEndMs = 300 * second;
const pagesMax = 1_000;
const logbookName = syncServiceNames.logbook;

/** This run has the connection no more: it was deleted, changed its key, or is another process's. */
class ClaimLost extends Error {
  override name = 'ClaimLost';
}

type Work = { connection: StoredConnection; claim: string; credentials: Credentials };

/** Works through the connections that have something to do, each in one process at a time. */
export class SyncWorker {
  readonly #options: WorkerOptions;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { db, now, sync } = this.#options;
    const services = sync.offered;
    if (services.length === 0) return;
    const claim = randomUUID();
    const at = now();
    const until = new Date(at.getTime() + claimMs);
    const claimed = await claimDue(db, { now: at, until, claim, limit: workedAtOnce, services });
    await Promise.all(claimed.map((connection) => this.#work(connection, claim)));
  }

  async #work(connection: StoredConnection, claim: string): Promise<void> {
    const { db, now, sync, onError } = this.#options;
    const { id } = connection;
    try {
      const credentials = sync.credentialsOf(connection);
      if (credentials === null) throw new CredentialsRefused('The key was stored by another installation');
      const work = { connection, claim, credentials };
      if (connection.uploads) await this.#sendAll(work);
      const { imports, importAt } = connection;
      if (imports && importAt !== null && importAt <= now()) await this.#import(work);
    } catch (error) {
      if (error instanceof CredentialsRefused) {
        const change = { state: 'loginNeeded', failedAt: now(), problem: refusedWords(connection) } as const;
        await updateClaimed(db, { id, claim }, change);
      } else if (!(error instanceof ClaimLost)) onError(error);
    } finally {
      await releaseClaim(db, { id, claim });
    }
  }

  /** Keeps the claim, with a change. @throws ClaimLost */
  async #keep(
    { connection: { id }, claim }: Work,
    change: Parameters<typeof updateClaimed>[2] = {},
  ): Promise<void> {
    const { db, now } = this.#options;
    const claimedUntil = new Date(now().getTime() + claimMs);
    if (!(await updateClaimed(db, { id, claim }, { ...change, claimedUntil }))) throw new ClaimLost();
  }

  async #sendAll(work: Work): Promise<void> {
    const { db, now } = this.#options;
    for (let sent = 0; sent < sentAtOnce; sent += 1) {
      const due = await findDueUpload(db, work.connection, now());
      if (due === null) return;
      await this.#keep(work);
      if (!(await this.#send(work, due))) return;
    }
  }

  /** Returns false if the service can't take more now. @throws CredentialsRefused, ClaimLost */
  async #send(work: Work, { activityId, attempts, remoteId }: DueUpload): Promise<boolean> {
    const { db, now } = this.#options;
    const { service } = work.connection;
    const upload = { activityId, service };
    const activity = await findActivity(db, activityId);
    // Opened again: its next end queues it.
    if (!activity?.isCompleted) {
      await deleteUpload(db, activityId, service);
      return true;
    }
    if (Date.parse(activity.heardAt) > now().getTime() - stillHeardMs) {
      await updateUpload(db, upload, { nextAt: new Date(now().getTime() + askAgainMs) });
      return true;
    }
    await noteTry(db, upload, now());
    try {
      const change =
        remoteId === null
          ? stored(await this.#sentBy(work, activity, attempts > 0))
          : await this.#sentAgain(work, activity, remoteId);
      await updateSent(db, { ...upload, userId: activity.user._id }, { ...change, nextAt: null });
      await this.#keep(work, { succeededAt: now(), failedAt: null, problem: null });
      return true;
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      // What is no failure of this upload is no try of it.
      if (error instanceof CredentialsRefused) {
        await updateUpload(db, upload, { attempts, problem: refusedWords(work.connection) });
        throw error;
      }
      return this.#postpone(work, { activityId, attempts, remoteId }, error);
    }
  }

  async #postpone(work: Work, { activityId, attempts, remoteId }: DueUpload, error: unknown): Promise<false> {
    const { db, now, onError } = this.#options;
    const upload = { activityId, service: work.connection.service };
    const problem = wordsOfFailure(error);
    if (problem === null) onError(error);
    const waitSec = error instanceof NotNow ? error.waitSec : null;
    const words = problem ?? 'This server failed to send it';
    const pausedUntil = new Date(now().getTime() + (waitSec === null ? pauseMs : waitSec * second));
    if (waitSec !== null) {
      await updateUpload(db, upload, { attempts, problem: words, nextAt: pausedUntil });
    } else {
      const nextAt = nextRetry(uploadRetriesMs, attempts + 1, now(), retrySpread);
      // The row itself is there: only what came later is not.
      const ended = remoteId === null ? ({ state: 'givenUp' } as const) : moreNotSent(work.connection, words);
      await updateUpload(db, upload, { problem: words, nextAt, ...(nextAt === null ? ended : {}) });
    }
    await this.#keep(work, { pausedUntil, failedAt: now(), problem: words });
    return false;
  }

  /** Sends an activity once more, of which more has come since. What is there stays there in any case. */
  async #sentAgain(work: Work, activity: Activity, remoteId: string) {
    const { db, sync } = this.#options;
    const { connection } = work;
    const name = syncServiceNames[connection.service];
    const kept = {
      state: 'sent',
      problem: `More of this row came after it was sent, and ${name} keeps what it got first`,
    } as const;
    // It has no way to replace a file, and a second upload may be a second activity.
    if (connection.service !== 'logbook') return kept;
    const logbook = required(sync.logbook);
    const there = await this.#withToken(work, (token) => logbook.result(token, remoteId));
    // Deleted there since.
    if (there === null) return { state: 'sent', problem: null } as const;
    const strokes: Stroke[] = [];
    for await (const some of strokesInBatches(db, activity._id)) strokes.push(...some);
    const { date, time, distance } = there;
    // By these it knows that it is the same: with others, it would be there twice.
    const result = { ...logbookResultOf(activity, strokes, connection), date, time, distance };
    const outcome = await this.#withToken(work, (token) => logbook.add(token, result));
    return outcome.kind === 'sent' ? stored(outcome) : kept;
  }

  async #sentBy(work: Work, activity: Activity, isRepeated: boolean): Promise<UploadOutcome> {
    const { db, sync, exports } = this.#options;
    const { connection } = work;
    if (connection.service === 'logbook') {
      const problem = logbookRefusalOf(activity);
      if (problem !== null) return { kind: 'refused', problem };
      const strokes: Stroke[] = [];
      for await (const some of strokesInBatches(db, activity._id)) strokes.push(...some);
      const result = logbookResultOf(activity, strokes, connection);
      return this.#withToken(work, (token) => required(sync.logbook).add(token, result));
    }
    const intervals = required(sync.intervals);
    const athleteId = connection.accountId ?? '0';
    const externalId = activity._id;
    const startedAt = new Date(activity.createdAt);
    return this.#withToken(work, async (key) => {
      // The answer of an earlier try may have been lost on its way.
      const found = isRepeated ? await intervals.find(key, athleteId, { externalId, startedAt }) : null;
      if (found !== null) return { kind: 'there', remoteId: found };
      const bytes = await exports.ownFit(activity);
      const name = activity.title || activity.workout;
      const fileName = `${activity._id}.fit`;
      return intervals.upload(key, athleteId, { bytes, fileName, name, externalId, startedAt });
    });
  }

  /** Calls a service with the key, or with a token that is renewed when it has ended. @throws CredentialsRefused */
  async #withToken<T>(work: Work, use: (token: string) => Promise<T>): Promise<T> {
    const { credentials } = work;
    if (credentials.kind === 'key') return use(credentials.key);
    if (credentials.expiresAtMs - nearEndMs <= this.#options.now().getTime())
      return use(await this.#renewed(work));
    try {
      return await use(credentials.access);
    } catch (error) {
      if (!(error instanceof CredentialsRefused)) throw error;
      return use(await this.#renewed(work));
    }
  }

  /**
   * Returns a new access token. The refresh token that it cost is not valid any more: what came in its place is stored before
   * anything is done with it.
   */
  async #renewed(work: Work): Promise<string> {
    const { now, sync } = this.#options;
    const { credentials, connection } = work;
    if (credentials.kind !== 'login') throw new Error('A key is not renewed');
    if (!sync.logbook?.offersLogin) throw new CredentialsRefused('The operator has no client any more');
    await this.#keep(work);
    const tokens = await sync.logbook.refreshed(credentials.refresh, now().getTime());
    const renewed = { kind: 'login', ...tokens } as const;
    await this.#keep(work, { sealed: sync.sealedFor(connection.id, renewed) });
    work.credentials = renewed;
    return tokens.access;
  }

  /** @throws CredentialsRefused, ClaimLost */
  async #import(work: Work): Promise<void> {
    const { now, onError } = this.#options;
    const { connection } = work;
    const inMs = (ms: number) => new Date(now().getTime() + ms * (1 + retrySpread * Math.random()));
    try {
      const { unread, ...imported } = await this.#importAll(work);
      await this.#keep(work, {
        ...imported,
        importAt: inMs(importEveryMs),
        importAttempts: 0,
        succeededAt: now(),
        failedAt: null,
        problem: unread === 0 ? null : `Of the new results, ${unread} could not be read`,
      });
    } catch (error) {
      if (error instanceof ClaimLost || error instanceof CredentialsRefused) throw error;
      const words = wordsOfFailure(error);
      if (words === null) onError(error);
      const importAttempts = connection.importAttempts + 1;
      const waitSec = error instanceof NotNow ? error.waitSec : null;
      const problem = `${words ?? 'This server failed to import'}. It is tried again later.`;
      await this.#keep(work, {
        importAt: waitSec === null ? inMs(importRetryMs(importAttempts)) : inMs(waitSec * second),
        ...(waitSec === null ? { importAttempts } : { pausedUntil: inMs(waitSec * second) }),
        failedAt: now(),
        problem,
      });
    }
  }

  async #importAll(work: Work) {
    const { now, sync } = this.#options;
    const { importedUntil, importedIds } = work.connection;
    const updatedAfter = importedUntil && new Date(importedUntil.getTime() - importOverlapMs);
    // Imported or sent, and perhaps deleted here since: an edit there does not bring it back, and changes what is still here.
    const before = new Set(importedIds);
    const ids: string[] = [];
    let until: Date | null = null;
    let unread = 0;
    for (let page = 1; page <= pagesMax; page += 1) {
      await this.#keep(work);
      const asked = { updatedAfter, page };
      const answer = await this.#withToken(work, (token) => required(sync.logbook).results(token, asked));
      until ??= answer.date ?? now();
      const fresh = answer.results.filter(({ id }) => !before.has(id));
      const notUnderstood = await this.#take(work, fresh);
      unread += answer.unread + notUnderstood.size;
      unread += await this.#takeEdited(
        work,
        answer.results.filter(({ id }) => before.has(id)),
      );
      // What is not understood may be corrected there.
      ids.push(...fresh.flatMap(({ id }) => (notUnderstood.has(id) ? [] : [id])));
      if (answer.isLast) break;
    }
    const kept = ids.length === 0 ? {} : { importedIds: importedIdsWith(ids) };
    return { importedUntil: until, ...kept, unread };
  }

  /** Stores results that are not ours and not stored yet. Returns the ids of those that are not understood. */
  async #take(work: Work, results: readonly LogbookResult[]): Promise<ReadonlySet<string>> {
    const { db, imports } = this.#options;
    const { userId, service, timeZone } = work.connection;
    const ids = results.map(({ id }) => id);
    const sent = await findSentIds(db, userId, service, ids);
    const read = results.flatMap((result) => {
      if (sent.has(result.id)) return [];
      const workout = this.#readOf(work, result, []);
      return [{ result, workout }];
    });
    const understood = read.flatMap(({ workout }) => workout ?? []);
    const wanted = new Set(await imports.withoutStrokes(userId, { timeZone, workouts: understood }));
    const workouts: ReadWorkout[] = [];
    for (const { result, workout } of read) {
      if (workout === null) continue;
      const isWanted = wanted.has(workout) && result.stroke_data === true;
      workouts.push(isWanted ? await this.#withStrokes(work, result, workout) : workout);
    }
    if (workouts.length > 0) await imports.take(userId, { name: logbookName, timeZone, workouts });
    return new Set(read.flatMap(({ result, workout }) => (workout === null ? [result.id] : [])));
  }

  /** Replaces results that were imported before, and have changed there. Returns how many are not understood. */
  async #takeEdited(work: Work, results: readonly LogbookResult[]): Promise<number> {
    const { db, now } = this.#options;
    const { userId, timeZone } = work.connection;
    const ids = results.map(({ id }) => id);
    const here = await listImportedIds(db, userId, ids);
    let notUnderstood = 0;
    for (const result of results) {
      if (!here.has(result.id)) continue;
      const read = this.#readOf(work, result, []);
      if (read === null) {
        notUnderstood += 1;
        continue;
      }
      const workout = result.stroke_data === true ? await this.#withStrokes(work, result, read) : read;
      await replaceImported(db, { userId, timeZone, workout }, now());
    }
    return notUnderstood;
  }

  async #withStrokes(work: Work, result: LogbookResult, workout: ReadWorkout): Promise<ReadWorkout> {
    await this.#keep(work);
    const { logbook } = this.#options.sync;
    const strokes = await this.#withToken(work, (token) => required(logbook).strokes(token, result.id));
    // Strokes that can't have been rowed so leave the result as it is.
    return this.#readOf(work, result, strokes) ?? workout;
  }

  #readOf(work: Work, result: LogbookResult, strokes: readonly LogbookStroke[]): ReadWorkout | null {
    const nowMs = this.#options.now().getTime();
    const workout = workoutOfResult(result, strokes);
    if (checkWorkout(workout, nowMs) !== null) return null;
    const read = fileWorkoutOf(workout, { timeZone: work.connection.timeZone, nowMs });
    return typeof read === 'string' ? null : { ...read, source: 'sync' };
  }
}

function stored(outcome: UploadOutcome) {
  const { kind } = outcome;
  return kind === 'refused'
    ? { state: kind, problem: outcome.problem }
    : { state: kind, problem: null, remoteId: outcome.remoteId };
}

function moreNotSent({ service }: StoredConnection, words: string) {
  const name = syncServiceNames[service];
  return {
    state: 'sent',
    problem: `More of this row came after it was sent, and ${name} didn't take it: ${words}`,
  } as const;
}

function required<T>(service: T | null): T {
  if (service === null) throw new Error('A connection of a service that is not offered was claimed');
  return service;
}

function refusedWords({ service, isByLogin }: StoredConnection): string {
  const name = syncServiceNames[service];
  return isByLogin ? `${name} ended the login. Log in again.` : `${name} refused the key. Enter another one.`;
}

/** Returns the words for the athlete; null for an error of this server. */
function wordsOfFailure(error: unknown): string | null {
  if (error instanceof NotNow || error instanceof OutsideError) return error.message;
  // Stored in another way at the same moment.
  return error instanceof HttpError && error.status === 409 ? 'Some results were stored meanwhile' : null;
}
