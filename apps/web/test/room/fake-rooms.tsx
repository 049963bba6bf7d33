import type { ReactNode } from 'react';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { ServerClock } from '../../src/lib/server/server-clock.ts';
import { RoomsContext, type Rooms } from '../../src/features/rowing/room/room-provider.tsx';

/** The page's rooms for parts that only listen and ask. */
export function createFakeRooms() {
  const listeners = new Set<(event: string, message: unknown) => void>();
  const refuse = () => {
    throw new Error('The fake rooms do not have this');
  };
  const ask = vi.fn<Rooms['ask']>(async () => ({ ok: true }));
  const socket = {
    getStatus: refuse,
    subscribe: () => () => {},
    on: () => () => {},
    send: refuse,
  };
  // It is never started: the server's time stays unknown.
  const clock = new ServerClock({ socket });
  const rooms: Rooms = {
    roomOf: refuse,
    clockOf: () => clock,
    holdRoom: () => () => {},
    onEvent(event, schema, listener) {
      const take = (said: string, message: unknown) => {
        if (said === event) listener(z.parse(schema, message), 'a room');
      };
      listeners.add(take);
      return () => listeners.delete(take);
    },
    ask,
  };
  return {
    ask,
    /** The server sends an event. */
    say(event: string, message: object) {
      for (const take of listeners) take(event, message);
    },
    Provider: ({ children }: { children: ReactNode }) => (
      <RoomsContext value={rooms}>{children}</RoomsContext>
    ),
  };
}
