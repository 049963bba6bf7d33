/** Sends one activity to a connected service. */
import type { Activity } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import type { Database } from '../../../../db/database.ts';
import { CredentialsRefused, NotNow } from '../../../../infra/outgoing/exchange.ts';
import type { LogbookResult } from '../../../../infra/outgoing/logbook.ts';
import type { Outcome } from '../../../../infra/outgoing/queue/transport.ts';
import { findActivity } from '../../../training/activities/index.ts';
import type { Exports } from '../../exports/index.ts';
import { strokesInBatches } from '../../../training/strokes/index.ts';
import { required, type Exchange } from './exchange.ts';
import {
  changesOf,
  goneWords,
  keptWords,
  logbookRefusalOf,
  logbookResultOf,
  refusedMore,
  refusedWords,
  stateAfter,
  stored,
  strokesKeptWords,
  type SentUpload,
} from '../rules.ts';
import type { Sync } from '../service.ts';
import { deleteUpload, findUpload, noteTry, updateSent, updateUpload, type StoredUpload } from '../store.ts';

type UploadsOptions = {
  db: Database;
  now: () => Date;
  sync: Sync;
  exports: Pick<Exports, 'ownFit'>;
};

/** A row whose strokes still arrive is sent later. */
const stillHeardMs = 60_000;
const askAgainMs = 120_000;

export class Uploads {
  readonly #options: UploadsOptions;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** @throws CredentialsRefused, ConnectionEnded, ClaimLost, NotNow, OutsideError */
  async send(exchange: Exchange, activityId: string): Promise<Outcome> {
    const { db, now } = this.#options;
    const { service } = exchange;
    const upload = await findUpload(db, activityId, service);
    if (upload === null || !exchange.connection.uploads || isOver(upload, now())) return { kind: 'obsolete' };
    const activity = await findActivity(db, activityId);
    // The row was reopened: its next end queues it.
    if (!activity?.isCompleted) {
      await deleteUpload(db, activityId, service);
      return { kind: 'obsolete' };
    }
    if (Date.parse(activity.heardAt) > now().getTime() - stillHeardMs) {
      await updateUpload(db, upload, { nextAt: new Date(now().getTime() + askAgainMs) });
      return { kind: 'obsolete' };
    }
    const problem = service === 'logbook' && upload.remoteId === null ? logbookRefusalOf(activity) : null;
    if (problem !== null) {
      await updateUpload(db, upload, { state: 'refused', problem, nextAt: null });
      return { kind: 'obsolete' };
    }
    await exchange.keep();
    await noteTry(db, upload, now());
    try {
      return await this.#tried(exchange, activity, upload);
    } catch (error) {
      // A failure that this upload has not caused does not count as its attempt.
      const { attempts } = upload;
      if (error instanceof CredentialsRefused) {
        await updateUpload(db, upload, { attempts, problem: refusedWords(exchange.connection) });
      } else if (error instanceof NotNow && error.waitSec !== null) {
        await updateUpload(db, upload, { attempts });
      }
      throw error;
    }
  }

  async #tried(exchange: Exchange, activity: Activity, upload: StoredUpload): Promise<Outcome> {
    const { db, now } = this.#options;
    const { remoteId, attempts, state } = upload;
    const outcome =
      remoteId === null
        ? await this.#sentBy(exchange, activity, attempts > 0)
        : await this.#sentAgain(exchange, activity, { remoteId, isOurs: state !== 'there' });
    if ('kind' in outcome && outcome.kind === 'refused') return outcome;
    const change = 'kind' in outcome ? stored(outcome) : outcome;
    await updateSent(db, { ...upload, userId: activity.user._id }, { ...change, nextAt: null });
    await exchange.keep({ succeededAt: now(), failedAt: null, problem: null });
    return { kind: 'sent' };
  }

  /** Sends the data that an activity has gained. The remote copy is never deleted. */
  async #sentAgain(exchange: Exchange, activity: Activity, there: { remoteId: string; isOurs: boolean }) {
    const { connection } = exchange;
    const state = stateAfter(there.isOurs);
    // The service has no way to replace a file, and a second upload may be a second activity.
    if (connection.service !== 'logbook') return { state, problem: keptWords(connection.service) };
    const { logbook } = exchange;
    const result = await exchange.withToken((token) => logbook.result(token, there.remoteId));
    if (result === null) return { state, problem: goneWords };
    const strokes = await this.#strokesOf(activity);
    return {
      state,
      problem: await this.#changed(exchange, { activity, strokes, result, isOurs: there.isOurs }),
    };
  }

  /**
   * Updates a result in the Logbook to the values known here. Returns the values that it did not accept, as a text;
   * null if it has all.
   */
  async #changed(
    exchange: Exchange,
    {
      activity,
      strokes,
      result,
      isOurs,
    }: { activity: Activity; strokes: Stroke[]; result: LogbookResult; isOurs: boolean },
  ): Promise<string | null> {
    const { connection, logbook } = exchange;
    const changes = changesOf(logbookResultOf(activity, strokes, connection), result, !isOurs);
    if (Object.keys(changes).length > 0) {
      const outcome = await exchange.withToken((token) => logbook.update(token, result.id, changes));
      if (outcome.kind === 'gone') return goneWords;
      if (outcome.kind === 'refused') return refusedMore(connection.service, outcome.problem);
    }
    if (strokes.length === 0) return null;
    const { strokes: known } = result.stroke_data
      ? await exchange.withToken((token) => logbook.strokes(token, result.id))
      : noStrokes;
    return known.length < strokes.length ? strokesKeptWords : null;
  }

  async #strokesOf({ _id }: Activity): Promise<Stroke[]> {
    const strokes: Stroke[] = [];
    for await (const some of strokesInBatches(this.#options.db, _id)) strokes.push(...some);
    return strokes;
  }

  async #sentBy(exchange: Exchange, activity: Activity, isRepeated: boolean): Promise<SentUpload> {
    const { sync, exports } = this.#options;
    const { connection } = exchange;
    if (connection.service === 'logbook') return this.#sentToLogbook(exchange, activity, isRepeated);
    const intervals = required(sync.intervals);
    const athleteId = connection.accountId ?? '0';
    const externalId = activity._id;
    const startedAt = new Date(activity.createdAt);
    return exchange.withToken(async (key) => {
      // The response to an earlier attempt may have been lost.
      const found = isRepeated ? await intervals.find(key, athleteId, { externalId, startedAt }) : null;
      if (found !== null) return { kind: 'there', remoteId: found };
      const bytes = await exports.ownFit(activity);
      const name = activity.title || activity.workout;
      const fileName = `${activity._id}.fit`;
      return intervals.upload(key, athleteId, { bytes, fileName, name, externalId, startedAt });
    });
  }

  /**
   * A result with the same date, time and distance is the same: from an earlier attempt, or from another app, and gets
   * the data that it lacks.
   */
  async #sentToLogbook(exchange: Exchange, activity: Activity, isRepeated: boolean): Promise<SentUpload> {
    const { logbook } = exchange;
    const strokes = await this.#strokesOf(activity);
    const ours = logbookResultOf(activity, strokes, exchange.connection);
    const outcome = await exchange.withToken((token) => logbook.add(token, ours));
    if (outcome.kind !== 'there') return outcome;
    const { remoteId } = outcome;
    const result = await exchange.withToken((token) =>
      remoteId === null ? logbook.find(token, ours) : logbook.result(token, remoteId),
    );
    if (result === null) return outcome;
    const problem = await this.#changed(exchange, { activity, strokes, result, isOurs: isRepeated });
    return { kind: isRepeated ? 'sent' : 'there', remoteId: result.id, problem };
  }
}

/**
 * Whether there is nothing to send now: it was sent, or its row has continued since it was queued, and the row's end
 * queues it again.
 */
function isOver({ state, nextAt, problem, attempts }: StoredUpload, now: Date): boolean {
  if (nextAt !== null) return attempts === 0 && nextAt > now;
  return (state === 'sent' || state === 'there') && problem === null;
}

const noStrokes = { strokes: [], unread: 0 };
