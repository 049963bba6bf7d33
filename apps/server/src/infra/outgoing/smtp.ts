import type { Transporter } from 'nodemailer';
import { loopbackHosts } from '../../http/origin.ts';
import type { Outcome } from './queue/transport.ts';

/** Mails to one server at once: hosted ones allow 5 to 20 connections, and other programs use them too. */
export const smtpPlacesMax = 3;
/** Mails over one connection; servers close a connection after some hundred. */
const mailsPerConnection = 100;
/** Limits the time that an unresponsive mail server can hold a mail, in milliseconds. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};
/** A server that sends one byte at a time would keep a connection open forever. */
const mailLimitMs = 75_000;

/** `id`: used in the Message-ID, the same in each attempt. */
export type SmtpMail = { to: string; subject: string; text: string; id: string };

/** Loads the library with the first mail: it takes time and memory of a start. */
export function loadNodemailer() {
  return import('nodemailer');
}

/** How the server of an SMTP_URL is reached. `name` is its host and port. */
export function smtpConnectionOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const isSecure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (isSecure ? 465 : 587) : Number(url.port);
  return {
    name: `${host}:${port}`,
    host,
    port,
    isSecure,
    options: {
      host,
      port,
      secure: isSecure,
      // Without it, a mail server in between could make the client send the password and the mails in clear text.
      requireTLS: !isSecure && !loopbackHosts.has(url.hostname.toLowerCase()),
      ...(url.username === ''
        ? {}
        : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
      ...timeouts,
    },
  };
}

/** A mail server, behind a few connections that mails share. */
export class SmtpServer {
  /** Its host and port. */
  readonly name: string;
  readonly #from: string;
  readonly #options: object;
  /** A promise, so that mails of one moment wait for one pool instead of opening one each. */
  #transport: Promise<Transporter> | undefined;

  /** @param from an address, or a name and the address in angle brackets */
  constructor(smtpUrl: string, from: string) {
    const { name, options } = smtpConnectionOf(smtpUrl);
    this.name = name;
    this.#from = from;
    this.#options = {
      ...options,
      pool: true,
      maxConnections: smtpPlacesMax,
      maxMessages: mailsPerConnection,
      // Retries once, for a connection that the server ended while no mail used it. The queue repeats the others.
      maxRequeues: 1,
    };
  }

  /** Resolves when the server has accepted the mail. */
  async send({ to, subject, text, id }: SmtpMail): Promise<void> {
    this.#transport ??= loadNodemailer().then(({ createTransport }) => createTransport(this.#options));
    const domain = /@([^\s@>]+)>?$/.exec(this.#from)?.[1] ?? 'localhost';
    await (
      await this.#transport
    ).sendMail({
      from: this.#from,
      // An object, so that nodemailer does not parse the address as a list.
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${domain}>`,
      signal: AbortSignal.timeout(mailLimitMs),
    });
  }

  close(): void {
    void this.#transport?.then(
      (transport) => transport.close(),
      () => {},
    );
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
const replyOf = (error: Error): number | null =>
  'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;

/** Returns whether the server has refused the mail's address or content, and not the server's own settings. */
function isAboutMail(error: Error): boolean {
  const command = 'command' in error ? String(error.command) : '';
  return (codeOf(error) === 'EENVELOPE' && command !== 'MAIL FROM') || codeOf(error) === 'EMESSAGE';
}

/**
 * Returns the meaning of an attempt's error (RFC 5321, 4.2.1: replies 4xx are temporary, 5xx permanent). A wrong
 * password or sender refuses all mails until the operator mends it, so they wait.
 */
export function outcomeOfMailError(error: unknown): Outcome {
  if (!(error instanceof Error)) return { kind: 'failed', problem: String(error), isReached: false };
  const reply = replyOf(error);
  const problem = error.message;
  // 421: too many connections or mails; 454 4.7.0: too many logins. It sends this before it reads the mail.
  if (reply === 421 || reply === 454) return { kind: 'busy', problem, waitSec: null };
  if (!isAboutMail(error)) return { kind: 'failed', problem, isReached: false };
  // Without a reply, nodemailer itself refuses the address.
  if (reply === null || reply >= 500) return { kind: 'refused', problem };
  // 450, 451, 452: a full mailbox, greylisting, or a limit of this recipient.
  return { kind: 'failed', problem, isReached: true };
}
