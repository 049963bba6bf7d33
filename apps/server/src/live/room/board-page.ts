import { createHash } from 'node:crypto';
import type { Socket } from 'socket.io';
import * as z from 'zod/mini';
import { LeaveRoomSchema, liveEvents, type Refusal } from '@boathouse/contract/live';
import { decodeAcknowledgement } from '@boathouse/contract/live/messages';
import type { MessageLimits } from '../wire/message-limits.ts';
import { receivePacked } from '../wire/packed-messages.ts';
import type { BoardAccess } from '../wire/handshakes.ts';
import type { PackedWire } from '../wire/packed-wire.ts';
import type { FrameSink } from './room-frames.ts';
import type { LiveRooms } from './rooms.ts';

const boardsPrefix = 'boards:';

/** Rooms of sessions are named by UUIDs: a message can't bring a page into one of these. */
export function boardsRoom(roomId: string): string {
  return boardsPrefix + roomId;
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
 * One open board, admitted by a key instead of a login. It is in its session's room only for frames: it is not a
 * member, and may only send acknowledgements and requests for keyframes.
 */
export class BoardPage {
  readonly #socket: Socket;
  readonly #rooms: LiveRooms;
  readonly access: BoardAccess;
  readonly sink: FrameSink;
  readonly #packed: PackedWire;

  constructor(socket: Socket, packed: PackedWire, access: BoardAccess, rooms: LiveRooms) {
    this.#socket = socket;
    this.#rooms = rooms;
    this.access = access;
    this.#packed = packed;
    this.sink = {
      sendFrame: (bytes) => packed.write(bytes),
      board: { id: access.id, activityIdOf: (activity) => boardActivityId(access.id, activity) },
    };
  }

  /** Serves the page until it disconnects. `onFlood` ends a connection that sends far too much. */
  serve(limits: MessageLimits, onFlood: () => void): void {
    const { id, room } = this.access;
    void this.#socket.join(boardsRoom(room));
    this.#rooms.watch(room, this.sink, performance.now());
    this.#socket.once('disconnect', () => this.#rooms.unwatch(room, this.sink));
    this.#socket.onAny((name: unknown, message: unknown) => {
      const nowMs = performance.now();
      const verdict = limits.takeEvent('other', nowMs);
      if (verdict === 'disconnect') return onFlood();
      if (verdict === 'drop') return;
      const request = z.safeParse(LeaveRoomSchema, message);
      if (verdict === 'refuse') this.#refuse(name, 'too_many_events', 'Too many messages; send fewer');
      else if (name === liveEvents.keyframeRequest && request.success && request.data.room === id)
        this.#rooms.get(room)?.frames.requestKeyframe(this.sink, nowMs);
      else this.#refuse(name, 'bad_message', 'A board only watches');
    });
    receivePacked(this.#packed, {
      limits,
      onFlood,
      refuse: (name, code, message) => this.#refuse(name, code, message),
      take: (bytes, nowMs) => {
        const ack = decodeAcknowledgement(bytes);
        if (ack?.room !== id) return false;
        this.#rooms.get(room)?.frames.acknowledge(this.sink, ack.acknowledged, nowMs);
        return true;
      },
    });
  }

  #refuse(name: unknown, code: Refusal['code'], message: string): void {
    const refusal: Refusal = { event: String(name).slice(0, 60), code, message };
    this.#socket.emit(liveEvents.refused, refusal);
  }
}
