import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePglite } from '../../test/support/databases.ts';
import { TestApp } from '../../test/support/test-app.ts';

const token = 'token-of-the-monitoring-tool';

describe('the metrics', () => {
  const database = usePglite();
  let open: TestApp;
  let closed: TestApp;
  let behindProxy: TestApp;
  beforeAll(async () => {
    open = await TestApp.on(database());
    closed = await TestApp.on(database(), { metricsToken: token });
    behindProxy = await TestApp.on(database(), { publicUrl: 'https://row.example.org' });
  });
  afterAll(() => Promise.all([open.close(), closed.close(), behindProxy.close()]));

  const read = (app: TestApp, headers: Record<string, string> = {}, from = '127.0.0.1') =>
    app.app.http.inject({
      method: 'GET',
      url: '/metrics',
      headers: { host: '127.0.0.1:3000', ...headers },
      remoteAddress: from,
    });
  const valueOf = (text: string, name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    );

  test.for([
    ['a program of this machine', {}, '127.0.0.1', 200],
    ['the same over IPv6', { host: '[::1]:3000' }, '::1', 200],
    ['another machine', {}, '192.168.1.7', 404],
    ['a browser that reached this machine by another name', { host: 'row.example.org' }, '127.0.0.1', 404],
    ['a proxy of this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1', 404],
    ['a proxy by the standard', { forwarded: 'for=203.0.113.9' }, '127.0.0.1', 404],
  ] as const)('without a token, %s reads them or gets 404', async ([, headers, from, status]) => {
    expect((await read(open, { ...headers }, from)).statusCode).toBe(status);
  });

  test('are read by no one without a token and with a public address: a proxy may look like a program on this machine', async () => {
    expect((await read(behindProxy)).statusCode).toBe(404);
  });

  test.for([
    ['the token', { authorization: `Bearer ${token}` }, 200],
    ['another token', { authorization: 'Bearer no token' }, 404],
    ['no token', {}, 404],
  ] as const)(
    'with a token configured, %s reads them or gets 404, from any address',
    async ([, headers, status]) => {
      expect((await read(closed, { ...headers }, '203.0.113.9')).statusCode).toBe(status);
      expect((await read(closed, { ...headers })).statusCode).toBe(status);
    },
  );

  test('count requests by route and status, and addresses without a route as one', async () => {
    const ada = await open.signUp('Ada');
    await open.call('GET', `/api/sessions/${ada.user._id}`, { as: ada });
    await open.call('GET', '/api/nothing/1');
    await open.call('GET', '/api/nothing/2');
    const { body } = await read(open);
    const count = (route: string, status: number) =>
      valueOf(
        body,
        `boathouse_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`,
      );
    expect(count('/api/sessions/:id', 404)).toBe(1);
    expect(count('none', 404)).toBe(2);
    expect(body).not.toContain(ada.user._id);
  });

  test('count queries, connections and the free disk space', async () => {
    const { body } = await read(open);
    expect(valueOf(body, 'boathouse_database_query_duration_seconds_count')).toBeGreaterThan(0);
    expect(valueOf(body, 'boathouse_database_connections')).toBe(1);
    expect(valueOf(body, 'boathouse_rooms')).toBe(0);
    expect(valueOf(body, 'boathouse_disk_free_bytes')).toBeGreaterThan(0);
  });

  test('leave out a value that fails, and have the others', async () => {
    open.services.metrics.addGauge('boathouse_failing', 'Fails', () => Promise.reject(new Error('away')));
    const { statusCode, body } = await read(open);
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/^boathouse_failing \d/m);
    expect(valueOf(body, 'boathouse_disk_free_bytes')).toBeGreaterThan(0);
  });
});
