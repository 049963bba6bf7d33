import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

type ReceivedMail = { envelope: { from: string; to: string[] }; raw: string };

/**
 * Starts a mail server on loopback that stores the mails it receives. With `user` it requires authentication. It
 * refuses the first `isBusyFor` recipients with a temporary error (451), and connections above `connectionsMax` with
 * 421.
 */
export async function startSmtpServer(
  options: {
    user?: string;
    password?: string;
    refuses?: boolean;
    isBusyFor?: number;
    connectionsMax?: number;
  } = {},
): Promise<{ url: string; mails: ReceivedMail[]; next(): Promise<ReceivedMail>; close(): Promise<void> }> {
  const mails: ReceivedMail[] = [];
  const waiting: Array<(mail: ReceivedMail) => void> = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    logger: false,
    ...(options.connectionsMax === undefined ? {} : { maxClients: options.connectionsMax }),
    onAuth: ({ username, password }, _session, done) =>
      username === options.user && password === options.password
        ? done(null, { user: username })
        : done(new Error('Authentication failed')),
    onRcptTo: (_address, _session, done) => {
      if (options.refuses) return done(new Error('The mailbox is full'));
      attempts += 1;
      const isBusy = attempts <= (options.isBusyFor ?? 0);
      return done(isBusy ? Object.assign(new Error('Come back later'), { responseCode: 451 }) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          envelope: {
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
          },
          raw: Buffer.concat(chunks).toString(),
        };
        mails.push(mail);
        waiting.shift()?.(mail);
        done();
      });
    },
  });
  // A client that is killed resets its connection.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server is not listening');
  const who = options.user
    ? `${encodeURIComponent(options.user)}:${encodeURIComponent(options.password ?? '')}@`
    : '';
  return {
    url: `smtp://${who}127.0.0.1:${address.port}`,
    mails,
    /** Resolves with the next mail that arrives. */
    next: () => new Promise((resolve) => void waiting.push(resolve)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Decodes a single-part mail into its headers (names in lower case) and its text. */
export function readMail(raw: string): { headers: Record<string, string>; text: string } {
  const [head = '', ...rest] = raw.replaceAll('\r\n', '\n').split('\n\n');
  const headers: Record<string, string> = {};
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = decodeWords(line.slice(colon + 1).trim());
  }
  const body = rest.join('\n\n');
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  if (encoding === 'base64') return { headers, text: Buffer.from(body, 'base64').toString() };
  return { headers, text: encoding === 'quoted-printable' ? decodeQuoted(body) : body };
}

/** Decodes quoted-printable, RFC 2045 section 6.7: `=XX` is a byte, `=` at the end of a line joins the next line. */
function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Decodes encoded words, RFC 2047: =?UTF-8?Q?...?= and =?UTF-8?B?...?= */
function decodeWords(text: string): string {
  return text.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : decodeQuoted(word.replaceAll('_', ' ')),
  );
}
