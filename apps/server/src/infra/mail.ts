import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';

/** Plain text with one link in it, which `text` holds too. */
export type MailMessage = { to: string; subject: string; text: string; link: string };

/** The mail port. */
export type Mail = {
  /**
   * Resolves when the mail server (or the mailbox folder) has taken the mail; rejects when it did not, also after the
   * tries that a passing trouble is worth.
   */
  send(message: MailMessage): Promise<void>;
  /** What is being sent still is; nothing is tried again. */
  close(): void;
};

export type MailOptions = {
  smtpUrl: string | null;
  /** An address, or a name and the address in angle brackets. */
  from: string;
  /** Where mails are kept without a mail server, one .eml each. */
  folder: string;
  log: { info(fields: object, message: string): void };
  /** The waits before the second try and those after it; a server that puts off strangers wants minutes. */
  tryAgainAfterMs?: readonly number[];
};

/** A mail server that does not answer must not hold a mail for ever. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function openMail(options: MailOptions): Mail {
  return options.smtpUrl === null ? mailboxFolder(options) : smtp(options.smtpUrl, options);
}

/** RFC 5321 4.2.1: a reply of 4xx is for now, one of 5xx for good; without a reply the line or the server was away. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode < 500;
  return 'code' in error && ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'].includes(String(error.code));
}

function smtp(smtpUrl: string, options: MailOptions): Mail {
  const { from, tryAgainAfterMs = [2_000, 30_000, 300_000] } = options;
  const url = new URL(smtpUrl);
  const isSecure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    ...timeouts,
  });
  const closing = new AbortController();
  return {
    send: async ({ to, subject, text }) => {
      for (let tries = 0; ; tries += 1) {
        try {
          // An object, so that nothing in the address is read as a list of addresses.
          await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
          return;
        } catch (error) {
          const waitMs = tryAgainAfterMs[tries];
          if (waitMs === undefined || !mayPass(error)) throw error;
          await pause(waitMs, undefined, { signal: closing.signal }).catch(() => {
            throw error;
          });
        }
      }
    },
    close: () => {
      closing.abort();
      transport.close();
    },
  };
}

function mailboxFolder({ from, folder, log }: MailOptions): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async ({ to, subject, text, link }) => {
      const { message } = await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not put together');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // In the order of their making by name, and never half of one.
      const stamp = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }).replaceAll(':', '-');
      const path = join(folder, `${stamp}-${randomUUID().slice(0, 8)}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ to, subject, link, path }, 'mail kept in the mailbox folder');
    },
    close: () => transport.close(),
  };
}
