import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Database } from '../db/database.ts';
import type { OutgoingQueue } from './outgoing/queue/outgoing-queue.ts';
import type { Outcome } from './outgoing/queue/transport.ts';
import {
  loadNodemailer,
  outcomeOfMailError,
  smtpPlacesMax,
  SmtpServer,
  type SmtpMail,
} from './outgoing/smtp.ts';

/** A plain-text mail with one link. `text` contains `link`. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  link: string;
  /** How long its link is valid: it is not sent later. Absent: three days. */
  validForSec?: number;
};

/** Options of sending a mail; by default it has priority, and is not sent after its link has expired. */
type SendingOptions = {
  /** Tried once, while the caller waits. */
  isTriedOnce?: boolean;
  /** The transaction in which it is stored: it is sent after the commit. */
  tx?: Database;
  /** It is sent after the mails that users wait for. */
  isBulk?: boolean;
  /** The profile of the recipient. */
  userId?: string;
  /** It is useless later. */
  expiresAt?: Date;
};

type MailState = { kind: 'smtp' | 'folder'; failure: { at: Date; problem: string } | null };

/** The mail port. */
export type Mail = {
  /**
   * Resolves when the mail is stored: in the queue of outgoing messages, or without a mail server in the mailbox
   * folder. With `isTriedOnce` it resolves when the mail server has accepted the mail, and rejects if it has not.
   */
  send(message: MailMessage, how?: SendingOptions): Promise<void>;
  /** Deletes the unsent mails to an address, and those in the mailbox folder. */
  forget(to: string): Promise<void>;
  /** Deletes the mails in the mailbox folder whose links have expired. */
  sweep(now: Date): Promise<void>;
  /** Where mails go, and why the last one could not be sent; null after a success. */
  state(): MailState;
  /** Closes the connections to the mail server. */
  close(): void;
};

type MailOptions = {
  smtpUrl: string | null;
  /** An address, or a name and the address in angle brackets. */
  from: string;
  /** Where mails are stored without a mail server, one .eml file each. */
  folder: string;
  log: { info(fields: object, message: string): void };
  /** Where mails wait for the mail server. Without the queue each mail is tried once. */
  queue?: { outgoing: Pick<OutgoingQueue, 'add' | 'forget' | 'use'>; db: Database; now: () => Date };
  /** Called with each failure, with the first success, and with the first one after a failure (null). */
  onFailure?: (failure: MailState['failure']) => void;
};

/** How long the mailbox folder keeps mails: as long as most links in them are valid. */
const keptMs = 3_600_000;
const usuallyValidMs = 3 * 86_400_000;
/** A mail server that is back gets the mails to sign in soon. */
const pauseMaxMs = 60_000;

export function openMail(options: MailOptions): Mail {
  return options.smtpUrl === null ? mailboxFolder(options) : smtp(options.smtpUrl, options);
}

const failureOf = (problem: string): MailState['failure'] => ({ at: new Date(), problem });

/** Why the last mail could not be sent; null after a success. */
class LastFailure {
  readonly #onFailure: NonNullable<MailOptions['onFailure']>;
  #failure: MailState['failure'] = null;
  #isKnown = false;

  constructor({ onFailure = () => {} }: Pick<MailOptions, 'onFailure'>) {
    this.#onFailure = onFailure;
  }

  get failure(): MailState['failure'] {
    return this.#failure;
  }

  note(failure: MailState['failure']): void {
    const isNew = !this.#isKnown || failure !== null || this.#failure !== null;
    this.#failure = failure;
    this.#isKnown = true;
    if (isNew) this.#onFailure(failure);
  }
}

const ContentSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Whether its link opens an account. */
  isLink: z.boolean(),
});

/** Returns the address that a stored mail is for. */
export function addressOfMail(content: string): string {
  return ContentSchema.parse(JSON.parse(content)).to;
}

function smtp(smtpUrl: string, options: MailOptions): Mail {
  const server = new SmtpServer(smtpUrl, options.from);
  const last = new LastFailure(options);
  const { queue } = options;

  /** @throws what the library throws */
  async function deliver(mail: SmtpMail): Promise<void> {
    try {
      await server.send(mail);
      last.note(null);
    } catch (error) {
      const outcome = outcomeOfMailError(error);
      // A mistyped address does not mean that the mail server fails.
      if (outcome.kind === 'failed' || outcome.kind === 'busy') last.note(failureOf(outcome.problem));
      throw error;
    }
  }

  queue?.outgoing.use('mail', {
    placesMax: smtpPlacesMax,
    atOnceMax: smtpPlacesMax,
    pauseMaxMs,
    // The copy of a link that opens an account is deleted with it.
    isKept: ({ content }) => !ContentSchema.parse(JSON.parse(content)).isLink,
    send: async ({ id, content }): Promise<Outcome> => {
      const { to, subject, text } = ContentSchema.parse(JSON.parse(content));
      return deliver({ to, subject, text, id }).then(
        () => ({ kind: 'sent' }),
        (error: unknown) => outcomeOfMailError(error),
      );
    },
  });
  return {
    state: () => ({ kind: 'smtp', failure: last.failure }),
    send: async ({ to, subject, text, validForSec }, how = {}) => {
      if (queue === undefined || how.isTriedOnce) return deliver({ to, subject, text, id: randomUUID() });
      const validMs = validForSec === undefined ? usuallyValidMs : validForSec * 1_000;
      const { tx = queue.db, isBulk = false, userId } = how;
      await queue.outgoing.add(tx, {
        kind: 'mail',
        destination: server.name,
        content: JSON.stringify({ to, subject, text, isLink: !isBulk }),
        isUrgent: !isBulk,
        expiresAt: how.expiresAt ?? new Date(queue.now().getTime() + validMs),
        userId: userId ?? null,
        recipient: to,
      });
    },
    forget: async (to) => queue?.outgoing.forget(to),
    sweep: async () => {},
    close: () => server.close(),
  };
}

/** A mail's file, or its draft. */
const isMail = (name: string) => /\.eml(\.part)?$/.test(name);

function mailboxFolder(options: MailOptions): Mail {
  const { from, folder, log } = options;
  // The name contains the recipient as a digest, so that an account's mails can be deleted with it.
  const recipientIn = (to: string) =>
    `-${createHash('sha256').update(to.toLowerCase()).digest('hex').slice(0, 16)}-`;
  async function removeMails(isOver: (name: string) => boolean | Promise<boolean>): Promise<void> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names) {
      if (isMail(name) && (await isOver(name))) await rm(join(folder, name), { force: true });
    }
  }
  const last = new LastFailure(options);
  return {
    state: () => ({ kind: 'folder', failure: last.failure }),
    send: async ({ to, subject, text, link }) => {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      if (!Buffer.isBuffer(message)) throw new TypeError('nodemailer returned no message buffer');
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        last.note(failureOf(error instanceof Error ? error.message : String(error)));
        // Otherwise no one could use it.
        log.info({ link, err: error }, 'the mailbox folder is unusable: a mail is lost, here is its link');
        return;
      }
      // The name sorts by time, and the rename makes the file appear only when it is complete.
      const stamp = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }).replaceAll(':', '-');
      const path = join(folder, `${stamp}${recipientIn(to)}${randomUUID().slice(0, 8)}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      last.note(null);
      log.info({ path }, 'mail stored in the mailbox folder');
    },
    forget: (to) => removeMails((name) => name.includes(recipientIn(to))),
    sweep: (now) => {
      const before = now.getTime() - keptMs;
      return removeMails(async (name) => (await stat(join(folder, name))).mtimeMs < before);
    },
    close: () => {},
  };
}
