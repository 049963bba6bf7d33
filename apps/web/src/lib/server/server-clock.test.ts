// @vitest-environment node
import { liveEvents } from '@boathouse/contract/live';
import { createServer, type Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveSocket, type LiveSocket } from '../live-socket.ts';
import { ServerClock } from './server-clock.ts';

/**
 * Real sockets on real time carry the messages; the test sets their delays, so that a slow machine changes no result.
 */

const startedMs = Date.UTC(2026, 4, 1, 12);

/** Time that passes only when no message is in a real socket. */
class World {
  nowMs = startedMs;
  readonly #due: Array<{ atMs: number; run: () => void }> = [];
  #onTheWay = 0;
  #arrived: () => void = () => {};

  readonly after = (ms: number, run: () => void): (() => void) => {
    const entry = { atMs: this.nowMs + ms, run };
    this.#due.push(entry);
    return () => {
      const index = this.#due.indexOf(entry);
      if (index >= 0) this.#due.splice(index, 1);
    };
  };

  /** The message is in a real socket, and its response will come. */
  sent(): void {
    this.#onTheWay += 1;
  }

  received(): void {
    this.#onTheWay -= 1;
    if (this.#onTheWay === 0) this.#arrived();
  }

  async pass(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    for (;;) {
      if (this.#onTheWay > 0) await new Promise<void>((resolve) => (this.#arrived = resolve));
      const next = this.#due.toSorted((one, other) => one.atMs - other.atMs)[0];
      if (next === undefined || next.atMs > endMs) break;
      this.#due.splice(this.#due.indexOf(next), 1);
      this.nowMs = next.atMs;
      next.run();
    }
    this.nowMs = endMs;
  }
}

type Delays = { upMs(): number; downMs(): number };

/** Delays every message of a connection in each direction, and keeps their order, as TCP does. */
function delayed(socket: LiveSocket, world: World, { upMs, downMs }: Delays): LiveSocket {
  let lastUpMs = 0;
  let lastDownMs = 0;
  return {
    ...socket,
    send(event, message) {
      lastUpMs = Math.max(lastUpMs, world.nowMs + upMs());
      world.after(lastUpMs - world.nowMs, () => {
        world.sent();
        socket.send(event, message);
      });
      return true;
    },
    on: (event, schema, listener) =>
      socket.on(event, schema, (message) => {
        lastDownMs = Math.max(lastDownMs, world.nowMs + downMs());
        world.after(lastDownMs - world.nowMs, () => listener(message));
        world.received();
      }),
  };
}

/** Mulberry32: numbers from 0 up to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let world: World;
let http: HttpServer;
let server: Server;
let address: string;
const sockets: LiveSocket[] = [];

beforeEach(async () => {
  // The wall clock of every page is a day wrong.
  vi.useFakeTimers({ toFake: ['Date'], now: startedMs + 86_400_000 });
  world = new World();
  http = createServer();
  server = new Server(http, { transports: ['websocket'] });
  server.on('connection', (socket) => {
    socket.on(liveEvents.clockAsk, ({ number }: { number: number }) => {
      socket.emit(liveEvents.clockTold, { number, atMs: Math.floor(world.nowMs) });
    });
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  const at = http.address();
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await server.close();
  vi.useRealTimers();
});

async function connect(): Promise<LiveSocket> {
  const socket = createLiveSocket({ url: address });
  sockets.push(socket);
  const connected = new Promise<void>((resolve) => {
    socket.subscribe(() => socket.getStatus().state === 'connected' && resolve());
  });
  socket.connect();
  await connected;
  return socket;
}

/** A page whose monotonic clock has its own origin and rate. */
async function open(delays: Delays, { skewMs = 0, ppm = 0 } = {}) {
  let sleptMs = 0;
  const pageMs = () => (world.nowMs - startedMs) * (1 + ppm / 1e6) + 12_345 + skewMs - sleptMs;
  const wallMs = () => world.nowMs + 86_400_000;
  const socket = delayed(await connect(), world, delays);
  const clock = new ServerClock({ socket, monotonicMs: pageMs, wallMs, after: world.after });
  const sleep = (ms: number) => {
    world.nowMs += ms;
    sleptMs += ms;
  };
  return { clock, stop: clock.start(), sleep };
}

/** Returns the true time at which the page shows GO, with timers of its own clock. */
function goOf(clock: ServerClock, startAtMs: number): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const leftMs = startAtMs - (clock.nowMs() ?? 0);
      if (leftMs <= 0) resolve(world.nowMs);
      else world.after(Math.min(leftMs, 200), look);
    };
    look();
  });
}

type Page = { delays: Delays; skewMs: number; ppm: number };

/** Twenty pages with clocks that differ by up to 10 s and run up to 50 ppm fast or slow. */
function pagesOf(seed: number, delaysOf: (random: () => number) => Delays): Page[] {
  return Array.from({ length: 20 }, (_, index) => {
    const random = randomFrom(seed * 100 + index);
    return {
      delays: delaysOf(random),
      skewMs: (random() * 2 - 1) * 5_000,
      ppm: (random() * 2 - 1) * 50,
    };
  });
}

const between = (random: () => number, min: number, max: number) => min + random() * (max - min);

/** Starts 20 s after a countdown is set, when the pages have been open for a while. Returns each page's GO. */
async function countDown(pages: Page[], openForMs: number): Promise<number[]> {
  const opened: ServerClock[] = [];
  for (const { delays, ...clockOf } of pages) opened.push((await open(delays, clockOf)).clock);
  await world.pass(openForMs);
  const startAtMs = world.nowMs + 20_000;
  const goes = opened.map((clock) => goOf(clock, startAtMs));
  await world.pass(22_000);
  return (await Promise.all(goes)).map((goMs) => goMs - startAtMs);
}

describe("the server's clock on 20 pages, each with its own clock, skews of 5 s and a wall clock a day wrong", () => {
  test.for([1, 2, 3])(
    'shows GO within 100 ms of each other on paths of 20 to 800 ms that jitter, series %i',
    async (seed, { expect }) => {
      const pages = pagesOf(seed, (random) => {
        const pathMs = between(random, 20, 700);
        const delay = () => Math.min(800, pathMs * between(random, 1, 1.15));
        return { upMs: delay, downMs: delay };
      });
      const goes = await countDown(pages, 60_000);
      expect(Math.max(...goes) - Math.min(...goes)).toBeLessThanOrEqual(100);
      expect(Math.max(...goes.map(Math.abs))).toBeLessThanOrEqual(50);
    },
  );

  test.for([1, 2, 3])(
    'shows GO within 100 ms of each other when each message takes from 20 to 800 ms, series %i',
    async (seed, { expect }) => {
      const pages = pagesOf(seed, (random) => {
        const delay = () => between(random, 20, 800);
        return { upMs: delay, downMs: delay };
      });
      const goes = await countDown(pages, 60_000);
      expect(Math.max(...goes) - Math.min(...goes)).toBeLessThanOrEqual(100);
    },
  );

  test('reports its error on asymmetric paths, which no clock can detect', async () => {
    const { clock } = await open({ upMs: () => 20, downMs: () => 800 });
    await world.pass(60_000);
    expect(Math.abs((clock.nowMs() ?? 0) - world.nowMs)).toBeLessThanOrEqual(clock.errorMs() ?? 0);
    expect(clock.errorMs()).toBeGreaterThan(100);
  });
});

describe("the server's clock", () => {
  const path: Delays = { upMs: () => 40, downMs: () => 40 };

  test('is unknown before the first response, and then known on both of two pages', async () => {
    const pages = [await open(path), await open(path, { skewMs: 5_000 })];
    expect(pages.map(({ clock }) => clock.nowMs())).toEqual([null, null]);
    await world.pass(80);
    for (const { clock } of pages) {
      expect(Math.abs((clock.nowMs() ?? 0) - world.nowMs)).toBeLessThanOrEqual(1);
    }
  });

  test('is measured a few times, then once a minute, and at once on request', async () => {
    const { clock } = await open(path);
    const heard = vi.fn();
    clock.subscribe(heard);
    await world.pass(50_000);
    // An error of 40 ms is not enough before many exchanges.
    expect(heard).toHaveBeenCalledTimes(30);
    await world.pass(60_000);
    expect(heard.mock.calls.length).toBeGreaterThan(30);
    const before = heard.mock.calls.length;
    clock.measure();
    await world.pass(80);
    expect(heard.mock.calls.length).toBe(before + 1);
  });

  test('is unknown after a sleep in which the page’s clock stopped, and measured again at once', async () => {
    const { clock, sleep } = await open(path);
    await world.pass(30_000);
    expect(clock.nowMs()).not.toBeNull();
    sleep(15_000);
    expect(clock.nowMs()).toBeNull();
    await world.pass(80);
    expect(Math.abs((clock.nowMs() ?? 0) - world.nowMs)).toBeLessThanOrEqual(1);
  });

  test('starts again after the connection was lost, because the server may be another', async () => {
    const { clock } = await open({ upMs: () => 200, downMs: () => 200 });
    await world.pass(10_000);
    const states: string[] = [];
    sockets[0]?.subscribe(() => states.push(sockets[0]?.getStatus().state ?? ''));
    server.disconnectSockets(true);
    await vi.waitFor(() => expect(states).toEqual(['lost', 'connected']), { timeout: 10_000 });
    // The other server's clock is 100 ms ahead, which the earlier bounds do not exclude.
    world.nowMs += 100;
    await world.pass(400);
    expect(Math.abs((clock.nowMs() ?? 0) - world.nowMs)).toBeLessThanOrEqual(clock.errorMs() ?? 0);
  });
});
