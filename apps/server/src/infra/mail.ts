import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import { loopbackHosts } from '../http/origin.ts';

/** A plain-text mail with one link. `text` contains `link`. */
export type MailMessage = { to: string; subject: string; text: string; link: string };

type MailState = { kind: 'smtp' | 'folder'; failure: { at: Date; problem: string } | null };

/** The mail port. */
export type Mail = {
  /**
   * Resolves when the mail server has accepted the mail or the mailbox folder has stored it. Retries temporary
   * failures unless `isTriedOnce`, then rejects. Also resolves for a mail that is dropped while it waits for a retry.
   */
  send(message: MailMessage, how?: { isTriedOnce: boolean }): Promise<void>;
  /** Drops the mails to an address that wait for a retry, and deletes those in the mailbox folder. */
  forget(to: string): Promise<void>;
  /** Deletes the mails in the mailbox folder whose links have ended. */
  sweep(now: Date): Promise<void>;
  /** Where mails go, and why the last one could not be sent; null after one that was. */
  state(): MailState;
  /** Stops retrying. Mails that are being sent are still sent. */
  close(): void;
};

type MailOptions = {
  smtpUrl: string | null;
  /** An address, or a name and the address in angle brackets. */
  from: string;
  /** Where mails are stored without a mail server, one .eml file each. */
  folder: string;
  log: { info(fields: object, message: string): void };
  /** The waits before each retry. A server with greylisting needs minutes. */
  retryAfterMs?: readonly number[];
  /** Called with each failure, with the first success, and with the first one after a failure (null). */
  onFailure?: (failure: MailState['failure']) => void;
};

/** How long the links in mails are valid, and so how long the mailbox folder keeps them. */
const keptMs = 3_600_000;

/** Limits the time that an unresponsive mail server can hold a mail, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function openMail(options: MailOptions): Mail {
  return options.smtpUrl === null ? mailboxFolder(options) : smtp(options.smtpUrl, options);
}

/** RFC 5321 4.2.1: replies 4xx are temporary, 5xx permanent. Connection failures count as temporary. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode < 500;
  return 'code' in error && ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'].includes(String(error.code));
}

/** A mistyped address says nothing about the mail server. */
const isAboutRecipient = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EENVELOPE' && !isTemporary(error);

const failureOf = (error: unknown): MailState['failure'] => ({
  at: new Date(),
  problem: error instanceof Error ? error.message : String(error),
});

/** Why the last mail could not be sent; null after one that was. */
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

/** Loads the library with the first mail: it takes time and memory of a start. */
const loadNodemailer = () => import('nodemailer');

function smtp(smtpUrl: string, options: MailOptions): Mail {
  const { from, retryAfterMs = [2_000, 30_000, 300_000] } = options;
  const url = new URL(smtpUrl);
  const isSecure = url.protocol === 'smtps:';
  const server = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    // Without it, a mail server in between could have the password and the mails sent in clear.
    requireTLS: !isSecure && !loopbackHosts.has(url.hostname.toLowerCase()),
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    ...timeouts,
  };
  let transport: Transporter | undefined;
  const closing = new AbortController();
  const waits = new Set<{ to: string; forgotten: AbortController }>();
  const last = new LastFailure(options);
  return {
    state: () => ({ kind: 'smtp', failure: last.failure }),
    send: async ({ to, subject, text }, { isTriedOnce } = { isTriedOnce: false }) => {
      for (let tries = 0; ; tries += 1) {
        try {
          transport ??= (await loadNodemailer()).createTransport(server);
          // An object, so that nodemailer does not parse the address as a list.
          await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
          last.note(null);
          return;
        } catch (error) {
          if (!isAboutRecipient(error)) last.note(failureOf(error));
          const waitMs = isTriedOnce ? undefined : retryAfterMs[tries];
          if (waitMs === undefined || !isTemporary(error)) throw error;
          const wait = { to, forgotten: new AbortController() };
          waits.add(wait);
          try {
            const signal = AbortSignal.any([closing.signal, wait.forgotten.signal]);
            await pause(waitMs, undefined, { signal });
          } catch {
            if (wait.forgotten.signal.aborted) return;
            throw error;
          } finally {
            waits.delete(wait);
          }
        }
      }
    },
    forget: async (to) => {
      for (const wait of waits) if (wait.to === to) wait.forgotten.abort();
    },
    sweep: async () => {},
    close: () => {
      closing.abort();
      transport?.close();
    },
  };
}

/** A mail's file, or its draft. */
const isMail = (name: string) => /\.eml(\.part)?$/.test(name);

function mailboxFolder(options: MailOptions): Mail {
  const { from, folder, log } = options;
  // The recipient is in the name as a digest, so that an account's mails are found with the account.
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
        last.note(failureOf(error));
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
