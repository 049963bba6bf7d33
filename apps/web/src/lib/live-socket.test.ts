// @vitest-environment node
import { liveProtocol, handshakeRefusals, type Answer } from '@boathouse/contract/live';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createLiveSocket, type LiveSocket } from './live-socket.ts';
import { onNotSignedIn, setLoginState } from './server/login-state.ts';
import { noteAnswer } from './server/reachability.ts';
import { forgetVersionSkew, getVersionSkew } from './server/version-skew.ts';

type Running = { port: number; io: Server; sockets: Socket[]; close(): Promise<void> };
type Admit = (handshake: Socket['handshake']) => string | null;

const running: Running[] = [];
const clients: LiveSocket[] = [];

/** Starts a server of the live channel; `admit` returns why it rejects a handshake. */
async function serve(options: { port?: number; admit?: Admit; data?: object } = {}): Promise<Running> {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], serveClient: false });
  const sockets: Socket[] = [];
  io.use((socket, next) => {
    const reason = options.admit?.(socket.handshake) ?? null;
    next(reason === null ? undefined : Object.assign(new Error(reason), { data: options.data }));
  });
  io.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('echo', (message: unknown, answer?: (given: unknown) => void) => answer?.(message));
    socket.on('silence', () => {});
  });
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', () => resolve()));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const server: Running = { port: address.port, io, sockets, close: () => io.close() };
  running.push(server);
  return server;
}

function connectTo(port: number) {
  const client = createLiveSocket({ url: `http://127.0.0.1:${port}` });
  clients.push(client);
  const states: string[] = [];
  client.subscribe(() => states.push(client.getStatus().state));
  client.connect();
  return { client, states };
}

/** Advances the page's time, and lets the real sockets work after each step. */
async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 100) {
    vi.advanceTimersByTime(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Waits for the real sockets, while the page's time passes ten times as fast. */
const until = (check: () => void) =>
  vi.waitFor(
    () => {
      vi.advanceTimersByTime(180);
      check();
    },
    { timeout: 10_000, interval: 20 },
  );
const connected = ({ client }: { client: LiveSocket }) =>
  until(() => expect(client.getStatus()).toEqual({ state: 'connected' }));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // Node's sockets and the server's do not use these.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.disconnect();
  for (const server of running.splice(0)) await server.close();
  vi.restoreAllMocks();
});

describe('the live connection', () => {
  test('is idle until connect and after disconnect', async () => {
    const { port, sockets } = await serve();
    const client = createLiveSocket({ url: `http://127.0.0.1:${port}` });
    clients.push(client);
    expect(client.getStatus()).toEqual({ state: 'idle' });
    client.connect();
    await connected({ client });
    client.disconnect();
    expect(client.getStatus()).toEqual({ state: 'idle' });
    await until(() => expect(sockets[0]?.connected).toBe(false));
    client.connect();
    await connected({ client });
  });

  test('sends its protocol version to the server', async () => {
    const { port, sockets } = await serve();
    await connected(connectTo(port));
    expect(sockets[0]?.handshake.auth).toEqual({ protocol: liveProtocol });
  });

  test('reconnects when the server restarts on its port', async () => {
    const { port, close } = await serve();
    const page = connectTo(port);
    await connected(page);
    await close();
    await until(() => expect(page.client.getStatus().state).toBe('lost'));
    const lost = page.client.getStatus();
    const again = await serve({ port });
    await connected(page);
    expect(page.states).toEqual(['connecting', 'connected', 'lost', 'connected']);
    expect(lost).toEqual({ state: 'lost', sinceMs: expect.any(Number), isBlocked: false });
    expect(again.sockets).toHaveLength(1);
    await expect(page.client.ask('echo', { ok: true })).resolves.toEqual({ ok: true });
  });

  test('is lost since the first attempt when the server is not running yet', async () => {
    const { port, close } = await serve();
    await close();
    const page = connectTo(port);
    await until(() => expect(page.states).toEqual(['connecting', 'lost']));
    const lost = page.client.getStatus();
    await pass(10_000);
    expect(page.client.getStatus()).toBe(lost);
    await serve({ port });
    await connected(page);
  });

  describe('through a proxy without WebSockets', () => {
    /** A proxy that answers an upgrade as given, and counts the attempts. */
    async function block(answer: (socket: Duplex) => void) {
      const proxy = createServer((_, response) => response.end());
      let attempts = 0;
      proxy.on('upgrade', (_, socket: Duplex) => {
        attempts += 1;
        socket.on('error', () => {});
        answer(socket);
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', () => resolve()));
      onTestFinished(() => void proxy.close());
      const address = proxy.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      return { port, attempts: () => attempts };
    }

    test.each([
      ['refuses the upgrade', (socket: Duplex) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
      [
        'answers it as a call',
        (socket: Duplex) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
      ],
      ['closes it', (socket: Duplex) => socket.destroy()],
      ['never answers it', () => {}],
    ])('is blocked while calls get responses, if the proxy %s', async (_, answer) => {
      const { port, attempts } = await block(answer);
      const page = connectTo(port);
      await until(() => {
        noteAnswer();
        expect(page.client.getStatus()).toMatchObject({ state: 'lost', isBlocked: true });
      });
      expect(attempts()).toBeGreaterThanOrEqual(3);
      expect(page.states).toEqual(['connecting', 'lost', 'lost']);
    });

    test('is only lost while calls fail too, or after a response has come in between', async () => {
      const { port, attempts } = await block((socket) => socket.destroy());
      const page = connectTo(port);
      noteAnswer();
      await until(() => expect(attempts()).toBeGreaterThanOrEqual(4));
      noteAnswer();
      await until(() => expect(attempts()).toBeGreaterThanOrEqual(8));
      expect(page.client.getStatus()).toMatchObject({ state: 'lost', isBlocked: false });
    });
  });

  const passing = ['too_many_connections', 'flooding'] as const;
  test.each(handshakeRefusals.filter((reason) => !passing.some((one) => one === reason)))(
    'does not retry by itself after a refusal for %s, but can be retried',
    async (reason) => {
      let tries = 0;
      let isRefused = true;
      const { port } = await serve({ admit: () => ((tries += 1), isRefused ? reason : null) });
      const page = connectTo(port);
      await until(() => expect(page.client.getStatus()).toEqual({ state: 'refused', reason }));
      await pass(60_000);
      expect(tries).toBe(1);
      isRefused = false;
      page.client.connect();
      await connected(page);
      expect(page.states).toEqual(['connecting', 'refused', 'connecting', 'connected']);
    },
  );

  test.each(passing)(
    'retries by itself a while after a refusal for %s, and keeps the reason until then',
    async (reason) => {
      let tries = 0;
      const { port } = await serve({ admit: () => ((tries += 1), tries < 3 ? reason : null) });
      const client = createLiveSocket({ url: `http://127.0.0.1:${port}`, refusedAgainMs: 50 });
      clients.push(client);
      const states: string[] = [];
      client.subscribe(() => states.push(client.getStatus().state));
      client.connect();
      await connected({ client });
      expect(states).toEqual(['connecting', 'refused', 'refused', 'connected']);
    },
  );

  test('retries when the server fails to check the handshake', async () => {
    let tries = 0;
    const { port } = await serve({ admit: () => ((tries += 1) === 1 ? 'internal' : null) });
    const page = connectTo(port);
    await connected(page);
    expect(page.states).toEqual(['connecting', 'lost', 'connected']);
  });

  test('reconnects when the server closes it', async () => {
    const { port, sockets } = await serve();
    const page = connectTo(port);
    await connected(page);
    sockets[0]?.disconnect(true);
    await until(() => expect(sockets).toHaveLength(2));
    await connected(page);
    expect(page.states).toEqual(['connecting', 'connected', 'lost', 'connected']);
  });

  test('stays disconnected when disconnect is called while connecting', async () => {
    const { port, close } = await serve();
    await close();
    const page = connectTo(port);
    page.client.disconnect();
    await pass(10_000);
    expect(page.states).toEqual(['connecting', 'idle']);
  });
});

describe('messages', () => {
  test('are dropped if they do not match their schema, and arrive until the listener is removed', async () => {
    const { port, io } = await serve();
    const page = connectTo(port);
    await connected(page);
    const heard: Array<{ meters: number }> = [];
    const all: unknown[] = [];
    const stop = page.client.on('row', z.object({ meters: z.number() }), (message) => heard.push(message));
    page.client.on('row', z.unknown(), (message) => all.push(message));
    io.emit('row', { meters: 1 });
    io.emit('row', { meters: 'two' });
    io.emit('row');
    io.emit('row', { meters: 4 });
    await until(() => expect(all).toHaveLength(4));
    expect(heard).toEqual([{ meters: 1 }, { meters: 4 }]);
    stop();
    io.emit('row', { meters: 5 });
    await until(() => expect(all).toHaveLength(5));
    expect(heard).toHaveLength(2);
  });

  test('are not queued without a connection', async () => {
    const { port, close } = await serve();
    const page = connectTo(port);
    expect(page.client.send('early', {})).toBe(false);
    await connected(page);
    expect(page.client.send('now', { meters: 1 })).toBe(true);
    await close();
    await until(() => expect(page.client.getStatus().state).toBe('lost'));
    expect(page.client.send('lost', {})).toBe(false);
    await expect(page.client.ask('echo', { ok: true })).rejects.toThrow('Not connected');
    const again = await serve({ port });
    const arrived: unknown[] = [];
    again.io.on('connection', (socket) => socket.onAny((...message) => arrived.push(message)));
    await connected(page);
    await expect(page.client.ask('echo', { ok: true })).resolves.toEqual({ ok: true });
    expect(arrived.map((message) => (Array.isArray(message) ? message[0] : null))).toEqual(['echo']);
  });

  test('resolve with a response that matches the contract, and reject any other', async () => {
    const { port } = await serve();
    const page = connectTo(port);
    await connected(page);
    const no: Answer = {
      ok: false,
      refusal: { event: 'echo', code: 'not_found', message: 'No such session' },
    };
    await expect(page.client.ask('echo', no)).resolves.toEqual(no);
    await expect(page.client.ask('echo', { maybe: 1 })).rejects.toThrow();
  });

  test('reject after 5 s without a response', async () => {
    const { port } = await serve();
    const page = connectTo(port);
    await connected(page);
    const question = expect(page.client.ask('silence', {})).rejects.toThrow('timed out');
    await pass(5_000);
    await question;
  });

  test('reject when the connection is lost', async () => {
    const { port, close } = await serve();
    const page = connectTo(port);
    await connected(page);
    const question = expect(page.client.ask('silence', {})).rejects.toThrow('disconnected');
    await close();
    await question;
  });
});

describe('packed messages', () => {
  test('pass in both directions between events, and over a new connection', async () => {
    const server = await serve();
    const page = connectTo(server.port);
    const got: number[][] = [];
    const stop = page.client.onPacked((bytes) => got.push([...bytes]));
    expect(page.client.sendPacked(Uint8Array.of(1))).toBe(false);
    await connected(page);
    for (const round of [1, 2]) {
      const socket = server.sockets.at(-1);
      if (!socket) throw new Error('No one has connected');
      const received = new Promise((resolve) => socket.conn.once('data', resolve));
      socket.conn.write(Buffer.of(1, 2, round));
      await until(() => expect(got).toHaveLength(round));
      expect(await page.client.ask('echo', { ok: true })).toEqual({ ok: true });
      socket.conn.removeAllListeners('data');
      expect(page.client.sendPacked(Uint8Array.of(3, round))).toBe(true);
      expect(await received).toEqual(expect.anything());
      socket.conn.close();
      await until(() => expect(server.sockets).toHaveLength(round + 1));
      await connected(page);
    }
    stop();
    expect(got).toEqual([
      [1, 2, 1],
      [1, 2, 2],
    ]);
  });
});

describe('a server of another protocol', () => {
  afterEach(forgetVersionSkew);

  test('a server of another protocol that is newer makes the page too old, and is not retried by itself', async () => {
    const data = { protocol: liveProtocol + 1 };
    const { port } = await serve({ admit: () => 'protocol_mismatch', data });
    const { client } = connectTo(port);
    await until(() => expect(client.getStatus()).toEqual({ state: 'refused', reason: 'protocol_mismatch' }));
    expect(getVersionSkew()).toBe('pageTooOld');
  });

  test('a server of another protocol that is older is retried, because it is being updated', async () => {
    let isUpdated = false;
    const { port } = await serve({
      admit: () => (isUpdated ? null : 'protocol_mismatch'),
      data: { protocol: liveProtocol - 1 },
    });
    const client = createLiveSocket({ url: `http://127.0.0.1:${port}`, refusedAgainMs: 50 });
    clients.push(client);
    client.connect();
    await until(() => expect(client.getStatus()).toEqual({ state: 'refused', reason: 'server_too_old' }));
    expect(getVersionSkew()).toBe('none');
    isUpdated = true;
    await connected({ client });
  });
});

test('connects again once a login that had ended is back', async () => {
  let isSignedIn = false;
  const { port } = await serve({ admit: () => (isSignedIn ? null : 'not_signed_in') });
  const noticed = vi.fn(() => setLoginState('ended'));
  const stop = onNotSignedIn(noticed);
  const { client } = connectTo(port);
  await until(() => expect(client.getStatus()).toEqual({ state: 'refused', reason: 'not_signed_in' }));
  expect(noticed).toHaveBeenCalledOnce();
  isSignedIn = true;
  setLoginState('valid');
  await connected({ client });
  stop();
});
