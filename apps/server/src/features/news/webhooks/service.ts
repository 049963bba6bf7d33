import { randomBytes } from 'node:crypto';
import { webhookSignatureHeader, type Webhook } from '@boathouse/contract/clubs/webhooks';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../../db/database.ts';
import { badField, HttpError, notFound, orNotFound } from '../../../http/errors.ts';
import { OutsideError } from '../../../infra/outgoing/outside-error.ts';
import {
  checkedAddresses,
  outsideUrl,
  postOutside,
  type Lookup,
} from '../../../infra/outgoing/post-outside.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import type { OutgoingQueue } from '../../../infra/outgoing/queue/outgoing-queue.ts';
import type { Outcome, OutgoingMessage, Report } from '../../../infra/outgoing/queue/transport.ts';
import { userAgentOf } from '../../../infra/outgoing/user-agent.ts';
import { activitiesOfSession } from '../../training/activities/index.ts';
import { findClub, findRole, mayManage, requireManagerOf } from '../../clubs/clubs/index.ts';
import { readableSession } from '../../sessions/sessions/index.ts';
import { finishedBody, outcomeOf, signatureOf, signingKey, testBody } from './rules.ts';
import {
  countTests,
  deleteOldDeliveries,
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertFinished,
  insertTest,
  listDeliveries,
  listUnqueued,
  startAgain,
  stopUnlessDelivered,
  updateOutcome,
  upsertWebhook,
  type Delivery,
  type StoredWebhook,
} from './store.ts';

type WebhooksOptions = {
  db: Database;
  now: () => Date;
  /** The installation's secret: keys of signatures are derived from it. */
  secret: string;
  allowsPrivate: boolean;
  productName: string;
  lookup?: Lookup;
  outgoing: Pick<OutgoingQueue, 'add' | 'use' | 'forgetClub'>;
  notifier: Pick<Notifier, 'notifyIn'>;
};

const shown = 20;
const testsPerHour = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Deliveries to one server at once, and in total. */
const placesMax = 3;
const atOnceMax = 60;
/** A receiver that is down is tried again at least this often. */
const pauseMaxMs = 15 * 60_000;
/** A delivery that fails for longer is abandoned, and stops the webhook if no other one has arrived since. */
const triedForMs = 3 * dayMs;
/** After a longer stop, the server sends no earlier sessions. */
const lookBackMs = 3 * dayMs;
const keptMs = 30 * dayMs;
const queuedAtOnce = 500;

/** Sends the finished sessions of clubs to other programs. */
export class Webhooks {
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    options.outgoing.use('webhook', {
      placesMax,
      atOnceMax,
      pauseMaxMs,
      isKept: () => true,
      send: (message) => this.#deliver(message),
      onReport: (tx, message, report) => this.#note(tx, message, report),
    });
  }

  /** @throws HttpError 403 unless admin or owner, 404 */
  async ofClub(callerId: string, clubId: string): Promise<Webhook> {
    await requireManagerOf(this.#options.db, clubId, callerId);
    return this.#state(clubId);
  }

  /** @throws HttpError 400 url, 403 unless admin or owner, 404 */
  async set(callerId: string, clubId: string, text: string): Promise<Webhook & { key: string }> {
    const { db, secret, now, outgoing } = this.#options;
    await requireManagerOf(this.#options.db, clubId, callerId);
    const url = await this.#checkedUrl(text);
    const nonce = randomBytes(32).toString('base64url');
    await db.transaction(async (tx) => {
      await upsertWebhook(tx, { clubId, url, nonce, setBy: callerId, setAt: now() });
      // Waiting deliveries are queued for the new address by the next run.
      await outgoing.forgetClub(tx, clubId);
    });
    return { ...(await this.#state(clubId)), key: signingKey(secret, nonce) };
  }

  /** @throws HttpError 403 unless admin or owner, 404 */
  async remove(callerId: string, clubId: string): Promise<Webhook> {
    await requireManagerOf(this.#options.db, clubId, callerId);
    await deleteWebhook(this.#options.db, clubId);
    return { url: null, stoppedAt: null, deliveries: [] };
  }

  /** @throws HttpError 403 unless admin or owner, 404 also without a webhook, 429 */
  async test(callerId: string, clubId: string): Promise<Webhook> {
    const { db, now } = this.#options;
    await requireManagerOf(this.#options.db, clubId, callerId);
    const webhook = await findWebhook(db, clubId);
    if (webhook === null) throw notFound('webhook');
    const at = now();
    if ((await countTests(db, clubId, new Date(at.getTime() - hourMs))) >= testsPerHour) {
      const message = `You can send ${testsPerHour} tests in an hour. Try again later.`;
      throw new HttpError(429, 'too_many_requests', message, undefined, 600);
    }
    const test = await insertTest(db, { clubId, now: at });
    const outcome = await this.#send(test);
    const problem = 'problem' in outcome ? outcome.problem : null;
    await updateOutcome(db, test.id, { isDelivered: problem === null, problem, nextAt: null });
    if (problem === null) await startAgain(db, clubId);
    return this.#state(clubId);
  }

  /** Finds sessions that have finished, and queues their deliveries. */
  async run(): Promise<void> {
    const { db, now, outgoing } = this.#options;
    const at = now();
    const before = (ms: number) => new Date(at.getTime() - ms);
    await insertFinished(db, {
      now: at,
      startedBefore: before(limits.sessionOverMs),
      startedAfter: before(lookBackMs),
      heardAfter: before(limits.staleActivityMs),
    });
    for (const { id, url, createdAt } of await listUnqueued(db, queuedAtOnce)) {
      await outgoing.add(db, {
        kind: 'webhook',
        destination: URL.parse(url)?.origin ?? url,
        content: id,
        deliveryId: id,
        expiresAt: new Date(Math.max(createdAt.getTime() + triedForMs, at.getTime() + hourMs)),
      });
    }
  }

  /** Deletes deliveries that are too old for the log. */
  async sweep(): Promise<void> {
    await deleteOldDeliveries(this.#options.db, new Date(this.#options.now().getTime() - keptMs));
  }

  async #deliver({ content: id }: OutgoingMessage): Promise<Outcome> {
    const delivery = await findDelivery(this.#options.db, id);
    return delivery === null ? { kind: 'obsolete' } : this.#send(delivery);
  }

  /** Stores the outcome of a delivery in the club's log. */
  async #note(
    tx: Database,
    message: OutgoingMessage,
    { state, problem, attempts, ...report }: Report,
  ): Promise<void> {
    const { now, notifier } = this.#options;
    const [isDelivered, at] = [state === 'sent', now()];
    const id = message.content;
    await updateOutcome(tx, id, { isDelivered, problem, nextAt: report.nextAt, attempts, triedAt: at });
    if (state === 'givenUp' && report.hasExpired) {
      const stopped = await stopUnlessDelivered(tx, { id, since: message.createdAt, now: at });
      if (stopped !== null) await notifier.notifyIn(tx, { kind: 'webhookStopped', club: stopped });
    }
  }

  async #send(delivery: Delivery): Promise<Outcome> {
    const { db, secret, allowsPrivate, productName, now, lookup } = this.#options;
    try {
      const webhook = orNotFound(await findWebhook(db, delivery.clubId), 'webhook');
      const body = await this.#bodyOf(delivery, webhook);
      const headers = {
        [webhookSignatureHeader]: signatureOf(signingKey(secret, webhook.nonce), body, now()),
        'user-agent': userAgentOf(productName, 'webhook'),
      };
      const options = { allowsPrivate, ...(lookup === undefined ? {} : { lookup }) };
      return outcomeOf(
        await postOutside(outsideUrl(webhook.url, { allowsPrivate }), { body, headers }, options),
      );
    } catch (error) {
      if (error instanceof OutsideError) return { kind: 'failed', problem: error.message, isReached: false };
      if (!(error instanceof HttpError)) throw error;
      // The session is deleted, or the admin who set the address may no longer read it.
      return { kind: 'refused', problem: "The admin who set this address can't read the session any more" };
    }
  }

  async #bodyOf(delivery: Delivery, { clubId, setBy }: StoredWebhook): Promise<string> {
    const { db } = this.#options;
    const { _id, name, customURL } = orNotFound(await findClub(db, clubId), 'club');
    const club = { _id, name, customURL };
    if (!mayManage(await findRole(db, clubId, setBy))) throw notFound('session');
    if (delivery.event === 'test') return testBody(delivery, club);
    const id = orNotFound(delivery.sessionId, 'session');
    const session = await readableSession(db, id, setBy);
    return finishedBody(delivery, club, { session, items: await activitiesOfSession(db, id, setBy) });
  }

  /** @throws HttpError 400 */
  async #checkedUrl(text: string): Promise<string> {
    const { allowsPrivate, lookup } = this.#options;
    try {
      const url = outsideUrl(text, { allowsPrivate });
      await checkedAddresses(url, { allowsPrivate, ...(lookup === undefined ? {} : { lookup }) });
      return url.href;
    } catch (error) {
      if (error instanceof OutsideError) throw badField('url', error.message);
      throw error;
    }
  }

  async #state(clubId: string): Promise<Webhook> {
    const { db } = this.#options;
    const webhook = await findWebhook(db, clubId);
    if (webhook === null) return { url: null, stoppedAt: null, deliveries: [] };
    const deliveries = await listDeliveries(db, clubId, shown);
    return { url: webhook.url, stoppedAt: webhook.stoppedAt?.toISOString() ?? null, deliveries };
  }
}
