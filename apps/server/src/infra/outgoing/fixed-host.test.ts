import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { FixedHost } from './fixed-host.ts';
import { OutsideError } from './outside-error.ts';

const closing: Array<() => void> = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function hostThat(answers: RequestListener, options: { timeoutMs?: number; bytesMax?: number } = {}) {
  const server = createServer(answers).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const at = server.address();
  const origin = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  return new FixedHost(origin, { userAgent: 'Boathouse-sync', ...options });
}
const get = { method: 'GET', path: '/results' } as const;

test('an answer is its status, its JSON or text, and how long to wait', async () => {
  const date = 'Tue, 24 Nov 2026 18:00:00 GMT';
  const host = await hostThat((request, response) => {
    const retryAfter = request.url === '/date' ? 'Tue, 24 Nov 2026 18:02:00 GMT' : '30';
    response
      .writeHead(429, { date, 'retry-after': retryAfter })
      .end(request.url === '/text' ? 'Wait' : '{"a":1}');
  });
  expect(await host.call(get)).toEqual({
    status: 429,
    body: { a: 1 },
    retryAfterSec: 30,
    date: new Date(date),
  });
  expect(await host.call({ ...get, path: '/date' })).toMatchObject({ retryAfterSec: 120 });
  expect(await host.call({ ...get, path: '/text' })).toMatchObject({ body: 'Wait' });
});

test('no other host is called: neither by a redirect nor by a path', async () => {
  let calls = 0;
  const other = await hostThat((_request, response) => {
    calls += 1;
    response.end('{}');
  });
  const host = await hostThat((_request, response) => {
    response.writeHead(307, { location: `${other.origin}/results` }).end();
  });
  await expect(host.call(get)).rejects.toThrow('It answered with a redirect (307), which is not followed');
  const name = new URL(other.origin).port;
  await expect(host.call({ ...get, path: `@127.0.0.1:${name}/results` })).rejects.toThrow('another host');
  expect(calls).toBe(0);
});

test('a host that is silent, before or within its answer, is left after the time limit', async () => {
  const silent = await hostThat(() => {}, { timeoutMs: 50 });
  await expect(silent.call(get)).rejects.toThrow('No response within 0.05 s');
  const halting = await hostThat((_request, response) => void response.write('{"a":'), { timeoutMs: 50 });
  await expect(halting.call(get)).rejects.toThrow('No response within 0.05 s');
});

test('an answer is read up to its bound', async () => {
  // It never ends.
  const host = await hostThat((_request, response) => void response.write('x'.repeat(100_000)), {
    bytesMax: 10_000,
  });
  await expect(host.call(get)).rejects.toThrow('The answer is too long');
});

test('a host that is down, or ends the connection, is an error with a message', async () => {
  const broken = await hostThat((request) => void request.socket.destroy());
  await expect(broken.call(get)).rejects.toThrow('The connection was closed without a response');
  const away = new FixedHost('http://127.0.0.1:1', { userAgent: 'Boathouse-sync' });
  await expect(away.call(get)).rejects.toThrow(OutsideError);
});
