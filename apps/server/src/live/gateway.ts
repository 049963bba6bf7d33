import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { ListedActivity } from '@boathouse/contract/activities';
import { liveLimits } from '@boathouse/contract/limits';
import {
  FrameAckSchema,
  LeaveRoomSchema,
  liveProtocol,
  liveEvents,
  type ActivityChanged,
  type Answer,
  type HandshakeRefusal,
  type MemberState,
  type Refusal,
} from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import type { Login, ResolveCaller } from '../http/caller.ts';
import { webHeaders } from '../http/headers.ts';
import { problemText } from '../http/problem.ts';
import type { SetSecurityHeaders } from '../http/security-headers.ts';
import { BoardPage, boardsRoom, type ResolveBoard } from './board-page.ts';
import { Connection, RefusedError } from './connection.ts';
import { liveEvent, type LiveEvent } from './events.ts';
import { isLiveHandshake, livePath } from './upgrade-request.ts';
import { Handshakes, type Admission } from './handshakes.ts';
import { MemberStates } from './member-states.ts';
import { MessageLimits } from './message-limits.ts';
import { Presence } from './presence.ts';
import { RoomUpdates } from './room-updates.ts';
import { LiveRooms } from './rooms.ts';

/** The transport below a Socket.IO socket. */
type Wire = Socket['conn'];

type OpenWire = {
  limits: MessageLimits;
  admission: Promise<Admission>;
  /** Its client has sent the connect packet. */
  isConnecting: boolean;
};

type Discarded = { discarded: string };

/** Rooms of sessions are named by UUIDs: no page can be in one of these by a message. */
const loginRoom = (authSessionId: string) => `login:${authSessionId}`;
const userRoom = (userId: string) => `user:${userId}`;

/** Time for the peer to answer the closing handshake; then the connection is destroyed. */
const closeWithinMs = 1_000;

/** The longest delay of a timer. */
const timeoutMaxMs = 2 ** 31 - 1;

type GatewayOptions = {
  httpServer: HttpServer;
  publicUrl: string | null;
  /** Sets the headers of error responses to handshakes, which no socket serves. */
  setSecurityHeaders: SetSecurityHeaders;
  resolveCaller: ResolveCaller;
  resolveBoard: ResolveBoard;
  log: Record<'warn' | 'error', (fields: object, message: string) => void>;
};

/**
 * Socket.IO at /socket.io, websocket transport only. The handshake decides who may connect, before any event is read;
 * the feature that owns a room decides who may join it.
 */
export class LiveGateway {
  readonly rooms = new LiveRooms({ epoch: randomUUID() });
  readonly #options: GatewayOptions;
  readonly #io: Server;
  readonly #events = new Map<string, LiveEvent>();
  readonly #presence = new Presence<Connection>({
    spacingMs: liveLimits.roomUpdateMs,
    programSpacingMs: liveLimits.memberListMs,
  });
  readonly #memberStates = new MemberStates<Connection>(liveLimits.roomUpdateMs);
  readonly #handshakes: Handshakes;
  readonly #wires = new WeakMap<Wire, OpenWire>();
  readonly #activityChanges = new RoomUpdates<ListedActivity | Discarded>(liveLimits.roomUpdateMs);
  readonly #timer: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#handshakes = new Handshakes(options);
    this.on(
      liveEvent(liveEvents.leaveRoom, LeaveRoomSchema, (connection, { room }) =>
        this.leave(connection, room),
      ),
      liveEvent(
        liveEvents.frameAck,
        FrameAckSchema,
        (connection, ack) => this.rooms.acknowledge(connection.sink, ack),
        'ack',
      ),
      liveEvent(liveEvents.keyframeRequest, LeaveRoomSchema, (connection, { room }) =>
        this.rooms.requestKeyframe(room, connection.sink),
      ),
    );
    this.#io = new Server(options.httpServer, {
      path: livePath,
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: liveLimits.messageMaxBytes,
      connectTimeout: liveLimits.connectWithinMs,
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
    this.#io.engine.on('connection', (wire: Wire) => this.#accept(wire));
    this.#io.use((socket, next) => {
      this.#connect(socket).then(next, () => next(new Error('internal')));
    });
    this.#io.on('connection', (socket) => this.#listen(socket));
    this.#timer = setInterval(() => this.#tick(performance.now()), liveLimits.tickFastMs);
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
   * Adds a page to a room unless `mayEnter`, a check of the room's feature, rejects, or the page leaves or disconnects
   * during the check.
   */
  async enter(connection: Connection, roomId: string, mayEnter: () => Promise<void>): Promise<void> {
    const { rooms, entering } = connection;
    const isKnown = rooms.has(roomId) || entering.has(roomId);
    if (!isKnown && rooms.size + entering.size >= liveLimits.roomsPerConnectionMax) {
      throw new RefusedError('too_many_events', 'Leave another room first');
    }
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
    this.#presence.join(roomId, connection);
    if (connection.usesLiveProtocol) this.#memberStates.join(roomId, connection);
    if (connection.rooms.has(roomId)) {
      this.rooms.requestKeyframe(roomId, connection.sink);
      return;
    }
    connection.rooms.add(roomId);
    if (!connection.usesLiveProtocol) return;
    void connection.socket.join(roomId);
    this.rooms.join(roomId, connection.sink, performance.now());
  }

  leave(connection: Connection, roomId: string): void {
    connection.entering.delete(roomId);
    if (!connection.rooms.delete(roomId)) return;
    for (const [activityId, room] of connection.ownActivities) {
      if (room === roomId) connection.ownActivities.delete(activityId);
    }
    this.#presence.leave(roomId, connection);
    this.#memberStates.leave(roomId, connection);
    void connection.socket.leave(roomId);
    this.rooms.leave(roomId, connection.sink);
  }

  /** Removes a user's pages from every room for which `mayStay`, a check of the room's feature, returns false. */
  async recheck(userId: string, mayStay: (roomId: string) => Promise<boolean>): Promise<void> {
    const pages = this.#connections().filter(({ user }) => user._id === userId);
    const roomIds = new Set(pages.flatMap(({ rooms, entering }) => [...rooms, ...entering.keys()]));
    for (const roomId of roomIds) {
      if (await mayStay(roomId)) continue;
      for (const page of pages) this.#expel(page, roomId);
    }
  }

  /** Removes the pages of the users for whom `mayStay`, a check of the room's feature, returns false. */
  recheckRoom(roomId: string, mayStay: (userId: string) => boolean): void {
    for (const page of this.#connections()) if (!mayStay(page.user._id)) this.#expel(page, roomId);
  }

  /** Removes a page from a room that it is in or about to enter. */
  #expel(page: Connection, roomId: string): void {
    if (!page.rooms.has(roomId) && !page.entering.has(roomId)) return;
    this.leave(page, roomId);
    page.socket.emit(liveEvents.refused, {
      event: liveEvents.joinRoom,
      code: 'not_found',
      message: 'You no longer have access to this room',
    } satisfies Refusal);
  }

  /** Stores a page's state for the other members; false for a page that is not in the room. */
  setMemberState(connection: Connection, roomId: string, state: MemberState): boolean {
    return this.#memberStates.set(roomId, connection, state);
  }

  /** Removes a completed activity from the live table; pages can no longer send samples for it. */
  closeActivity(roomId: string, activityId: string): void {
    for (const connection of this.#presence.pagesIn(roomId)) connection.ownActivities.delete(activityId);
    this.rooms.remove(roomId, activityId);
  }

  /** Sends a started or completed activity to every page in its room, in one event with others of the same moment. */
  announceActivity(activity: ListedActivity): void {
    this.#activityChanges.add(activity.session._id, activity._id, activity);
  }

  announceDiscard(roomId: string, activityId: string): void {
    this.#activityChanges.add(roomId, activityId, { discarded: activityId });
  }

  /** Sends an event to all connections of a user, whichever rooms they are in. */
  sendToUser(userId: string, event: string, payload: object): void {
    this.#io.to(userRoom(userId)).emit(event, payload);
  }

  /** Returns a member of the room, or undefined for a user without a page in it. */
  memberOf(roomId: string, userId: string): UserRef | undefined {
    return this.#presence.memberOf(roomId, userId);
  }

  /** Sends an event to every page of these members of a room (null: of all), programs included. */
  sendToMembers(roomId: string, userIds: string[] | null, event: string, payload: object): void {
    this.#send(this.#presence.pagesIn(roomId, userIds ?? undefined), event, payload);
  }

  /** Sends an event to every page in a room, and has its boards load again. */
  sendToRoom(roomId: string, event: string, payload: object): void {
    this.#io.to(roomId).emit(event, payload);
    this.#io.to(boardsRoom(roomId)).emit(liveEvents.boardChanged, {});
  }

  /** Ends the connections of a room's boards, whose key is not valid any more. */
  closeBoards(roomId: string): void {
    this.#io.in(boardsRoom(roomId)).disconnectSockets(true);
  }

  /** Ends every connection of a login that has ended, on every process. */
  endLogin(authSessionId: string): void {
    this.#io.in(loginRoom(authSessionId)).disconnectSockets(true);
  }

  /** Closes without member updates, because all pages are about to reconnect. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#io.close();
  }

  #connections(): Connection[] {
    return [...this.#io.sockets.sockets.values()]
      .map((socket): unknown => socket.data.connection)
      .filter((connection) => connection instanceof Connection);
  }

  #tick(nowMs: number): void {
    this.rooms.tick(nowMs);
    const { lists, differences } = this.#presence.take(nowMs);
    for (const { pages, list } of lists) this.#send(pages, liveEvents.roomMembers, list);
    for (const { pages, difference } of differences) {
      this.#send(pages, liveEvents.roomPresence, difference);
    }
    for (const { pages, message } of this.#memberStates.take(nowMs)) {
      this.#send(pages, liveEvents.roomStates, message);
    }
    for (const { roomId, values } of this.#activityChanges.take(nowMs)) {
      const message: ActivityChanged = {
        room: roomId,
        activities: values.flatMap((value) => ('discarded' in value ? [] : [value])),
        discarded: values.flatMap((value) => ('discarded' in value ? [value.discarded] : [])),
      };
      this.sendToRoom(roomId, liveEvents.activityChanged, message);
    }
  }

  /** Sends an event, encoded once, to the pages. Each socket is alone in the room of its id. */
  #send(pages: Connection[], event: string, payload: object): void {
    this.#io.to(pages.map(({ socket }) => socket.id)).emit(event, payload);
  }

  /** Limits a new connection from its first byte, and closes it at once unless its request is admitted. */
  #accept(wire: Wire): void {
    const limits = new MessageLimits(performance.now());
    const admission = this.#handshakes.admit(wire.request);
    this.#wires.set(wire, { limits, admission, isConnecting: false });
    const tcp = wire.request.socket;
    const countBytes = (chunk: Buffer) =>
      limits.takeBytes(chunk.length, performance.now()) || this.#endFlood(wire);
    const countPacket = () => limits.takePacket(performance.now()) || this.#endFlood(wire);
    tcp.on('data', countBytes);
    wire.on('packet', countPacket);
    // Websocket pings are answered below Engine.IO, which does not see them.
    const websocket: unknown = Reflect.get(wire.request, 'websocket');
    if (websocket instanceof EventEmitter) websocket.on('ping', countPacket);
    admission.then(
      (given) => {
        if ('refused' in given) return this.#refuseHandshake(wire, given.refused);
        if (wire.readyState === 'open') wire.once('close', () => this.#handshakes.release(given.holder));
        else this.#handshakes.release(given.holder);
      },
      (error: unknown) => {
        this.#options.log.error({ err: error }, 'live handshake failed');
        this.#refuseHandshake(wire, 'internal');
      },
    );
  }

  /** Sends the reason as the Socket.IO client's `connect_error`, without waiting for its connect packet. */
  #refuseHandshake(wire: Wire, reason: HandshakeRefusal | 'internal'): void {
    const connectError = 4;
    wire.write(`${connectError}${JSON.stringify({ message: reason })}`);
    wire.close();
    setTimeout(() => wire.request.socket.destroy(), closeWithinMs).unref();
  }

  /** Destroys a connection without another read or write: a flooding peer may not answer a closing handshake. */
  #endFlood(wire: Wire): void {
    if (wire.readyState === 'closed') return;
    wire.close(true);
    wire.request.socket.destroy();
    void this.#wires.get(wire)?.admission.then(
      (admission) => {
        if ('refused' in admission) return;
        this.#handshakes.pause(admission.holder);
        this.#options.log.warn({ holder: admission.holder }, 'a live connection was ended for flooding');
      },
      // Already logged where the connection was accepted.
      () => {},
    );
  }

  /** Returns the reason for refusing the connection as the error that Socket.IO sends to the client. */
  async #connect(socket: Socket): Promise<Error | undefined> {
    const wire = this.#wires.get(socket.conn);
    // Socket.IO would make a socket of each connect packet that arrives before the first is admitted.
    if (wire === undefined || wire.isConnecting) return new Error('internal');
    wire.isConnecting = true;
    const admission = await wire.admission;
    if ('refused' in admission) return new Error(admission.refused);
    const protocol: unknown = socket.handshake.auth['protocol'];
    const reason: HandshakeRefusal = 'protocol_mismatch';
    if (protocol !== undefined && protocol !== liveProtocol) return new Error(reason);
    if ('board' in admission) {
      if (protocol === undefined) return new Error(reason);
      socket.data = { board: new BoardPage(socket, admission.board, this.rooms), key: admission.key };
      return undefined;
    }
    const { user, login } = admission;
    socket.data = { connection: new Connection(user, socket, login, protocol === liveProtocol) };
    return undefined;
  }

  /** Ends the connection when its login ends. */
  #endWith(socket: Socket, { authSessionId, endsAtMs }: Login): void {
    void socket.join(loginRoom(authSessionId));
    // The login may have ended after its check, when this socket was not yet in the login's room.
    const caller = this.#options.resolveCaller(webHeaders(socket.handshake.headers));
    this.#endUnless(
      socket,
      caller.then((found) => found !== null),
    );
    if (endsAtMs === null) return;
    const timer = setTimeout(() => socket.disconnect(true), Math.min(endsAtMs - Date.now(), timeoutMaxMs));
    socket.once('disconnect', () => clearTimeout(timer));
  }

  #endUnless(socket: Socket, isValid: Promise<boolean>): void {
    isValid.then(
      (is) => is || socket.disconnect(true),
      (error: unknown) => {
        if (!socket.connected) return;
        this.#options.log.error({ err: error }, 'a live connection could not be checked again');
        socket.disconnect(true);
      },
    );
  }

  #listen(socket: Socket): void {
    const { connection, board, key }: Record<string, unknown> = socket.data;
    const limits = this.#wires.get(socket.conn)?.limits;
    if (limits && board instanceof BoardPage) {
      board.serve(limits, () => this.#endFlood(socket.conn));
      // The key may have been revoked after its check, when this socket was not yet in the boards' room.
      const isValid = this.#options.resolveBoard(String(key)).then((found) => found !== null);
      return this.#endUnless(socket, isValid);
    }
    if (!limits || !(connection instanceof Connection)) return void socket.disconnect(true);
    this.#endWith(socket, connection.login);
    void socket.join(userRoom(connection.user._id));
    socket.on('disconnect', () => {
      if (this.#isClosing) return;
      for (const roomId of connection.rooms) this.leave(connection, roomId);
    });
    // One listener for all events refuses unknown ones too, and lets no error caused by a client's message through.
    socket.onAny((name: unknown, ...values: unknown[]) => {
      const message = values[0];
      const answer = values.at(-1);
      const reply = typeof answer === 'function' ? (given: Answer) => void answer(given) : null;
      const refuse = (code: Refusal['code'], reason: string) => {
        const refusal: Refusal = { event: String(name).slice(0, 60), code, message: reason };
        if (reply) reply({ ok: false, refusal });
        else socket.emit(liveEvents.refused, refusal);
      };
      const event = this.#events.get(String(name));
      const verdict = limits.takeEvent(event?.kind ?? 'other', performance.now());
      if (verdict === 'disconnect') return this.#endFlood(socket.conn);
      if (verdict === 'refuse') return refuse('too_many_events', 'Too many messages; send fewer');
      if (verdict === 'drop') return;
      if (!event) return refuse('bad_message', 'Unknown event');
      Promise.resolve()
        .then(() => event.receive(connection, message))
        .then(() => reply?.({ ok: true }))
        .catch((error: unknown) => {
          if (error instanceof RefusedError) return refuse(error.code, error.message);
          this.#options.log.error({ err: error, event: event.name }, 'live event failed');
          refuse('internal', 'Something went wrong on the server. It has been logged.');
        });
    });
  }
}
