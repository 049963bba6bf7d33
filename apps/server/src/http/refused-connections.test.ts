import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { usePglite } from '../../test/support/databases.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { limitRates, usualRateLimits } from './rate-limits.ts';
import { RefusedConnections, type RefusalLimits } from './refused-connections.ts';

/** Serves calls that are refused from the third on, and pages that are not. */
async function serve(refusals: RefusalLimits) {
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('caller', null);
  await limitRates(app, {
    limits: { ...usualRateLimits, windowMs: 600_000, perAddress: 2 },
    counts: null,
    addressKey: (address) => address,
    refused: new RefusedConnections(refusals),
  });
  app.get('/api/thing', () => 'thing');
  app.get('/file', () => 'file');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return { app, port: Number(port) };
}

/** Opens a connection. `statuses` grows with each response. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const statuses: string[] = [];
  socket.on('data', (received: string) => {
    for (const [, status = ''] of received.matchAll(/HTTP\/1\.1 (\d+)/g)) statuses.push(status);
  });
  socket.on('error', () => {});
  const write = (request: string) => {
    const [line = '', ...headers] = (/^[A-Z]+ /.test(request) ? request : `GET ${request}`).split('\n');
    socket.write([`${line} HTTP/1.1`, 'host: row.example', ...headers, '', ''].join('\r\n'));
  };
  return { socket, statuses, write };
}

/**
 * Sends one request after the other on one connection, until the server closes it. Returns the statuses. A request is a
 * path to get, or a method and a path, and headers below.
 */
async function sendEach(port: number, requests: readonly string[]): Promise<string[]> {
  const { socket, statuses, write } = await open(port);
  for (const [index, request] of requests.entries()) {
    write(request);
    await expect.poll(() => socket.closed || statuses.length > index).toBe(true);
    if (socket.closed) break;
  }
  return statuses;
}

const calls = (count: number) => Array.from({ length: count }, () => '/api/thing');
const refusals: RefusalLimits = { waitMs: 1, inARowMax: 3, waitingMax: 1_000 };

test('the last of some refusals in a row closes the connection', async () => {
  const { port } = await serve(refusals);
  expect(await sendEach(port, calls(8))).toEqual(['200', '200', '429', '429', '429']);
});

test('requests that are sent without waiting for their refusals close the connection', async () => {
  const { app, port } = await serve({ ...refusals, waitMs: 60_000 });
  await sendEach(port, calls(2));
  const { socket, statuses, write } = await open(port);
  for (const path of calls(20)) write(path);
  await expect.poll(() => socket.closed).toBe(true);
  expect(statuses).toEqual([]);
  expect((await app.inject('/file')).statusCode).toBe(200);
});

test('a request that no limit refuses ends the series of refusals', async () => {
  const { port } = await serve(refusals);
  const paths = [...calls(4), '/file', ...calls(3)];
  expect(await sendEach(port, paths)).toEqual(['200', '200', '429', '429', '200', '429', '429', '429']);
});

test('refusals beyond the waiting limit close their connections at once', async () => {
  const { port } = await serve({ ...refusals, waitingMax: 0 });
  expect(await sendEach(port, calls(3))).toEqual(['200', '200']);
});

test("the server's own calls are refused without a wait", async () => {
  const { app } = await serve({ ...refusals, waitMs: 60_000 });
  const statuses = [];
  for (let count = 0; count < 10; count += 1) statuses.push((await app.inject('/api/thing')).statusCode);
  expect(statuses).toEqual([200, 200, ...Array.from({ length: 8 }, () => 429)]);
});

describe('before a limit counts', () => {
  const app = useTestApp(usePglite(), {
    limits: { rates: { ...usualRateLimits, unknownCredentials: { burst: 1, perSec: 1e-9 }, refusals } },
  });
  const sendTimes = async (count: number, request: string) => {
    const { port } = new URL(app().app.http.listeningOrigin);
    return sendEach(
      Number(port),
      Array.from({ length: count }, () => request),
    );
  };
  beforeAll(() => app().listen());

  test.each([
    ['an address that encodes letters', '/%61pi/product', '400'],
    ['an address that names a host', 'http://row.example/api/product', '400'],
    ['an address that cannot be decoded', '/api/%zz', '400'],
    ['a change from another site', 'POST /api/auth/sign-out\norigin: https://other.example', '403'],
  ])('refusals of %s are slow too, and close the connection', async (_what, request, status) => {
    expect(await sendTimes(8, request)).toEqual([status, status, status]);
  });

  test('refusals of unknown logins are slow too, and close the connection', async () => {
    const request = '/api/notifications/unread\nauthorization: Bearer unknown';
    expect(await sendTimes(8, request)).toEqual(['401', '429', '429', '429']);
  });
});
