// The load, in a separate process: connects rowers to one system, sends their samples and measures when they arrive.
import { setTimeout as delay } from 'node:timers/promises';
import { BoathouseWire } from './boathouse-wire.ts';
import { ColyseusWire } from '../../competitors/colyseus-wire.ts';
import { Crews } from './crews.ts';
import { CoalescedWire, NaiveWire } from '../../competitors/json-wires.ts';
import { StalledViewer } from './stalled-viewer.ts';
import { RequestSchema, type Reply, type Request, type System } from './messages.ts';
import { PackedWire } from '../../competitors/packed-wire.ts';
import { WebSocketClient } from './websocket-client.ts';
import type { Rower, Wire } from './wire.ts';

/** Handshakes under way at a time. */
const connectingMax = 40;
const connectWithinMs = 15_000;
const freshWithinMs = 5_000;

const crews = new Crews();
let wire: Wire | null = null;

function wireOf(system: System, port: number): Wire {
  switch (system) {
    case 'boathouse':
      return new BoathouseWire(crews);
    case 'naive':
      return new NaiveWire(crews);
    case 'coalesced':
      return new CoalescedWire(crews);
    case 'ws':
      return new PackedWire(crews);
    case 'colyseus':
      return new ColyseusWire(crews, port);
  }
}

async function connect({ system, ports, rooms, firstSeq }: Extract<Request, { kind: 'connect' }>) {
  crews.stop();
  wire ??= wireOf(system, ports[0] ?? 0);
  crews.use(wire);
  const firstRoom = crews.rooms.length;
  for (const [index, { rowers, accounts }] of rooms.entries()) {
    const room = firstRoom + index;
    crews.add(
      Array.from({ length: rowers }, (_, place) => ({
        room,
        place,
        isWatcher: false,
        isChecked: false,
        account: accounts?.[place] ?? null,
        client: null,
      })),
      firstSeq,
    );
  }
  crews.chooseWatchers();
  const waiting = crews.rooms.slice(firstRoom).flat().values();
  const connectNext = async () => {
    for (const rower of waiting) await connectRower(rower, ports[rower.room % ports.length] ?? 0);
  };
  await Promise.all(Array.from({ length: connectingMax }, connectNext));
}

async function connectRower(rower: Rower, port: number): Promise<void> {
  const used = wire;
  if (used === null) return;
  try {
    const address = await used.upgrade(rower);
    const isReady = crews.whenReady(rower);
    rower.client = new WebSocketClient(
      { port, ...address },
      {
        opened: () => used.opened(rower),
        message: (data, start, end, isBinary) => used.message(rower, data, start, end, isBinary),
        closed: (reason) => crews.failed(rower, reason),
      },
    );
    const late = delay(connectWithinMs, 'late', { ref: false });
    if ((await Promise.race([isReady, late])) === 'late') crews.failed(rower, 'no place in the room in time');
  } catch (error) {
    crews.failed(rower, String(error));
  }
}

async function measure({ warmMs, windowMs }: Extract<Request, { kind: 'measure' }>): Promise<Reply> {
  crews.start();
  await delay(warmMs);
  const endWindow = crews.beginWindow();
  reply({ kind: 'begun' });
  await delay(windowMs);
  return { kind: 'measured', window: endWindow() };
}

async function stall({ stallMs }: Extract<Request, { kind: 'stall' }>): Promise<Reply> {
  const rower = crews.rooms[0]?.at(-1);
  if (!rower?.client) throw new Error('There is no viewer to stall');
  crews.start();
  const viewer = new StalledViewer(rower);
  crews.observed = viewer;
  rower.client.pause();
  const endWindow = crews.beginWindow();
  reply({ kind: 'begun' });
  await delay(stallMs);
  const window = endWindow();
  viewer.resumedAtMs = performance.now();
  rower.client.resume();
  while (viewer.freshAfterMs === null && performance.now() - viewer.resumedAtMs < freshWithinMs)
    await delay(10);
  crews.observed = null;
  const { staleFrames, freshAfterMs } = viewer;
  return { kind: 'stalled', staleFrames, freshAfterMs, closed: crews.failures[0] ?? null, window };
}

async function serve(request: Request): Promise<Reply> {
  switch (request.kind) {
    case 'connect':
      await connect(request);
      return {
        kind: 'connected',
        connections: crews.rooms.flat().filter(({ client }) => client !== null).length,
        failures: crews.failures,
      };
    case 'measure':
      return measure(request);
    case 'stall':
      return stall(request);
    case 'close':
      crews.close();
      return { kind: 'closed' };
  }
}

function reply(message: Reply): void {
  process.send?.(message);
}

process.on('message', (message) => {
  serve(RequestSchema.parse(message)).then(reply, (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit());
