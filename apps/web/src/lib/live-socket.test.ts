// @vitest-environment node
import { LIVE_PROTOCOL, handshakeRefusals, type Answer } from '@boathouse/contract/live';
import { createServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createLiveSocket, type LiveSocket } from './live-socket.ts';

type Running = { port: number; io: Server; sockets: Socket[]; close(): Promise<void> };
type Admit = (handshake: Socket['handshake']) => string | null;

const running: Running[] = [];
const clients: LiveSocket[] = [];

/** A server of the live channel; `admit` answers why it refuses a handshake. */
async function serve(options: { port?: number; admit?: Admit } = {}): Promise<Running> {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], serveClient: false });
  const sockets: Socket[] = [];
  io.use((socket, next) => {
    const reason = options.admit?.(socket.handshake) ?? null;
    next(reason === null ? undefined : new Error(reason));
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

const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const connected = ({ client }: { client: LiveSocket }) =>
  until(() => expect(client.getStatus()).toEqual({ state: 'connected' }));

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  for (const server of running.splice(0)) await server.close();
  vi.restoreAllMocks();
});

describe('the connection', () => {
  test('is idle until it is wanted, and again when it is not', async () => {
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

  test('tells the server which protocol it speaks', async () => {
    const { port, sockets } = await serve();
    await connected(connectTo(port));
    expect(sockets[0]?.handshake.auth).toEqual({ protocol: LIVE_PROTOCOL });
  });

  test('comes back by itself when the server was started again on its port', async () => {
    const { port, close } = await serve();
    const page = connectTo(port);
    await connected(page);
    await close();
    await until(() => expect(page.client.getStatus().state).toBe('lost'));
    const lost = page.client.getStatus();
    const again = await serve({ port });
    await connected(page);
    expect(page.states).toEqual(['connecting', 'connected', 'lost', 'connected']);
    expect(lost).toEqual({ state: 'lost', sinceMs: expect.any(Number) });
    expect(again.sockets).toHaveLength(1);
    await expect(page.client.ask('echo', { ok: true })).resolves.toEqual({ ok: true });
  }, 20_000);

  test('to a server that is not there yet is said to be lost, since the first try', async () => {
    const { port, close } = await serve();
    await close();
    const page = connectTo(port);
    await until(() => expect(page.states).toEqual(['connecting', 'lost']));
    const lost = page.client.getStatus();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(page.client.getStatus()).toBe(lost);
    await serve({ port });
    await connected(page);
  }, 20_000);

  test.each(handshakeRefusals)('refused for %s is not tried again by itself, but can be', async (reason) => {
    let tries = 0;
    let isRefused = true;
    const { port } = await serve({ admit: () => ((tries += 1), isRefused ? reason : null) });
    const page = connectTo(port);
    await until(() => expect(page.client.getStatus()).toEqual({ state: 'refused', reason }));
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(tries).toBe(1);
    isRefused = false;
    page.client.connect();
    await connected(page);
    expect(page.states).toEqual(['connecting', 'refused', 'connecting', 'connected']);
  });

  test('that the server failed to check is tried again', async () => {
    let tries = 0;
    const { port } = await serve({ admit: () => ((tries += 1) === 1 ? 'internal' : null) });
    const page = connectTo(port);
    await connected(page);
    expect(page.states).toEqual(['connecting', 'lost', 'connected']);
  }, 20_000);

  test('that the server ends is made again', async () => {
    const { port, sockets } = await serve();
    const page = connectTo(port);
    await connected(page);
    sockets[0]?.disconnect(true);
    await until(() => expect(sockets).toHaveLength(2));
    await connected(page);
    expect(page.states).toEqual(['connecting', 'connected', 'lost', 'connected']);
  });

  test('given up while it is being made stays given up', async () => {
    const { port, close } = await serve();
    await close();
    const page = connectTo(port);
    page.client.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(page.states).toEqual(['connecting', 'idle']);
  });
});

describe('messages', () => {
  test('that do not fit their schema are dropped, the others arrive, until nobody listens', async () => {
    const { port, io } = await serve();
    const page = connectTo(port);
    await connected(page);
    const heard: Array<{ metres: number }> = [];
    const all: unknown[] = [];
    const stop = page.client.on('row', z.object({ metres: z.number() }), (message) => heard.push(message));
    page.client.on('row', z.unknown(), (message) => all.push(message));
    io.emit('row', { metres: 1 });
    io.emit('row', { metres: 'two' });
    io.emit('row');
    io.emit('row', { metres: 4 });
    await until(() => expect(all).toHaveLength(4));
    expect(heard).toEqual([{ metres: 1 }, { metres: 4 }]);
    stop();
    io.emit('row', { metres: 5 });
    await until(() => expect(all).toHaveLength(5));
    expect(heard).toHaveLength(2);
  });

  test('are sent now or never', async () => {
    const { port, close } = await serve();
    const page = connectTo(port);
    expect(page.client.send('early', {})).toBe(false);
    await connected(page);
    expect(page.client.send('now', { metres: 1 })).toBe(true);
    await close();
    await until(() => expect(page.client.getStatus().state).toBe('lost'));
    expect(page.client.send('lost', {})).toBe(false);
    await expect(page.client.ask('echo', { ok: true })).rejects.toThrow('no connection');
    const again = await serve({ port });
    const arrived: unknown[] = [];
    again.io.on('connection', (socket) => socket.onAny((...message) => arrived.push(message)));
    await connected(page);
    await expect(page.client.ask('echo', { ok: true })).resolves.toEqual({ ok: true });
    expect(arrived.map((message) => (Array.isArray(message) ? message[0] : null))).toEqual(['echo']);
  }, 20_000);

  test('that are questions are answered as the contract says, or not at all', async () => {
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

  test('without an answer fail after 5 s', async () => {
    const { port } = await serve();
    const page = connectTo(port);
    await connected(page);
    await expect(page.client.ask('silence', {})).rejects.toThrow('timed out');
  }, 20_000);

  test('without an answer fail with their connection', async () => {
    const { port, close } = await serve();
    const page = connectTo(port);
    await connected(page);
    const question = expect(page.client.ask('silence', {})).rejects.toThrow('disconnected');
    await close();
    await question;
  });
});
