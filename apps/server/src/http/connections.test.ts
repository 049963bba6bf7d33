import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ProblemSchema } from '@boathouse/contract/errors';
import { usePglite } from '../../test/support/databases.ts';
import { useTestApp, type Person } from '../../test/support/test-app.ts';

const database = usePglite();
const bodies = { periodMs: 400, minBytes: 1_000, whenStoppingMs: 50 };
const app = useTestApp(database, { limits: { bodies } });
let address: URL;
let ann: Person;

beforeAll(async () => {
  address = new URL(await app().listen());
  ann = await app().signUp('Ann');
});

function open(): Socket {
  const socket = connect(Number(address.port), address.hostname);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Returns all that the server sends on a connection until it ends it. */
async function answerOf(socket: Socket) {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

type RawAnswer = Awaited<ReturnType<typeof answerOf>>;

/** Returns the code of a problem, after checking that it has the headers of every response. */
function codeOf({ headers, body }: RawAnswer): string {
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  return ProblemSchema.parse(JSON.parse(body)).code;
}

const head = (method: string, path: string, headers: Record<string, string> = {}) =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ host: address.host, ...headers }).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

describe('a body that arrives slowly', () => {
  const json = { 'content-type': 'application/json', 'content-length': '60000' };

  test.for([
    ['to sign in', 'POST', '/api/auth/sign-in/email'],
    ['to a call of a user', 'PATCH', '/api/users/019a0000-0000-7000-8000-000000000000/displayName'],
    ['to nothing', 'POST', '/api/nothing'],
  ] as const)('is cut off with 408: %s', async ([, method, path]) => {
    const socket = open();
    socket.write(head(method, path, { ...json, authorization: `Bearer ${ann.token}` }));
    const timer = setInterval(() => socket.writable && socket.write('x'), 50);
    const answer = await answerOf(socket);
    clearInterval(timer);
    expect([answer.status, codeOf(answer)]).toEqual([408, 'timed_out']);
  });

  test('is accepted while it arrives fast enough', async () => {
    const socket = open();
    const body = JSON.stringify({ displayName: 'Ann' }).padEnd(60_000, ' ');
    socket.write(
      head('PATCH', `/api/users/${ann.user._id}/displayName`, {
        ...json,
        authorization: `Bearer ${ann.token}`,
        connection: 'close',
      }),
    );
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < body.length) socket.write(body.slice(sent, (sent += 3_000)));
    }, 100);
    const answer = await answerOf(socket);
    clearInterval(timer);
    expect(answer.status).toBe(200);
  });

  test('does not hold the connection after a response that was sent before its end', async () => {
    const socket = open();
    socket.write(head('POST', '/api/sessions', json));
    const timer = setInterval(() => socket.writable && socket.write('x'), 50);
    const answer = await answerOf(socket);
    clearInterval(timer);
    expect(answer.status).toBe(401);
  });
});

describe('a malformed request gets a problem response', () => {
  test.for([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'bad_request'],
    ['headers that are too large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
    [
      'chunk extensions that are too large',
      `POST /api/users HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
      413,
      'too_large',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'bad_request',
    ],
  ] as const)('%s', async ([, text, status, code]) => {
    const socket = open();
    socket.write(text);
    const answer = await answerOf(socket);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  });
});

describe('an upgrade that is not served', () => {
  const upgrade = {
    connection: 'upgrade, close',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  };

  test.for([
    ['at an address that is nobody’s', '/nothing', {}, 404, 'not_found'],
    ['of the API', '/api/users/x', {}, 401, 'not_signed_in'],
    ['without a protocol version', '/socket.io/?transport=websocket', {}, 400, 'bad_request'],
    ['of another transport', '/socket.io/?EIO=4&transport=polling', {}, 400, 'bad_request'],
    [
      'of a session of another transport',
      '/socket.io/?EIO=4&transport=websocket&sid=a',
      {},
      400,
      'bad_request',
    ],
    [
      'with a bad key',
      '/socket.io/?EIO=4&transport=websocket',
      { 'sec-websocket-key': 'x' },
      400,
      'bad_request',
    ],
    ['to another protocol', '/socket.io/?EIO=4&transport=websocket', { upgrade: 'h2c' }, 400, 'bad_request'],
  ] as const)('is answered like any request: %s', async ([, path, headers, status, code]) => {
    const socket = open();
    socket.write(head('GET', path, { ...upgrade, ...headers }));
    const answer = await answerOf(socket);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  });

  test('does not hide a real one', async () => {
    const socket = open();
    socket.write(head('GET', '/socket.io/?EIO=4&transport=websocket', upgrade));
    const [chunk] = await once(socket, 'data');
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 101 /);
  });
});

test('a body in progress does not delay the end of the process', async () => {
  const socket = open();
  socket.write(
    head('POST', '/api/auth/sign-in/email', {
      'content-type': 'application/json',
      'content-length': '60000',
    }),
  );
  // The server has read the head once it responds to the next request.
  await fetch(new URL('/livez', address));
  app().app.announceStop();
  const answer = await answerOf(socket);
  expect([answer.status, codeOf(answer)]).toEqual([503, 'unavailable']);
});
