import { createHash } from 'node:crypto';
import type { Socket } from 'socket.io';
import * as z from 'zod/mini';
import { FrameAckSchema, LeaveRoomSchema, liveEvents, type Refusal } from '@boathouse/contract/live';
import { frameOfBoard } from '@boathouse/contract/live-frame';
import type { MessageLimits } from './message-limits.ts';
import type { FrameSink, LiveRooms } from './rooms.ts';

/** What a board's key opens. The page knows the room by the board's `id` only. */
export type BoardAccess = { id: string; room: string };

/** Returns the board the key opens now, or null. */
export type ResolveBoard = (key: string) => Promise<BoardAccess | null>;

/** Rooms of sessions are named by UUIDs: no page can be in one of these by a message. */
export function boardsRoom(roomId: string): string {
  return `boards:${roomId}`;
}

/**
 * Returns the id under which a board shows an activity. The activity's own id would disclose its session's, with which
 * any login may join a session that is shared by link.
 */
export function boardActivityId(boardId: string, activityId: string): string {
  const hex = createHash('sha256').update(boardId).update(activityId).digest('hex');
  // A UUID of version 8, whose bits are free (RFC 9562, 5.8).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * One open board, admitted by a key instead of a login. It is in its session's room for frames alone: it is no member,
 * and may send nothing but acknowledgements and requests for keyframes.
 */
export class BoardPage {
  readonly #socket: Socket;
  readonly #rooms: LiveRooms;
  readonly access: BoardAccess;
  readonly sink: FrameSink;

  constructor(socket: Socket, access: BoardAccess, rooms: LiveRooms) {
    this.#socket = socket;
    this.#rooms = rooms;
    this.access = access;
    this.sink = {
      sendFrame: (frame) =>
        void socket.emit(
          liveEvents.frame,
          frameOfBoard(frame, access.id, (activity) => boardActivityId(access.id, activity)),
        ),
    };
  }

  /** Serves the page until it disconnects. `onFlood` ends a connection that sends far too much. */
  serve(limits: MessageLimits, onFlood: () => void): void {
    const { id, room } = this.access;
    void this.#socket.join(boardsRoom(room));
    this.#rooms.join(room, this.sink, performance.now());
    this.#socket.once('disconnect', () => this.#rooms.leave(room, this.sink));
    this.#socket.onAny((name: unknown, message: unknown) => {
      const isAck = name === liveEvents.frameAck;
      const verdict = limits.takeEvent(isAck ? 'ack' : 'other', performance.now());
      if (verdict === 'disconnect') return onFlood();
      if (verdict === 'drop') return;
      const ack = z.safeParse(FrameAckSchema, message);
      const request = z.safeParse(LeaveRoomSchema, message);
      if (verdict === 'refuse') this.#refuse(name, 'too_many_events', 'Too many messages; send fewer');
      else if (isAck && ack.success && ack.data.room === id)
        this.#rooms.acknowledge(this.sink, { ...ack.data, room });
      else if (name === liveEvents.keyframeRequest && request.success && request.data.room === id)
        this.#rooms.requestKeyframe(room, this.sink);
      else this.#refuse(name, 'bad_message', 'A board only watches');
    });
  }

  #refuse(name: unknown, code: Refusal['code'], message: string): void {
    const refusal: Refusal = { event: String(name).slice(0, 60), code, message };
    this.#socket.emit(liveEvents.refused, refusal);
  }
}
