// A room of Colyseus: its state has the rowers, and its patches go out once per tick. The fields have the smallest types
// that keep the precision of the other systems.
import { createServer } from 'node:http';
import { Room, Server, type Client } from '@colyseus/core';
import { schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import type { Sample } from '../live/generator/rowed-values.ts';
import * as z from 'zod/mini';
import { announce, currentTickMs } from './listen.ts';

const RowerState = schema(
  {
    seq: t.uint32(),
    elapsed: t.uint32(),
    distance: t.uint32(),
    currentPace: t.uint16(),
    averagePace: t.uint16(),
    strokeRate: t.uint8(),
    heartRate: t.uint8(),
    power: t.uint16(),
    dragFactor: t.uint8(),
    left: t.uint32(),
    projected: t.uint32(),
    inTarget: t.uint8(),
  },
  'RowerState',
);
const CrewState = schema({ rowers: t.map(RowerState) }, 'CrewState');

type FullSample = { [K in keyof Sample]-?: NonNullable<Sample[K]> };

/** The other systems trust their clients; only the product checks each sample. */
const isSample = (message: unknown): message is FullSample => typeof message === 'object' && message !== null;

const JoinSchema = z.object({ place: z.int() });

class CrewRoom extends Room {
  override state = new CrewState();
  override patchRate = currentTickMs();
  readonly #rowers = new Map<string, InstanceType<typeof RowerState>>();

  onCreate(): void {
    this.onMessage('sample', ({ sessionId }, sample) => {
      const rower = this.#rowers.get(sessionId);
      if (rower === undefined || !isSample(sample)) return;
      rower.seq = sample.seq;
      rower.elapsed = Math.round(sample.elapsedTime * 100);
      rower.distance = Math.round(sample.distance * 10);
      rower.currentPace = Math.round(sample.currentPace * 10);
      rower.averagePace = Math.round(sample.averagePace * 10);
      rower.strokeRate = sample.strokeRate;
      rower.heartRate = sample.heartRate;
      rower.power = sample.power;
      rower.dragFactor = sample.dragFactor;
      rower.left = Math.round(sample.left.value * 10);
      rower.projected = Math.round(sample.projected.value * 100);
      rower.inTarget = Number(sample.inTarget);
    });
  }

  onJoin({ sessionId }: Client, options: unknown): void {
    const rower = new RowerState();
    this.#rowers.set(sessionId, rower);
    this.state.rowers.set(String(JoinSchema.parse(options).place), rower);
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define('crew', CrewRoom).filterBy(['group']);
await server.listen(0, '127.0.0.1');
announce(http, 'colyseus');
