import { randomBytes } from 'node:crypto';
import { webhookSignatureHeader, type Webhook } from '@boathouse/contract/clubs/webhooks';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../../db/database.ts';
import { badField, HttpError, notFound, orNotFound } from '../../http/errors.ts';
import { OutsideError } from '../../infra/outgoing/outside-error.ts';
import { checkedAddress, outsideUrl, postOutside, type Lookup } from '../../infra/outgoing/post-outside.ts';
import { userAgentOf } from '../../infra/outgoing/retries.ts';
import { activitiesOfSession } from '../activities/index.ts';
import { findClub, findRole, mayManage, requireManagerOf } from '../clubs/index.ts';
import { readableSession } from '../sessions/index.ts';
import { finishedBody, nextTry, signatureOf, signingKey, testBody } from './rules.ts';
import {
  claimDue,
  countTests,
  deleteOldDeliveries,
  deleteWebhook,
  findWebhook,
  insertFinished,
  insertTest,
  listDeliveries,
  updateOutcome,
  upsertWebhook,
  type Claimed,
  type StoredWebhook,
} from './store.ts';

type WebhooksOptions = {
  db: Database;
  now: () => Date;
  /** Of the installation: keys of signatures are made from it. */
  secret: string;
  allowsPrivate: boolean;
  productName: string;
  lookup?: Lookup;
};

const shown = 20;
const testsPerHour = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Longer than a try takes: a claim that outlives it is of a process that has ended. */
const claimMs = 60_000;
const triedAtOnce = 10;
/** A server that was off for longer tells no one of the sessions before. */
const lookBackMs = 3 * dayMs;
const keptMs = 30 * dayMs;

/** Tells other programs of the finished sessions of clubs. */
export class Webhooks {
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** @throws HttpError 403 unless admin or owner, 404 */
  async ofClub(callerId: string, clubId: string): Promise<Webhook> {
    await requireManagerOf(this.#options.db, clubId, callerId);
    return this.#state(clubId);
  }

  /** @throws HttpError 400 url, 403 unless admin or owner, 404 */
  async set(callerId: string, clubId: string, text: string): Promise<Webhook & { key: string }> {
    const { db, secret, now } = this.#options;
    await requireManagerOf(this.#options.db, clubId, callerId);
    const url = await this.#checkedUrl(text);
    const nonce = randomBytes(32).toString('base64url');
    await upsertWebhook(db, { clubId, url, nonce, setBy: callerId, setAt: now() });
    return { ...(await this.#state(clubId)), key: signingKey(secret, nonce) };
  }

  /** @throws HttpError 403 unless admin or owner, 404 */
  async remove(callerId: string, clubId: string): Promise<Webhook> {
    await requireManagerOf(this.#options.db, clubId, callerId);
    await deleteWebhook(this.#options.db, clubId);
    return { url: null, deliveries: [] };
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
    await this.#try(await insertTest(db, { clubId, now: at, until: new Date(at.getTime() + claimMs) }));
    return this.#state(clubId);
  }

  /** Finds sessions that have finished, and tries what is due. */
  async run(): Promise<void> {
    const { db, now } = this.#options;
    const at = now();
    const before = (ms: number) => new Date(at.getTime() - ms);
    await insertFinished(db, {
      now: at,
      startedBefore: before(limits.sessionOverMs),
      startedAfter: before(lookBackMs),
      heardAfter: before(limits.staleActivityMs),
    });
    const until = new Date(at.getTime() + claimMs);
    const due = await claimDue(db, { now: at, until, limit: triedAtOnce });
    await Promise.all(due.map((delivery) => this.#try(delivery)));
  }

  /** Deletes deliveries of which the log is not shown any more. */
  async sweep(): Promise<void> {
    await deleteOldDeliveries(this.#options.db, new Date(this.#options.now().getTime() - keptMs));
  }

  async #try(delivery: Claimed): Promise<void> {
    const { db, now } = this.#options;
    const { id, event, attempts } = delivery;
    try {
      const problem = await this.#send(delivery);
      const nextAt = problem === null ? null : nextTry(event, attempts, now());
      await updateOutcome(db, id, { isDelivered: problem === null, problem, nextAt });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      // The session is gone, or the admin who set the address may not read it any more.
      const problem = "The admin who set this address can't read the session any more";
      await updateOutcome(db, id, { isDelivered: false, problem, nextAt: null });
    }
  }

  /** Returns why it has failed; null if it has not. @throws HttpError 404 for a session that may not be read any more */
  async #send(delivery: Claimed): Promise<string | null> {
    const { db, secret, allowsPrivate, productName, now, lookup } = this.#options;
    const webhook = orNotFound(await findWebhook(db, delivery.clubId), 'webhook');
    const body = await this.#bodyOf(delivery, webhook);
    const signature = signatureOf(signingKey(secret, webhook.nonce), body, now());
    const headers = {
      [webhookSignatureHeader]: signature,
      'user-agent': userAgentOf(productName, 'webhook'),
    };
    try {
      const url = outsideUrl(webhook.url, { allowsPrivate });
      const status = await postOutside(
        url,
        { body, headers },
        { allowsPrivate, ...(lookup === undefined ? {} : { lookup }) },
      );
      if (status >= 200 && status < 300) return null;
      return status >= 300 && status < 400
        ? `It answered with a redirect (${status}), which is not followed`
        : `It answered with the status ${status}`;
    } catch (error) {
      if (error instanceof OutsideError) return error.message;
      throw error;
    }
  }

  async #bodyOf(delivery: Claimed, { clubId, setBy }: StoredWebhook): Promise<string> {
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
      await checkedAddress(url, { allowsPrivate, ...(lookup === undefined ? {} : { lookup }) });
      return url.href;
    } catch (error) {
      if (error instanceof OutsideError) throw badField('url', error.message);
      throw error;
    }
  }

  async #state(clubId: string): Promise<Webhook> {
    const { db } = this.#options;
    const webhook = await findWebhook(db, clubId);
    if (webhook === null) return { url: null, deliveries: [] };
    return { url: webhook.url, deliveries: await listDeliveries(db, clubId, shown) };
  }
}
