import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OutgoingKind } from '@boathouse/contract/administration/outgoing';
import type { Database } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { keyFor, seal, unseal } from '../../sealed-text.ts';
import { giveUp, settle } from './settle.ts';
import {
  claimDue,
  claimExpired,
  countGivenUp,
  countWaiting,
  deleteGivenUp,
  deleteOfClub,
  deleteOfRecipient,
  deleteOfUser,
  extendClaim,
  findDue,
  insertMessage,
  listFailing,
  listGivenUp,
  makeDue,
  reviveGivenUp,
  sweep,
  type Claimed,
} from './store.ts';
import {
  ClaimLost,
  tryMaxMs,
  type Outcome,
  type OutgoingMessage,
  type Report,
  type Transport,
} from './transport.ts';

/** The result by which an attempt counts. */
type NotedOutcome = Exclude<Report['state'], 'waiting'> | 'busy' | 'failed';

type QueueOptions = {
  db: Database;
  now: () => Date;
  /** The installation's secret; the key of the contents is derived from it. */
  secret: string;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  random?: () => number;
};

type MessageToAdd = {
  kind: OutgoingKind;
  destination: string;
  content: string;
  /** Whether a user waits for it, as for a sign-in link: it has priority. */
  isUrgent?: boolean;
  expiresAt: Date;
  userId?: string | null;
  deliveryId?: string | null;
  /** The address of a mail; `forget` finds it by this. */
  recipient?: string;
  /** The subject: only one message of a kind and subject waits, and a second one is not added. */
  subject?: string;
};

/** For mails that wait for a mail server which is no longer configured. */
const unknownTransport: Pick<Transport, 'isKept' | 'onReport'> = { isKept: () => false };

/** Longer than an attempt takes: a claim that outlives it belongs to a process that has ended. */
const claimMs = 150_000;
/** Expired messages that are abandoned at once. */
const expiredAtOnce = 100;
/** How long a message that an administrator has sent again is tried, at least. */
const retriedForMs = 86_400_000;
const givenUpKeptMs = 14 * 86_400_000;
/** How long closing waits for tries under way. */
const closesWithinMs = 2_000;
/** The waits before an outcome that could not be stored is stored again. */
const storeAgainAfterMs = [500, 3_000, 10_000] as const;
/** Waits that are shorter than the time between two runs of the server have a timer. */
const timersUpToMs = 6_000;
/** A transaction that adds a message commits by then; the next run finds a later one. */
const commitsWithinMs = 250;

/**
 * The one queue of all outgoing messages. It is a table, so it survives restarts; processes claim messages, and others
 * take over the claims of a process that ends. Waiting occupies no place: a message that failed is a row with a later
 * time.
 */
export class OutgoingQueue {
  readonly #options: QueueOptions;
  readonly #key: Buffer;
  readonly #transports = new Map<OutgoingKind, Transport>();
  readonly #underWay = new Map<OutgoingKind, Set<Promise<void>>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #listeners: Array<(kind: OutgoingKind, outcome: NotedOutcome) => void> = [];
  readonly #reported = new Map<OutgoingKind, NonNullable<Transport['onReport']>>();
  #running: Promise<void> | null = null;
  #runsAgain = false;
  #isClosing = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#key = keyFor(options.secret, 'outgoing');
  }

  /** Sets how messages of a kind are sent. Without it they wait. */
  use(kind: OutgoingKind, transport: Transport): void {
    this.#transports.set(kind, transport);
  }

  /** Stores further outcomes of messages of a kind, in the same transaction. */
  onReport(kind: OutgoingKind, store: NonNullable<Transport['onReport']>): void {
    this.#reported.set(kind, store);
  }

  /** Calls the listener after each try. */
  onOutcome(listener: (kind: OutgoingKind, outcome: NotedOutcome) => void): void {
    this.#listeners.push(listener);
  }

  /** Stores a message within the transaction `db`, or at once. Returns its id. */
  async add(db: Database, message: MessageToAdd): Promise<string> {
    const { kind, destination, content, isUrgent = false, expiresAt, recipient } = message;
    const { userId = null, deliveryId = null, subject = null } = message;
    const id = newId();
    await insertMessage(db, {
      id,
      kind,
      destination,
      priority: isUrgent ? 0 : 1,
      userId,
      deliveryId,
      recipient: recipient === undefined ? null : this.#digestOf(recipient),
      subject,
      sealed: seal(this.#key, content, id),
      createdAt: this.#options.now(),
      expiresAt,
      places: this.#transports.get(kind)?.placesMax ?? 1,
    });
    if (db === this.#options.db) this.#wake();
    else this.#wakeAfter(commitsWithinMs);
    return id;
  }

  /** Deletes the mails to an address that wait or were given up. */
  forget(recipient: string): Promise<void> {
    return deleteOfRecipient(this.#options.db, this.#digestOf(recipient));
  }

  /** Deletes the messages of a club's webhook. */
  forgetClub(db: Database, clubId: string): Promise<void> {
    return deleteOfClub(db, clubId);
  }

  /** Deletes a user's messages of a kind, including those in progress. */
  forgetUser(db: Database, kind: OutgoingKind, userId: string): Promise<void> {
    return deleteOfUser(db, kind, userId);
  }

  /** Has the message of a subject be tried now, if it waits. */
  async hasten(kind: OutgoingKind, subject: string): Promise<void> {
    const { db, now } = this.#options;
    await makeDue(db, { kind, subject }, now());
    this.#wake();
  }

  /**
   * Sends due messages, and abandons expired ones. Resolves when all that was due is under way or waits for a place.
   */
  run(): Promise<void> {
    this.#runsAgain = true;
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Resolves when no message is in progress. */
  async whenIdle(): Promise<void> {
    for (;;) {
      await this.#running;
      const tries = [...this.#underWay.values()].flatMap((set) => [...set]);
      if (tries.length === 0 && this.#running === null) return;
      await Promise.all(tries);
    }
  }

  /** Returns the waiting, failing and abandoned messages: at most `limit` each of the last two. */
  async state(limit: number) {
    const { db } = this.#options;
    return {
      waiting: await countWaiting(db),
      failing: await listFailing(db, limit),
      givenUp: await countGivenUp(db),
      messages: await listGivenUp(db, limit),
    };
  }

  /** Sends abandoned messages again whose content is still stored. Returns how many. */
  async retry(ids: readonly string[]): Promise<number> {
    const { db, now } = this.#options;
    const at = now();
    const expiresAt = new Date(at.getTime() + retriedForMs);
    const count = await db.transaction((tx) => reviveGivenUp(tx, ids, { now: at, expiresAt }));
    if (count > 0) this.#wake();
    return count;
  }

  /** Deletes messages that were given up. Returns how many. */
  discard(ids: readonly string[]): Promise<number> {
    return deleteGivenUp(this.#options.db, ids);
  }

  /** Deletes messages abandoned long ago. */
  async sweep(): Promise<void> {
    const { db, now } = this.#options;
    await sweep(db, { givenUpBefore: new Date(now().getTime() - givenUpKeptMs) });
  }

  /** Begins no attempt, and waits briefly for those in progress. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.race([this.whenIdle(), pause(closesWithinMs, undefined, { ref: false })]);
  }

  #digestOf(recipient: string): string {
    return createHmac('sha256', this.#key).update(recipient.toLowerCase()).digest('base64url');
  }

  #wake(): void {
    if (this.#isClosing) return;
    this.run().catch((error: unknown) =>
      this.#options.log.error({ err: error }, 'the queue of outgoing messages could not be read'),
    );
  }

  #wakeAfter(ms: number): void {
    if (this.#isClosing || ms > timersUpToMs) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#wake();
    }, ms).unref();
    this.#timers.add(timer);
  }

  async #runAll(): Promise<void> {
    while (this.#runsAgain && !this.#isClosing) {
      this.#runsAgain = false;
      const { db, now } = this.#options;
      const { kinds, hasExpired } = await findDue(db, now());
      if (hasExpired) await this.#giveUpExpired();
      for (const kind of kinds) await this.#begin(kind);
    }
  }

  /** Claims messages of a kind and begins to send them. */
  async #begin(kind: OutgoingKind): Promise<void> {
    const { db, now } = this.#options;
    const transport = this.#transports.get(kind);
    if (transport === undefined) return;
    const underWay = this.#underWay.get(kind) ?? new Set();
    this.#underWay.set(kind, underWay);
    const limit = transport.atOnceMax - underWay.size;
    if (limit <= 0) return;
    const at = now();
    const until = new Date(at.getTime() + claimMs);
    const claim = { kind, claim: randomUUID(), now: at, until, limit };
    const claimed = await claimDue(db, { ...claim, isOnePerUser: transport.isOnePerUser === true });
    for (const message of claimed) {
      const done = this.#try(transport, message)
        .catch((error: unknown) =>
          this.#options.log.error(
            { err: error, kind },
            'the outcome of an outgoing message could not be stored',
          ),
        )
        .then(() => {
          underWay.delete(done);
          this.#wake();
        });
      underWay.add(done);
    }
  }

  async #try(transport: Transport, claimed: Claimed): Promise<void> {
    const message = this.#opened(claimed);
    const outcome: Outcome | null =
      message === null
        ? { kind: 'refused', problem: "It can't be read: the server's secret is another one now" }
        : await this.#send(transport, claimed, message);
    if (outcome === null) return;
    await this.#stored(() => this.#note(transport, claimed, outcome));
  }

  /** Returns null if the message no longer belongs to this process. */
  async #send(transport: Transport, claimed: Claimed, message: OutgoingMessage): Promise<Outcome | null> {
    const { db, now, log } = this.#options;
    const late = Promise.withResolvers<Outcome>();
    const timer = setTimeout(late.resolve, tryMaxMs, {
      kind: 'failed',
      problem: `No response within ${tryMaxMs / 1_000} s`,
      isReached: false,
    } satisfies Outcome).unref();
    const keep = async () => {
      if (!(await extendClaim(db, claimed, new Date(now().getTime() + claimMs)))) throw new ClaimLost();
      timer.refresh();
    };
    try {
      return await Promise.race([late.promise, transport.send(message, keep)]);
    } catch (error) {
      if (error instanceof ClaimLost) return null;
      log.error({ err: error, destination: message.destination }, 'an outgoing message could not be made');
      return { kind: 'failed', problem: 'The server could not make it', isReached: true };
    } finally {
      clearTimeout(timer);
    }
  }

  #opened({
    sealed,
    id,
    destination,
    userId,
    deliveryId,
    createdAt,
    expiresAt,
  }: Claimed): OutgoingMessage | null {
    const content = sealed === null ? null : unseal(this.#key, sealed, id);
    return content === null ? null : { id, destination, userId, deliveryId, content, createdAt, expiresAt };
  }

  /** Stores an outcome, even if the database is unavailable for a moment: otherwise it would be sent again. */
  async #stored(store: () => Promise<void>): Promise<void> {
    for (const waitMs of storeAgainAfterMs) {
      try {
        return await store();
      } catch (error) {
        if (this.#isClosing) throw error;
        await pause(waitMs, undefined, { ref: false });
      }
    }
    await store();
  }

  async #note(transport: Transport, claimed: Claimed, outcome: Outcome): Promise<void> {
    const { db, now, random = Math.random } = this.#options;
    const message = this.#opened(claimed);
    const isKept = message !== null && transport.isKept(message);
    const report = await db.transaction(async (tx) => {
      const settling = { now: now(), random, isKept };
      const settled = await settle(tx, transport, claimed, outcome, settling);
      if (settled !== null && message !== null) await this.#report(tx, transport, claimed, message, settled);
      return settled;
    });
    if (report === null) return;
    const { state, nextAt } = report;
    if (nextAt !== null) this.#wakeAfter(nextAt.getTime() - now().getTime());
    const waits = outcome.kind === 'busy' ? 'busy' : 'failed';
    this.#announce(claimed, report, state === 'waiting' ? waits : state);
  }

  async #report(
    tx: Database,
    transport: Pick<Transport, 'onReport'>,
    { kind }: Claimed,
    message: OutgoingMessage,
    report: Report,
  ): Promise<void> {
    await transport.onReport?.(tx, message, report);
    await this.#reported.get(kind)?.(tx, message, report);
  }

  #announce({ kind, destination }: Claimed, { problem }: Report, outcome: NotedOutcome): void {
    if (outcome === 'givenUp') {
      this.#options.log.warn({ kind, destination, problem }, 'an outgoing message was given up');
    }
    for (const listen of this.#listeners) listen(kind, outcome);
  }

  async #giveUpExpired(): Promise<void> {
    const { db, now } = this.#options;
    for (;;) {
      const at = now();
      const until = new Date(at.getTime() + claimMs);
      const expired = await claimExpired(db, { claim: randomUUID(), now: at, until, limit: expiredAtOnce });
      for (const claimed of expired) {
        const transport = this.#transports.get(claimed.kind) ?? unknownTransport;
        const message = this.#opened(claimed);
        const isKept = message !== null && transport.isKept(message);
        const problem = claimed.problem ?? 'It was not sent in time';
        const report = await db.transaction(async (tx) => {
          const given = await giveUp(tx, claimed, { problem, hasExpired: true }, { now: at, isKept });
          if (given !== null && message !== null) await this.#report(tx, transport, claimed, message, given);
          return given;
        });
        if (report !== null) this.#announce(claimed, report, 'givenUp');
      }
      if (expired.length < expiredAtOnce) return;
    }
  }
}
