import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { liveLimits } from '@boathouse/contract/limits';
import {
  FrameAckSchema,
  LeaveRoomSchema,
  liveProtocol,
  liveEvents,
  type Answer,
  type HandshakeRefusal,
  type Refusal,
  type RoomMembers,
} from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import type { Login, ResolveCaller } from '../http/caller.ts';
import { webHeaders } from '../http/headers.ts';
import { isOwnOrigin } from '../http/origin.ts';
import { problemText } from '../http/problem.ts';
import type { SetSecurityHeaders } from '../http/security-headers.ts';
import { Connection, RefusedError } from './connection.ts';
import { liveEvent, type LiveEvent } from './events.ts';
import { isLiveHandshake, livePath } from './handshake.ts';
import { LiveRooms } from './rooms.ts';
import { TokenBucket } from './token-bucket.ts';

/** Rooms of sessions are named by UUIDs: no page can be in one of these by a message. */
const loginRoom = (authSessionId: string) => `login:${authSessionId}`;

/** What a timer can hold. */
const timeoutMaxMs = 2 ** 31 - 1;

export type GatewayOptions = {
  httpServer: HttpServer;
  publicUrl: string | null;
  /** For what is answered here without a socket: a handshake in a way that is not served. */
  setSecurityHeaders: SetSecurityHeaders;
  resolveCaller: ResolveCaller;
  log: { error(fields: object, message: string): void };
};

/**
 * Socket.IO at /socket.io, websocket transport only. Who may connect is decided in the handshake, before any event is
 * heard; which room a page may enter is decided by the feature that owns the room.
 */
export class LiveGateway {
  readonly rooms = new LiveRooms({ epoch: randomUUID() });
  readonly #options: GatewayOptions;
  readonly #io: Server;
  readonly #events = new Map<string, LiveEvent>();
  readonly #present = new Map<string, Set<Connection>>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.on(
      liveEvent(liveEvents.leaveRoom, LeaveRoomSchema, (connection, { room }) =>
        this.leave(connection, room),
      ),
      liveEvent(liveEvents.frameAck, FrameAckSchema, (connection, ack) =>
        this.rooms.acknowledge(connection.sink, ack),
      ),
      liveEvent(liveEvents.keyframeRequest, LeaveRoomSchema, (connection, { room }) =>
        this.rooms.requestKeyframe(room, connection.sink),
      ),
    );
    this.#io = new Server(options.httpServer, {
      path: livePath,
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: 64 * 1024,
      pingInterval: 10_000,
      pingTimeout: 10_000,
    });
    this.#io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      options.setSecurityHeaders(request, response);
      if (isLiveHandshake(request)) return next();
      const problem = problemText('bad_request', 'Only WebSocket connections of Socket.IO are served here');
      response.writeHead(400, {
        'content-type': 'application/problem+json',
        'content-length': Buffer.byteLength(problem),
      });
      response.end(problem);
    });
    this.#io.use((socket, next) => {
      this.#admit(socket).then(next, (error: unknown) => {
        options.log.error({ err: error }, 'live handshake failed');
        next(new Error('internal'));
      });
    });
    this.#io.on('connection', (socket) => this.#listen(socket));
    this.#timer = setInterval(() => this.rooms.tick(performance.now()), liveLimits.tickFastMs);
  }

  /** Adds a feature's events. */
  on(...events: LiveEvent[]): void {
    for (const event of events) this.#events.set(event.name, event);
  }

  /** Every event a client may send; each has its row in the authorisation matrix. */
  get eventNames(): string[] {
    return [...this.#events.keys()];
  }

  /**
   * Lets a page into a room when `mayEnter`, which belongs to the room's feature, does not reject; not when the page
   * has left or gone while that was asked.
   */
  async enter(connection: Connection, roomId: string, mayEnter: () => Promise<void>): Promise<void> {
    const ticket = Symbol(roomId);
    connection.entering.set(roomId, ticket);
    try {
      await mayEnter();
      if (connection.entering.get(roomId) !== ticket || !connection.socket.connected) return;
    } finally {
      if (connection.entering.get(roomId) === ticket) connection.entering.delete(roomId);
    }
    this.#admitTo(connection, roomId);
  }

  #admitTo(connection: Connection, roomId: string): void {
    if (connection.rooms.has(roomId)) {
      this.rooms.requestKeyframe(roomId, connection.sink);
      this.#tellMembers(roomId);
      return;
    }
    connection.rooms.add(roomId);
    const present = this.#present.get(roomId) ?? new Set();
    this.#present.set(roomId, present.add(connection));
    void connection.socket.join(roomId);
    this.rooms.join(roomId, connection.sink, performance.now());
    this.#tellMembers(roomId);
  }

  leave(connection: Connection, roomId: string): void {
    connection.entering.delete(roomId);
    if (!connection.rooms.delete(roomId)) return;
    for (const [activityId, room] of connection.ownActivities) {
      if (room === roomId) connection.ownActivities.delete(activityId);
    }
    const present = this.#present.get(roomId);
    present?.delete(connection);
    if (present?.size === 0) this.#present.delete(roomId);
    void connection.socket.leave(roomId);
    this.rooms.leave(roomId, connection.sink);
    this.#tellMembers(roomId);
  }

  /** Puts the pages of a user out of every room where `mayStay`, which belongs to the room's feature, says no. */
  async recheck(userId: string, mayStay: (roomId: string) => Promise<boolean>): Promise<void> {
    const pages = [...this.#io.sockets.sockets.values()]
      .map((socket): unknown => socket.data.connection)
      .filter((connection) => connection instanceof Connection)
      .filter(({ user }) => user._id === userId);
    const roomIds = new Set(pages.flatMap(({ rooms, entering }) => [...rooms, ...entering.keys()]));
    for (const roomId of roomIds) {
      if (await mayStay(roomId)) continue;
      for (const page of pages.filter(({ rooms, entering }) => rooms.has(roomId) || entering.has(roomId))) {
        this.leave(page, roomId);
        page.socket.emit(liveEvents.refused, {
          event: liveEvents.joinRoom,
          code: 'not_found',
          message: 'You may not be in this room any more',
        } satisfies Refusal);
      }
    }
  }

  /** A completed activity leaves the live table, and no page may send samples for it any more. */
  closeActivity(roomId: string, activityId: string): void {
    for (const connection of this.#present.get(roomId) ?? []) connection.ownActivities.delete(activityId);
    this.rooms.remove(roomId, activityId);
  }

  /** To every page in the room. */
  announce(roomId: string, event: string, payload: object): void {
    this.#io.to(roomId).emit(event, payload);
  }

  /** Cuts every page of a login that counts no more, on whichever process it is. */
  endLogin(authSessionId: string): void {
    this.#io.in(loginRoom(authSessionId)).disconnectSockets(true);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#io.close();
  }

  #tellMembers(roomId: string): void {
    const byId = new Map<string, UserRef>();
    for (const { user } of this.#present.get(roomId) ?? []) byId.set(user._id, user);
    const members = [...byId.values()].sort(
      (a, b) => a.displayName.localeCompare(b.displayName) || a._id.localeCompare(b._id),
    );
    this.announce(roomId, liveEvents.roomMembers, { room: roomId, members } satisfies RoomMembers);
  }

  /** Answers the reason of a refusal as the error that Socket.IO hands to the client. */
  async #admit(socket: Socket): Promise<Error | undefined> {
    const { publicUrl, resolveCaller } = this.#options;
    const { headers, auth } = socket.handshake;
    const refuse = (reason: HandshakeRefusal) => new Error(reason);
    if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl)) {
      return refuse('wrong_origin');
    }
    if (auth['protocol'] !== liveProtocol) return refuse('protocol_mismatch');
    const caller = await resolveCaller(webHeaders(headers));
    if (!caller?.user) return refuse('not_signed_in');
    socket.data = { connection: new Connection(caller.user, socket, caller.login) };
    return undefined;
  }

  /** A page lasts no longer than the login it came with. */
  #endWith(socket: Socket, { authSessionId, endsAtMs }: Login): void {
    void socket.join(loginRoom(authSessionId));
    // The login may have ended between its check and here, when there was nothing to cut yet.
    this.#options.resolveCaller(webHeaders(socket.handshake.headers)).then(
      (caller) => caller === null && socket.disconnect(true),
      (error: unknown) => {
        if (!socket.connected) return;
        this.#options.log.error({ err: error }, 'a login could not be checked again');
        socket.disconnect(true);
      },
    );
    if (endsAtMs === null) return;
    const timer = setTimeout(() => socket.disconnect(true), Math.min(endsAtMs - Date.now(), timeoutMaxMs));
    socket.once('disconnect', () => clearTimeout(timer));
  }

  #listen(socket: Socket): void {
    const connection: unknown = socket.data.connection;
    if (!(connection instanceof Connection)) return void socket.disconnect(true);
    this.#endWith(socket, connection.login);
    const bucket = new TokenBucket(liveLimits.eventBurst, liveLimits.eventsPerSec, performance.now());
    socket.on('disconnect', () => {
      for (const roomId of connection.rooms) this.leave(connection, roomId);
    });
    // One listener for all: an event that nobody handles is refused too, and nothing that a client sends is thrown
    // past here.
    socket.onAny((name: unknown, ...values: unknown[]) => {
      const message = values[0];
      const answer = values.at(-1);
      const reply = typeof answer === 'function' ? (given: Answer) => void answer(given) : null;
      const refuse = (code: Refusal['code'], reason: string) => {
        const refusal: Refusal = { event: String(name).slice(0, 60), code, message: reason };
        if (reply) reply({ ok: false, refusal });
        else socket.emit(liveEvents.refused, refusal);
      };
      if (!bucket.take(performance.now())) return refuse('too_many_events', 'Too many messages; slow down');
      const event = this.#events.get(String(name));
      if (!event) return refuse('bad_message', 'There is no such event');
      Promise.resolve()
        .then(() => event.receive(connection, message))
        .then(() => reply?.({ ok: true }))
        .catch((error: unknown) => {
          if (error instanceof RefusedError) return refuse(error.code, error.message);
          this.#options.log.error({ err: error, event: event.name }, 'live event failed');
          refuse('internal', 'Something went wrong on the server. It has been noted.');
        });
    });
  }
}
