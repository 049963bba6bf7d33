import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitRates, usualRateLimits } from './rate-limits.ts';
import type { RefusalLimits } from './refused-connections.ts';

/** Serves calls that are refused with the third on, and pages that are not. */
async function serve(refusals: RefusalLimits) {
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('caller', null);
  await limitRates(app, {
    limits: { ...usualRateLimits, windowMs: 600_000, perAddress: 2, refusals },
    counts: null,
    addressKey: (address) => address,
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
  const write = (path: string) => void socket.write(`GET ${path} HTTP/1.1\r\nhost: row.example\r\n\r\n`);
  return { socket, statuses, write };
}

/** Sends one request after the other on one connection, until the server closes it. Returns the statuses. */
async function sendEach(port: number, paths: readonly string[]): Promise<string[]> {
  const { socket, statuses, write } = await open(port);
  for (const [index, path] of paths.entries()) {
    write(path);
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

test('a request that no limit refuses ends the row', async () => {
  const { port } = await serve(refusals);
  const paths = [...calls(4), '/file', ...calls(3)];
  expect(await sendEach(port, paths)).toEqual(['200', '200', '429', '429', '200', '429', '429', '429']);
});

test('refusals beyond those that may wait close their connections at once', async () => {
  const { port } = await serve({ ...refusals, waitingMax: 0 });
  expect(await sendEach(port, calls(3))).toEqual(['200', '200']);
});

test("the server's own calls are refused without a wait", async () => {
  const { app } = await serve({ ...refusals, waitMs: 60_000 });
  const statuses = [];
  for (let count = 0; count < 10; count += 1) statuses.push((await app.inject('/api/thing')).statusCode);
  expect(statuses).toEqual([200, 200, ...Array.from({ length: 8 }, () => 429)]);
});
