import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { createLiveSocket, type LiveSocket } from '../../lib/live-socket.ts';
import { ServerClock } from '../../lib/server-clock.ts';
import { LiveRoom } from './live-room.ts';

/** The rooms of this page, on one live connection. */
export type Rooms = {
  /** The session's room, joined or not. */
  roomOf(sessionId: string): LiveRoom;
  /** Joins the session's room while any caller holds it; returns a function that releases it. */
  holdRoom(sessionId: string): () => void;
  /** Subscribes to an event that is not of a room; it arrives while any room is held. */
  onEvent: LiveSocket['on'];
  /** Sends an event and returns the server's answer; rejects without a connection. */
  ask: LiveSocket['ask'];
  /** The server's clock; measured while any room is held. */
  clock: ServerClock;
};

const RoomsContext = createContext<Rooms | null>(null);

/**
 * Holds this page's live connection around all signed-in routes: opening another route does not interrupt the samples
 * that the others get.
 */
export function RoomProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const [{ rooms, socket }] = useState(() => createRooms(userId));
  useEffect(() => {
    const stopClock = rooms.clock.start();
    // The monotonic clock may have stood still while the device slept.
    const measure = () => document.visibilityState === 'visible' && rooms.clock.measure();
    document.addEventListener('visibilitychange', measure);
    return () => {
      stopClock();
      document.removeEventListener('visibilitychange', measure);
      socket.disconnect();
    };
  }, [rooms, socket]);
  return <RoomsContext value={rooms}>{children}</RoomsContext>;
}

function createRooms(userId: string): { rooms: Rooms; socket: LiveSocket } {
  const socket = createLiveSocket();
  const held = new Map<string, { room: LiveRoom; holders: number; leave: (() => void) | null }>();
  const heldOf = (sessionId: string) => {
    const known = held.get(sessionId);
    if (known) return known;
    const made = { room: new LiveRoom({ id: sessionId, userId, socket }), holders: 0, leave: null };
    held.set(sessionId, made);
    return made;
  };
  const rooms: Rooms = {
    onEvent: (...event) => socket.on(...event),
    ask: (event, message) => socket.ask(event, message),
    clock: new ServerClock({ socket }),
    roomOf: (sessionId) => heldOf(sessionId).room,
    holdRoom(sessionId) {
      const place = heldOf(sessionId);
      place.holders += 1;
      place.leave ??= place.room.enter();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        place.holders -= 1;
        if (place.holders > 0) return;
        place.leave?.();
        place.leave = null;
        if ([...held.values()].every(({ holders }) => holders === 0)) socket.disconnect();
      };
    },
  };
  return { rooms, socket };
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
