import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../test/processes/servers.ts';
import { listen } from '../../test/support/listen.ts';
import { checkMail } from './mail-check.ts';

/* Each partner is real: it listens, and behaves like a real mail server. */

const secret = 'oars-and-ores';
const withinMs = 500;
const credentials = `ann%40club.example:${secret}@`;

/** Starts a server that handles a connection with the given function, and returns its port. */
function startPartner(serve: (socket: Socket) => void): Promise<number> {
  return listen(createServer(serve));
}

/** Starts a mail server whose only account is `ann@club.example`, with an unknown certificate. */
async function startMailServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    logger: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ann@club.example' && password === secret
        ? done(null, { user: username })
        : done(new Error(`No account ${username} with ${password}`)),
    ...options,
  });
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server is not listening');
  return address.port;
}

/** Returns the doctor's message about a mail server, after its name. */
async function said(url: string): Promise<string | null> {
  const problem = await checkMail(url, { withinMs });
  if (problem === null) return null;
  expect(problem.text).not.toContain(secret);
  expect(problem.text).not.toContain('ann');
  const [, why = problem.text] = /^The mail server \S+:\d+ was tried: (.*)$/.exec(problem.text) ?? [];
  return why;
}

test('a mail server that accepts the login has no problem, and neither has one without a login', async () => {
  const port = await startMailServer({ disabledCommands: ['STARTTLS'] });
  expect(await said(`smtp://${credentials}127.0.0.1:${port}`)).toBeNull();
  const open = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
  expect(await said(`smtp://127.0.0.1:${open}`)).toBeNull();
});

test('a wrong password is named, but neither it nor the words of the server are printed', async () => {
  const port = await startMailServer({ disabledCommands: ['STARTTLS'] });
  expect(await said(`smtp://ann%40club.example:${secret}2@127.0.0.1:${port}`)).toBe(
    'it refused the user name or the password of SMTP_URL (535).',
  );
});

test('a port where nothing listens, and a name that is not in DNS, are reported', async () => {
  expect(await said(`smtp://127.0.0.1:${await freePort()}`)).toMatch(/^nothing listens there/);
  expect(await said('smtp://mail.club.invalid')).toMatch(/^its name is not in DNS|took no connection/);
});

test('a server that hangs is not waited for', async () => {
  const port = await startPartner(() => {});
  const startedMs = performance.now();
  expect(await said(`smtp://127.0.0.1:${port}`)).toMatch(
    /^it took the connection and did not answer within 0.5 s\. If its port expects encryption/,
  );
  expect(performance.now() - startedMs).toBeLessThan(4 * withinMs + 2_000);
});

test('a server that sends a byte at a time is not waited for', async () => {
  const port = await startPartner((socket) => {
    const timer = setInterval(() => socket.write('2'), 50);
    socket.on('close', () => clearInterval(timer));
  });
  expect(await said(`smtp://127.0.0.1:${port}`)).toMatch(/did not answer within 0.5 s|no mail server/);
});

test('a server that hangs after its greeting is not waited for', async () => {
  const port = await startPartner((socket) => socket.write('220 mail.example ESMTP\r\n'));
  expect(await said(`smtp://127.0.0.1:${port}`)).toMatch(/did not answer within 0.5 s/);
});

test('another program is not mistaken for a mail server', async () => {
  const port = await startPartner((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await said(`smtp://127.0.0.1:${port}`)).toBe('what answers there is no mail server.');
});

test('bytes that are not text do not count as a mail server', async () => {
  const port = await startPartner((socket) => socket.end(Buffer.from([0, 255, 13, 10, 0, 13, 10])));
  expect(await said(`smtp://127.0.0.1:${port}`)).toMatch(/no mail server|ended the connection/);
});

test('a server that refuses this machine states this in its greeting', async () => {
  const port = await startPartner((socket) => socket.end(`554 5.7.1 blocked, ${secret}\r\n`));
  expect(await said(`smtp://127.0.0.1:${port}`)).toBe('it refuses mails from this machine (554).');
  const busy = await startPartner((socket) => socket.end('421 4.7.0 Too many connections\r\n'));
  expect(await said(`smtp://127.0.0.1:${busy}`)).toMatch(/421/);
});

test('a server that closes at once is named', async () => {
  const port = await startPartner((socket) => socket.end());
  expect(await said(`smtp://127.0.0.1:${port}`)).toMatch(/^it ended the connection/);
});

test('the two kinds of encryption are not mixed up in silence', async () => {
  const plain = await startMailServer({ disabledCommands: ['STARTTLS'] });
  expect(await said(`smtps://127.0.0.1:${plain}`)).toMatch(
    /^it does not begin with encryption.*smtp:\/\/ instead/,
  );
  const secure = await startMailServer({ secure: true });
  expect(await said(`smtp://127.0.0.1:${secure}`)).toMatch(/did not answer.*SMTP_URL begins with smtps/);
});

test('a certificate that no authority has given is named, with each kind of encryption', async () => {
  const secure = await startMailServer({ secure: true });
  expect(await said(`smtps://127.0.0.1:${secure}`)).toMatch(/^its certificate/);
  const later = await startMailServer();
  expect(await said(`smtp://127.0.0.1:${later}`)).toMatch(/^its certificate/);
});

test('a server that offers no encryption gets no password, and is reported', async () => {
  // `0.0.0.0` is this machine too, but not one of the names that need no encryption.
  const port = await startMailServer({ disabledCommands: ['STARTTLS'] });
  expect(await said(`smtp://${credentials}0.0.0.0:${port}`)).toMatch(/^it refuses encryption \(STARTTLS\)/);
});
