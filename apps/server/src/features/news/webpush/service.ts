import * as z from 'zod/mini';
import type { PushMessage } from '@boathouse/contract/webpush/message';
import type { PushState } from '@boathouse/contract/webpush/calls';
import type { Database } from '../../../db/database.ts';
import type { Login } from '../../../http/caller.ts';
import { badField } from '../../../http/errors.ts';
import { OutsideError } from '../../../infra/outgoing/outside-error.ts';
import {
  checkedAddresses,
  outsideUrl,
  postOutside,
  type Lookup,
} from '../../../infra/outgoing/post-outside.ts';
import type { OutgoingQueue } from '../../../infra/outgoing/queue/outgoing-queue.ts';
import type { Outcome, OutgoingMessage } from '../../../infra/outgoing/queue/transport.ts';
import { isPushKey, pushRequest, vapidKeysOf, type VapidKeys } from '../../../infra/outgoing/push-request.ts';
import { isPushHost, outcomeOf, topicOf } from './rules.ts';
import {
  deleteEnded,
  deleteGone,
  deleteSubscription,
  findEndpoint,
  findSubscription,
  listSubscribers,
  listSubscriptions,
  upsertSubscription,
} from './store.ts';

type WebPushOptions = {
  db: Database;
  now: () => Date;
  /** The installation's secret: the keys are derived from it. */
  secret: string;
  /** The contact address of this installation for push services. */
  contactEmail: string;
  /** The hosts of push services; without any, nothing is sent. */
  hosts: readonly string[];
  /** Whether http, and addresses of private networks, are allowed. */
  allowsPrivate: boolean;
  log: { warn(fields: object, message: string): void };
  lookup?: Lookup;
  outgoing: Pick<OutgoingQueue, 'add' | 'use'>;
};

/** A message to one browser, as the queue stores it. */
const StoredSchema = z.object({
  loginId: z.string(),
  endpoint: z.string(),
  text: z.string(),
  topic: z.string(),
});

/** Messages to one push service at once, and in total. */
const placesMax = 3;
const atOnceMax = 60;
/** A message is late after a quarter of an hour. */
const pauseMaxMs = 60_000;
/** Push services respond within a second; one that hangs must not block a place for longer. */
const timeoutMs = 5_000;
/** A user has few devices, but a program that logs in repeatedly has thousands. */
const devicesMax = 20;

/**
 * Sends messages to browsers whose pages are closed. Each message is also among the notifications, so giving one up
 * loses no data.
 */
export class WebPush {
  readonly #options: WebPushOptions;
  readonly #keys: VapidKeys;

  constructor(options: WebPushOptions) {
    this.#options = options;
    this.#keys = vapidKeysOf(options.secret);
    options.outgoing.use('push', {
      placesMax,
      atOnceMax,
      pauseMaxMs,
      isKept: () => false,
      send: (message) => this.#deliver(message),
    });
  }

  async state(login: Login): Promise<PushState> {
    const { db, hosts } = this.#options;
    const key = this.#keys.publicKey;
    if (hosts.length === 0) return { key: null, endpoint: null };
    return { key, endpoint: await findEndpoint(db, login.authSessionId, key) };
  }

  /** @throws HttpError 400 endpoint or keys */
  async subscribe(
    { login, userId }: { login: Login; userId: string },
    { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
  ): Promise<PushState> {
    const { db, now } = this.#options;
    const url = await this.#checked(endpoint);
    if (!isPushKey(keys.p256dh)) throw badField('keys', 'p256dh is not a public key');
    await upsertSubscription(db, {
      loginId: login.authSessionId,
      userId,
      endpoint: url.href,
      p256dh: keys.p256dh,
      auth: keys.auth,
      serverKey: this.#keys.publicKey,
      createdAt: now(),
      endsAt: login.endsAtMs === null ? null : new Date(login.endsAtMs),
    });
    return this.state(login);
  }

  async unsubscribe(login: Login): Promise<PushState> {
    await deleteSubscription(this.#options.db, login.authSessionId);
    return this.state(login);
  }

  /** The next user of the browser must not get the previous user's messages. */
  endLogin(loginId: string): Promise<void> {
    return deleteSubscription(this.#options.db, loginId);
  }

  /** Deletes the subscriptions of expired logins. */
  sweep(): Promise<void> {
    const { db, now } = this.#options;
    return deleteEnded(db, this.#keys.publicKey, now());
  }

  /** Returns the users who get messages. */
  async subscribersAmong(userIds: readonly string[], db = this.#options.db): Promise<string[]> {
    const { hosts, now } = this.#options;
    if (hosts.length === 0 || userIds.length === 0) return [];
    return listSubscribers(db, userIds, this.#keys.publicKey, now());
  }

  /** Sends a message to the user's devices, not later than `until`, once the transaction `db` has committed. */
  async send(userId: string, message: PushMessage, until: Date, db = this.#options.db): Promise<void> {
    const { now, outgoing } = this.#options;
    if (until <= now()) return;
    const text = JSON.stringify(message);
    const topic = topicOf(message.session._id);
    const devices = await listSubscriptions(db, userId, this.#keys.publicKey, now(), devicesMax);
    for (const { loginId, endpoint } of devices) {
      const stored: z.output<typeof StoredSchema> = { loginId, endpoint, text, topic };
      await outgoing.add(db, {
        kind: 'push',
        destination: new URL(endpoint).origin,
        content: JSON.stringify(stored),
        expiresAt: until,
        userId,
      });
    }
  }

  async #deliver({ content, expiresAt }: OutgoingMessage): Promise<Outcome> {
    const { db, now, log, contactEmail, allowsPrivate, lookup } = this.#options;
    const { loginId, endpoint, text, topic } = StoredSchema.parse(JSON.parse(content));
    const at = now();
    const to = await findSubscription(db, { loginId, endpoint }, this.#keys.publicKey, at);
    // Its login has ended, or it was turned off.
    if (to === null) return { kind: 'obsolete' };
    const ttlSec = Math.ceil((expiresAt.getTime() - at.getTime()) / 1_000);
    const subject = `mailto:${contactEmail}`;
    const request = await pushRequest({ to, text, topic, ttlSec, subject, keys: this.#keys, now: at });
    try {
      const options = { allowsPrivate, timeoutMs, ...(lookup === undefined ? {} : { lookup }) };
      const answer = await postOutside(this.#known(endpoint), request, options);
      const outcome = outcomeOf(answer);
      if (outcome.kind === 'obsolete') await deleteGone(db, to);
      if (outcome.kind === 'refused') {
        const { host } = new URL(endpoint);
        log.warn({ host, answer: answer.status }, 'a push service did not take a message');
      }
      return outcome;
    } catch (error) {
      if (error instanceof OutsideError) return { kind: 'failed', problem: error.message, isReached: false };
      throw error;
    }
  }

  /** @throws OutsideError */
  #known(endpoint: string): URL {
    const { hosts, allowsPrivate } = this.#options;
    const url = outsideUrl(endpoint, { allowsPrivate });
    if (isPushHost(url.hostname, hosts)) return url;
    throw new OutsideError(`${url.hostname} is not a push service that this server knows`);
  }

  /** @throws HttpError 400 endpoint */
  async #checked(endpoint: string): Promise<URL> {
    const { allowsPrivate, lookup } = this.#options;
    try {
      const url = this.#known(endpoint);
      await checkedAddresses(url, { allowsPrivate, ...(lookup === undefined ? {} : { lookup }) });
      return url;
    } catch (error) {
      if (error instanceof OutsideError) throw badField('endpoint', error.message);
      throw error;
    }
  }
}
