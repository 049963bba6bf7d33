import { once } from 'node:events';
import { connect } from 'node:net';
import { loadNodemailer, smtpConnectionOf } from '../infra/outgoing/smtp.ts';

type MailProblem = { kind: 'mail'; text: string };

/** How long each step may take by default: connecting, and then the whole dialog until the login is accepted. */
const usualMs = 10_000;

/**
 * Fields of Node's and nodemailer's errors. Error messages are not used: they repeat the server's words, which may be
 * anything.
 */
function factsOf(error: unknown) {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const text = (name: string): string => {
    const value = field(name);
    return typeof value === 'string' ? value : '';
  };
  const reply = field('responseCode');
  return {
    code: text('originalCode') || text('code'),
    kind: text('code'),
    reply: typeof reply === 'number' ? reply : null,
    command: text('command'),
    words: error instanceof Error ? error.message : '',
  };
}

/**
 * Tries the mail server as far as a mail's envelope: its address, encryption, and login. Nothing is sent. The returned
 * problem contains neither the user name, the password, nor any word of the server; null if there is none.
 */
export async function checkMail(
  smtpUrl: string,
  { withinMs = usualMs }: { withinMs?: number } = {},
): Promise<MailProblem | null> {
  const { name, host, port, isSecure, options } = smtpConnectionOf(smtpUrl);
  const seconds = `${withinMs / 1_000} s`;
  const problem = (why: string): MailProblem => ({
    kind: 'mail',
    text: `The mail server ${name} was tried: ${why}`,
  });
  const socket = connect({ host, port });
  const deadline = AbortSignal.timeout(withinMs);
  try {
    await once(socket, 'connect', { signal: deadline });
  } catch (error) {
    socket.on('error', () => {}).destroy();
    const { code } = factsOf(error);
    if (deadline.aborted)
      return problem(`it took no connection within ${seconds}. Check host and port of SMTP_URL.`);
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return problem('its name is not in DNS. Check SMTP_URL.');
    if (code === 'ECONNREFUSED') return problem('nothing listens there. Check host and port of SMTP_URL.');
    return problem(`it can't be reached (${code}).`);
  }
  const { createTransport } = await loadNodemailer();
  const transport = createTransport({
    ...options,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    // Our own socket: it can be ended at any time, even if the server sends a byte a second.
    getSocket: (_options: unknown, callback: (error: null, given: object) => void) =>
      callback(null, { connection: socket }),
  });
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, 2 * withinMs);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return problem(whyRefused(factsOf(error), { isSecure, isLate, seconds }));
  } finally {
    clearTimeout(late);
    transport.close();
    socket.destroy();
  }
}

function whyRefused(
  { code, kind, reply, command, words }: ReturnType<typeof factsOf>,
  { isSecure, isLate, seconds }: { isSecure: boolean; isLate: boolean; seconds: string },
): string {
  const said = reply === null ? '' : ` (${reply})`;
  if (kind === 'EAUTH') {
    return reply === null
      ? "it offers no login that Boathouse knows, and SMTP_URL has a user name. Remove it, or use the server's port for sending."
      : `it refused the user name or the password of SMTP_URL${said}.`;
  }
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'its certificate is for another name. SMTP_URL needs the name that is in the certificate.';
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(code) || /self-signed|unable to (verify|get)/.test(words))
    return 'its certificate is not from a known authority. NODE_EXTRA_CA_CERTS can name a file with its own.';
  if (/certificate has expired/.test(words)) return 'its certificate has expired.';
  if (/altnames/.test(words))
    return 'its certificate is for another name. SMTP_URL needs the name that is in the certificate.';
  if (kind === 'ETLS' && command === 'STARTTLS' && reply !== null)
    return `it refuses encryption (STARTTLS)${said}, and without it neither mails nor the password are sent.`;
  if (isSecure && (code.startsWith('ERR_SSL') || kind === 'ETLS'))
    return 'it does not begin with encryption. For STARTTLS, usual at port 587, SMTP_URL begins with smtp:// instead of smtps://.';
  if (code.startsWith('ERR_SSL') || kind === 'ETLS') return 'encryption (STARTTLS) failed.';
  if (kind === 'ETIMEDOUT' || isLate)
    return `it took the connection and did not answer within ${seconds}.${
      isSecure
        ? ''
        : ' If its port expects encryption from the start, usual at 465, SMTP_URL begins with smtps://.'
    }`;
  if (reply === 421) return 'it is busy, or refuses connections for now (421).';
  if (kind === 'EPROTOCOL')
    return reply === null || reply < 400
      ? 'what answers there is no mail server.'
      : `it refuses mails from this machine${said}.`;
  return `it ended the connection${said}.`;
}
