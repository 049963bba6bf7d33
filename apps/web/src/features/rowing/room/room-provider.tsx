import { liveAddressOf } from '@boathouse/contract/live/address';
import type { Answer } from '@boathouse/contract/live';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { createLiveSocket, type LiveSocket } from '../../../lib/live-socket.ts';
import { ServerClock } from '../../../lib/server/server-clock.ts';
import { LiveRoom } from './live-room.ts';

/** The rooms of this page, each with its own live connection. */
export type Rooms = {
  /** The session's room, joined or not. */
  roomOf(sessionId: string): LiveRoom;
  /** Joins the session's room while any caller holds it; returns a function that releases it. */
  holdRoom(sessionId: string): () => void;
  /**
   * Subscribes to an event of every room; it arrives while the room is held. A user event, which has no room, arrives
   * once on the connection of each held room, `sessionId`.
   */
  onEvent<S extends z.core.$ZodType>(
    event: string,
    schema: S,
    listener: (message: z.output<S>, sessionId: string) => void,
  ): () => void;
  /** Sends an event on the room's connection and returns the server's answer; rejects without a connection. */
  ask(sessionId: string, event: string, message: object): Promise<Answer>;
  /** The clock of the server that serves the room; measured while the room is held. */
  clockOf(sessionId: string): ServerClock;
};

type HeldRoom = {
  room: LiveRoom;
  socket: LiveSocket;
  clock: ServerClock;
  holders: number;
  /** Leaves the room and ends its connection; null while nothing holds it. */
  leave: (() => void) | null;
};

/** The number of released rooms that are kept, because a page may hold one again in a moment. */
const releasedRoomsMax = 8;

type Subscription = (sessionId: string, socket: LiveSocket) => () => void;

/** This page's rooms, from `RoomProvider`. */
export const RoomsContext = createContext<Rooms | null>(null);

/**
 * Holds this page's live connections around all signed-in routes: opening another route does not interrupt the samples
 * for other users.
 */
export function RoomProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const [{ rooms, heldRooms }] = useState(() => createRooms(userId));
  useEffect(() => {
    // The monotonic clock may have stopped while the device slept.
    const measure = () => {
      if (document.visibilityState !== 'visible') return;
      for (const { clock, leave } of heldRooms.values()) if (leave !== null) clock.measure();
    };
    document.addEventListener('visibilitychange', measure);
    return () => {
      document.removeEventListener('visibilitychange', measure);
      for (const { socket } of heldRooms.values()) socket.disconnect();
    };
  }, [heldRooms]);
  return <RoomsContext value={rooms}>{children}</RoomsContext>;
}

function createRooms(userId: string): { rooms: Rooms; heldRooms: ReadonlyMap<string, HeldRoom> } {
  const heldRooms = new Map<string, HeldRoom>();
  /** Each with its unsubscribe function by room. */
  const subscriptions = new Map<Subscription, Map<string, () => void>>();
  const dropReleased = () => {
    const released = [...heldRooms].filter(([, { leave }]) => leave === null);
    for (const [sessionId] of released.slice(0, -releasedRoomsMax)) {
      heldRooms.delete(sessionId);
      for (const stops of subscriptions.values()) {
        stops.get(sessionId)?.();
        stops.delete(sessionId);
      }
    }
  };
  const heldRoomOf = (sessionId: string): HeldRoom => {
    const known = heldRooms.get(sessionId);
    if (known) return known;
    dropReleased();
    const socket = createLiveSocket({ address: liveAddressOf(sessionId) });
    const room = new LiveRoom({ id: sessionId, userId, socket });
    const heldRoom: HeldRoom = { room, socket, clock: new ServerClock({ socket }), holders: 0, leave: null };
    heldRooms.set(sessionId, heldRoom);
    for (const [subscribe, stops] of subscriptions) stops.set(sessionId, subscribe(sessionId, socket));
    return heldRoom;
  };
  const enter = ({ room, socket, clock }: HeldRoom) => {
    const stopClock = clock.start();
    const leaveRoom = room.enter();
    return () => {
      leaveRoom();
      stopClock();
      socket.disconnect();
    };
  };
  const rooms: Rooms = {
    onEvent(event, schema, listener) {
      const subscribe: Subscription = (sessionId, socket) =>
        socket.on(event, schema, (message) => listener(message, sessionId));
      const stops = new Map(
        [...heldRooms].map(([sessionId, { socket }]) => [sessionId, subscribe(sessionId, socket)]),
      );
      subscriptions.set(subscribe, stops);
      return () => {
        subscriptions.delete(subscribe);
        for (const stop of stops.values()) stop();
      };
    },
    ask: (sessionId, event, message) => heldRoomOf(sessionId).socket.ask(event, message),
    clockOf: (sessionId) => heldRoomOf(sessionId).clock,
    roomOf: (sessionId) => heldRoomOf(sessionId).room,
    holdRoom(sessionId) {
      const heldRoom = heldRoomOf(sessionId);
      heldRoom.holders += 1;
      heldRoom.leave ??= enter(heldRoom);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        heldRoom.holders -= 1;
        if (heldRoom.holders > 0) return;
        heldRoom.leave?.();
        heldRoom.leave = null;
        // The room released last is dropped last.
        heldRooms.delete(sessionId);
        heldRooms.set(sessionId, heldRoom);
      };
    },
  };
  return { rooms, heldRooms };
}

export function useRooms(): Rooms {
  const rooms = use(RoomsContext);
  if (rooms === null) throw new Error('useRooms is used outside a RoomProvider');
  return rooms;
}

/** Returns the session's room, joined while the calling component is mounted. */
export function useLiveRoom(sessionId: string): LiveRoom {
  const { roomOf, holdRoom } = useRooms();
  useEffect(() => holdRoom(sessionId), [holdRoom, sessionId]);
  return roomOf(sessionId);
}
