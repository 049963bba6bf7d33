/** Exchanges with connected services, through the queue of outgoing messages. */
import type { SyncService } from '@boathouse/contract/sync/calls';
import * as z from 'zod/mini';
import type { Database } from '../../../db/database.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import { CredentialsRefused } from '../../../infra/outgoing/exchange.ts';
import type { OutgoingQueue } from '../../../infra/outgoing/queue/outgoing-queue.ts';
import type { Outcome, OutgoingMessage, Report } from '../../../infra/outgoing/queue/transport.ts';
import type { Exports } from '../exports/index.ts';
import type { Imports } from '../imports/index.ts';
import { Downloads } from './worker/downloads.ts';
import { ConnectionEnded, Exchange, required } from './worker/exchange.ts';
import { importAfter, outcomeOf, refusedMore, refusedWords, stateAfter } from './rules.ts';
import type { Sync } from './service.ts';
import {
  findConnection,
  findUpload,
  findUsable,
  listUnqueuedImports,
  listUnqueuedUploads,
  updateUpload,
  updateUsed,
} from './store.ts';
import { Uploads } from './worker/uploads.ts';

type WorkerOptions = {
  db: Database;
  now: () => Date;
  sync: Sync;
  imports: Pick<Imports, 'withoutStrokes' | 'take'>;
  exports: Pick<Exports, 'ownFit'>;
  outgoing: Pick<OutgoingQueue, 'add' | 'use'>;
  notifier: Pick<Notifier, 'notifyIn'>;
};

/** Athletes with whose accounts a service is called at once, over all processes. */
const placesMax = 3;
/** A service that is down is tried again at least this often. */
const pauseMaxMs = 15 * 60_000;
const triedForMs = 3 * 86_400_000;
const queuedAtOnce = 500;

/** The content of a message. Null: new results are read. */
const ContentSchema = z.strictObject({ activityId: z.nullable(z.string()) });
const activityIdOf = ({ content }: OutgoingMessage) => ContentSchema.parse(JSON.parse(content)).activityId;

export class SyncWorker {
  readonly #options: WorkerOptions;
  readonly #uploads: Uploads;
  readonly #downloads: Downloads;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#uploads = new Uploads(options);
    this.#downloads = new Downloads(options);
    for (const service of options.sync.offered) {
      options.outgoing.use(service, {
        placesMax,
        atOnceMax: placesMax,
        pauseMaxMs,
        isOnePerUser: true,
        isKept: () => true,
        send: (message, keep) => this.#exchange(service, message, keep),
        onReport: (tx, message, report) => this.#note(tx, service, message, report),
      });
    }
  }

  /** Queues due exchanges: rows before imports. */
  async run(): Promise<void> {
    const { db, now, sync } = this.#options;
    const due = { now: now(), services: sync.offered, limit: queuedAtOnce };
    if (due.services.length === 0) return;
    for (const upload of await listUnqueuedUploads(db, due)) await this.#add(upload);
    for (const { userId, service } of await listUnqueuedImports(db, due)) {
      await this.#add({ userId, service, activityId: null });
    }
  }

  async #add({
    userId,
    service,
    activityId,
  }: {
    userId: string;
    service: SyncService;
    activityId: string | null;
  }): Promise<void> {
    const { db, now, sync, outgoing } = this.#options;
    await outgoing.add(db, {
      kind: service,
      destination: required(sync.originOf(service)),
      content: JSON.stringify({ activityId } satisfies z.input<typeof ContentSchema>),
      subject: activityId ?? userId,
      isUrgent: activityId !== null,
      userId,
      expiresAt: new Date(now().getTime() + triedForMs),
    });
  }

  async #exchange(
    service: SyncService,
    message: OutgoingMessage,
    keep: () => Promise<void>,
  ): Promise<Outcome> {
    const { db, now, sync } = this.#options;
    const { userId } = message;
    const connection = userId === null ? null : await findUsable(db, userId, service);
    // Waiting uploads are queued again when there is one.
    if (connection === null) return { kind: 'obsolete' };
    try {
      const exchange = new Exchange({ db, now, sync, connection, keep });
      const activityId = activityIdOf(message);
      return activityId === null
        ? await this.#downloads.run(exchange)
        : await this.#uploads.send(exchange, activityId);
    } catch (error) {
      if (error instanceof ConnectionEnded) return { kind: 'obsolete' };
      if (!(error instanceof CredentialsRefused)) {
        const outcome = outcomeOf(error);
        if (outcome === null) throw error;
        return outcome;
      }
      const change = { state: 'loginNeeded', failedAt: now(), problem: refusedWords(connection) } as const;
      await updateUsed(db, connection.id, change);
      return { kind: 'obsolete' };
    }
  }

  /** Stores the outcome of an attempt that did not succeed; successes are stored earlier. */
  async #note(tx: Database, service: SyncService, message: OutgoingMessage, report: Report): Promise<void> {
    const { userId } = message;
    const { state, nextAt } = report;
    if (userId === null || state === 'sent' || state === 'dropped') return;
    const { now } = this.#options;
    const problem = report.problem ?? 'It was not sent in time';
    const activityId = activityIdOf(message);
    const connection = await findConnection(tx, userId, service);
    if (connection !== null) {
      const change =
        activityId === null
          ? { importAt: nextAt ?? importAfter(now()), problem: `${problem}. It is tried again later.` }
          : { problem };
      await updateUsed(tx, connection.id, { ...change, failedAt: now() });
    }
    const upload = activityId === null ? null : await findUpload(tx, activityId, service);
    if (upload === null) return;
    if (state === 'waiting') {
      await updateUpload(tx, upload, { problem, nextAt });
      return;
    }
    // The row itself may be there: only the later values are missing.
    const ended =
      upload.remoteId === null
        ? { state: report.hasExpired ? ('givenUp' as const) : ('refused' as const), problem }
        : { state: stateAfter(upload.state !== 'there'), problem: refusedMore(service, problem) };
    await updateUpload(tx, upload, { ...ended, nextAt: null });
    await this.#options.notifier.notifyIn(tx, { kind: 'uploadFailed', activity: upload.activityId });
  }
}
