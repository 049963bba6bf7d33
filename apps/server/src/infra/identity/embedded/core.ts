import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import type { MailMessage } from '../../mail.ts';
import type { openLibrary } from './library.ts';
import { answered } from './library-calls.ts';

/** The values that all parts of the embedded identity use. */
export type IdentityCore = {
  db: Database;
  library: ReturnType<typeof openLibrary>;
  /** Names the product in mails and in the rules of passwords. */
  productName: string;
  /** The base of links. */
  baseURL: string;
  events: IdentityEvents;
  afterResponse: AfterResponse;
  /** Sends a mail after the response. */
  post(message: MailMessage): void;
  nowMs: () => number;
};

/** The listeners to ended logins and changed accounts. */
export class IdentityEvents {
  readonly #onLoginEnded: Array<(authSessionId: string) => void> = [];
  readonly #onAccountChanged: Array<(uid: string) => void> = [];

  onLoginEnded(listener: (authSessionId: string) => void): void {
    this.#onLoginEnded.push(listener);
  }

  onAccountChanged(listener: (uid: string) => void): void {
    this.#onAccountChanged.push(listener);
  }

  loginsEnded(authSessionIds: Iterable<string>): void {
    for (const id of authSessionIds) for (const listener of this.#onLoginEnded) listener(id);
  }

  accountChanged(uid: string): void {
    for (const listener of this.#onAccountChanged) listener(uid);
  }
}

/** Runs work after the response has been sent, because its timing must not reveal whether an account exists. */
const responseLeavesWithinMs = 50;

/** Work in the background, which starts when the response has been sent. */
export class AfterResponse {
  readonly #log: { error(fields: object, message: string): void };
  readonly #underWay = new Set<Promise<void>>();

  constructor(log: { error(fields: object, message: string): void }) {
    this.#log = log;
  }

  run(work: () => Promise<unknown>): void {
    const done = pause(responseLeavesWithinMs)
      .then(() => answered(work))
      .catch((error: unknown) => this.#log.error({ err: error }, 'work after a response of identity failed'))
      .then(() => void this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Resolves when all work is done. */
  async whenIdle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
