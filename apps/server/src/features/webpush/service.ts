import { setTimeout as pause } from 'node:timers/promises';
import type { PushMessage } from '@boathouse/contract/webpush/message';
import type { PushState } from '@boathouse/contract/webpush/calls';
import type { Database } from '../../db/database.ts';
import type { Login } from '../../http/caller.ts';
import { badField } from '../../http/errors.ts';
import { OutsideError } from '../../infra/outgoing/outside-error.ts';
import { checkedAddress, outsideUrl, postOutside, type Lookup } from '../../infra/outgoing/post-outside.ts';
import { isPushKey, pushRequest, vapidKeysOf, type VapidKeys } from '../../infra/outgoing/push-request.ts';
import { isPushHost, outcomeOf, topicOf } from './rules.ts';
import {
  deleteEnded,
  deleteGone,
  deleteSubscription,
  findEndpoint,
  listSubscribers,
  listSubscriptions,
  upsertSubscription,
  type Subscription,
} from './store.ts';

type WebPushOptions = {
  db: Database;
  now: () => Date;
  /** Of the installation: the keys are made from it. */
  secret: string;
  /** Whom a push service may write to about this installation. */
  contactEmail: string;
  /** The hosts of push services; with none nothing is sent. */
  hosts: readonly string[];
  /** Whether http, and addresses of private networks, are allowed. */
  allowsPrivate: boolean;
  log: { warn(fields: object, message: string): void };
  lookup?: Lookup;
  /** Before the second try of a message, the third, … */
  retryAfterMs?: readonly number[];
  /** More messages that wait are dropped. */
  waitingMax?: number;
};

/** A message to one browser. */
type Job = { to: Subscription; text: string; topic: string; until: Date };

const sentAtOnce = 8;
const closesWithinMs = 1_000;
const usualWaitingMax = 5_000;
/** Push services ask to wait for seconds; what is late for the start of a session is not sent. */
const usualRetryAfterMs = [5_000, 30_000, 120_000] as const;
/** A user has a few devices; a program that logs in again and again has thousands. */
const devicesMax = 20;

/**
 * Sends messages to browsers whose pages are closed. They wait in the memory of this process, at most so many: what a message
 * says is also among the notifications, so one that is lost with the process is no loss of data.
 */
export class WebPush {
  readonly #options: WebPushOptions;
  readonly #keys: VapidKeys;
  readonly #waiting: Job[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #dropped = 0;

  constructor(options: WebPushOptions) {
    this.#options = options;
    this.#keys = vapidKeysOf(options.secret);
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

  /** The next user of the browser must not get the messages of the one before. */
  endLogin(loginId: string): Promise<void> {
    return deleteSubscription(this.#options.db, loginId);
  }

  /** Deletes the subscriptions of logins that ended by themselves. */
  sweep(): Promise<void> {
    const { db, now } = this.#options;
    return deleteEnded(db, this.#keys.publicKey, now());
  }

  /** Returns those of the users who get messages. */
  async subscribersAmong(userIds: readonly string[]): Promise<string[]> {
    const { db, hosts, now } = this.#options;
    if (hosts.length === 0 || userIds.length === 0) return [];
    return listSubscribers(db, userIds, this.#keys.publicKey, now());
  }

  /** Has a message sent to the user's devices, not later than `until`. */
  async send(userId: string, message: PushMessage, until: Date): Promise<void> {
    const { db, now, log, waitingMax = usualWaitingMax } = this.#options;
    const text = JSON.stringify(message);
    const topic = topicOf(message.session._id);
    const devices = await listSubscriptions(db, userId, this.#keys.publicKey, now(), devicesMax);
    for (const to of devices) {
      if (this.#waiting.length >= waitingMax) {
        this.#dropped += 1;
        if (this.#dropped === 1)
          log.warn({ waiting: waitingMax }, 'push messages are dropped: too many wait');
      } else this.#waiting.push({ to, text, topic, until });
    }
    this.#sendNext();
  }

  /** Resolves when nothing waits. */
  async whenIdle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Ends what waits. A request that is under way is waited for shortly. */
  async close(): Promise<void> {
    this.#waiting.length = 0;
    this.#closing.abort();
    await Promise.race([this.whenIdle(), pause(closesWithinMs, undefined, { ref: false })]);
  }

  #sendNext(): void {
    const { log } = this.#options;
    while (this.#underWay.size < sentAtOnce && !this.#closing.signal.aborted) {
      const job = this.#waiting.shift();
      if (job === undefined) {
        this.#dropped = 0;
        return;
      }
      const done = this.#deliver(job)
        .catch((error: unknown) => log.warn({ err: error }, 'a push message could not be sent'))
        .then(() => {
          this.#underWay.delete(done);
          this.#sendNext();
        });
      this.#underWay.add(done);
    }
  }

  async #deliver(job: Job): Promise<void> {
    const { db, now, log, retryAfterMs = usualRetryAfterMs } = this.#options;
    const { host } = new URL(job.to.endpoint);
    for (const waitMs of [...retryAfterMs, null]) {
      const leftMs = job.until.getTime() - now().getTime();
      if (leftMs <= 0) return;
      const answer = await this.#post(job, Math.ceil(leftMs / 1_000));
      const outcome = typeof answer === 'number' ? outcomeOf(answer) : 'again';
      if (outcome === 'sent') return;
      if (outcome === 'gone') return deleteGone(db, job.to);
      if (outcome === 'refused' || waitMs === null) {
        log.warn({ host, answer }, 'a push service did not take a message');
        return;
      }
      try {
        await pause(waitMs, undefined, { signal: this.#closing.signal, ref: false });
      } catch {
        return;
      }
    }
  }

  /** Returns the status, or why there was none. */
  async #post({ to, text, topic }: Job, ttlSec: number): Promise<number | string> {
    const { contactEmail, allowsPrivate, lookup, now } = this.#options;
    const subject = `mailto:${contactEmail}`;
    const request = await pushRequest({ to, text, topic, ttlSec, subject, keys: this.#keys, now: now() });
    try {
      const url = this.#known(to.endpoint);
      return await postOutside(url, request, {
        allowsPrivate,
        ...(lookup === undefined ? {} : { lookup }),
      });
    } catch (error) {
      if (error instanceof OutsideError) return error.message;
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
      await checkedAddress(url, { allowsPrivate, ...(lookup === undefined ? {} : { lookup }) });
      return url;
    } catch (error) {
      if (error instanceof OutsideError) throw badField('endpoint', error.message);
      throw error;
    }
  }
}
