import { randomInt } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'socket.io';
import { liveLimits } from '@boathouse/contract/limits';
import {
  LeaveRoomSchema,
  liveProtocol,
  liveEvents,
  SampleMessageSchema,
  type Refusal,
  type RoomReload,
} from '@boathouse/contract/live';
import type { ResolveCaller } from '../http/caller.ts';
import type { SetSecurityHeaders } from '../http/security-headers.ts';
import { BoardPage, boardsRoom } from './room/board-page.ts';
import { Connection, RefusedError } from './room/connection.ts';
import { dispatchEvents, dispatchPacked, type ReceiveSample } from './dispatch.ts';
import type { Control, ControlMessage } from './processes/control.ts';
import { endUnless, endWithLogin, loginRoom } from './ended-connections.ts';
import { liveEvent, type LiveEvent } from './events.ts';
import { createSocketServer } from './wire/socket-server.ts';
import { protocolMismatch, type Handshakes, type ResolveBoard } from './wire/handshakes.ts';
import { websocketFrameOf } from './wire/packed-wire.ts';
import { RoomTicks } from './room/room-ticks.ts';
import { Rechecks, type FindSight, type Sight } from './processes/rechecks.ts';
import type { RoomClaims } from './processes/room-claims.ts';
import type { Change } from './room/room.ts';
import { LiveRooms } from './room/rooms.ts';
import { Wires, type Wire } from './wire/wires.ts';

/** Rooms of sessions are named by UUIDs: a message can't bring a page into one of these. */
const userRoom = (userId: string) => `user:${userId}`;
/** The pages in a room that see only their own lane. */
const ownLanesRoom = (roomId: string) => `own-lanes:${roomId}`;

const connectAgain = 'Connect again, with this session in the address';
/** Shown to users, whose page tries again. */
const movingAgain = 'This session is moving to another server. Trying again…';

type GatewayOptions = {
  httpServer: HttpServer;
  handshakes: Handshakes;
  /** Sets the headers of error responses to handshakes, which no socket serves. */
  setSecurityHeaders: SetSecurityHeaders;
  resolveCaller: ResolveCaller;
  resolveBoard: ResolveBoard;
  /** Between the processes of the installation. */
  control: Control;
  claims: RoomClaims;
  log: Record<'warn' | 'error', (fields: object, message: string) => void>;
};

/**
 * Socket.IO at /socket.io, websocket transport only. The handshake decides who may connect, before any event is read;
 * the feature that owns a room decides who may join it.
 */
export class LiveGateway {
  readonly rooms = new LiveRooms({ epoch: randomInt(2 ** 32), wrap: websocketFrameOf });
  readonly #ticks = new RoomTicks(this.rooms);
  readonly #options: GatewayOptions;
  readonly #io: Server;
  readonly #events = new Map<string, LiveEvent>();
  readonly #wires: Wires;
  readonly #timer: NodeJS.Timeout;
  #receiveSample: ReceiveSample = () => {};
  readonly #rechecks: Rechecks;
  #sightOf: FindSight = async () => 'all';
  #onEntered: (connection: Connection, roomId: string) => void = () => {};
  #isClosing = false;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#wires = new Wires(options);
    this.on(
      liveEvent(liveEvents.leaveRoom, LeaveRoomSchema, (connection, { room }) =>
        this.leave(connection, room),
      ),
      liveEvent(liveEvents.keyframeRequest, LeaveRoomSchema, (connection, { room }) =>
        this.rooms.get(room)?.frames.requestKeyframe(connection.sink, performance.now()),
      ),
    );
    this.#io = createSocketServer(options);
    this.#io.engine.on('connection', (wire: Wire) => this.#wires.accept(wire));
    this.#io.use((socket, next) => {
      this.#connect(socket).then(next, () => next(new Error('internal')));
    });
    this.#io.on('connection', (socket) => this.#listen(socket));
    this.#rechecks = new Rechecks({
      sockets: () => this.#io.sockets.sockets.values(),
      sightOf: (roomId, userId) => this.#sightOf(roomId, userId),
      expel: (page, roomId) => this.#expel(page, roomId),
      resolveCaller: options.resolveCaller,
      resolveBoard: options.resolveBoard,
      onError: (error) => this.#failedToCheck(error),
    });
    const { control, claims } = options;
    control.listen((message) => this.#hear(message));
    control.onGap(() => this.#checkAll());
    claims.onLost((roomId) => this.#giveUp(roomId));
    claims.keepFor(() => new Set(Array.from(this.rooms, ({ id }) => id)));
    this.#timer = setInterval(() => this.#tick(performance.now()), liveLimits.roomUpdateMs);
  }

  /** Adds a feature's events. */
  on(...events: LiveEvent[]): void {
    for (const event of events) this.#events.set(event.name, event);
  }

  /** Sets the handler of samples, as an event and packed. */
  onSample(receive: ReceiveSample): void {
    this.#receiveSample = receive;
    this.on(
      liveEvent(
        liveEvents.sample,
        SampleMessageSchema,
        (connection, message) => receive(connection, message),
        'sample',
      ),
    );
  }

  /** Every event that a client may send; each has a row in the authorization matrix. */
  get eventNames(): string[] {
    return [...this.#events.keys()];
  }

  /**
   * Adds a page to a room unless `findSight`, a check of the room's feature, rejects, or the page leaves or disconnects
   * during the check.
   */
  async enter(connection: Connection, roomId: string, findSight: () => Promise<Sight>): Promise<void> {
    const { rooms, entering, session } = connection;
    if (session !== null && session !== roomId) {
      throw new RefusedError(
        'elsewhere',
        'This connection is for another session: open one for this session',
      );
    }
    const isKnown = rooms.has(roomId) || entering.has(roomId);
    if (!isKnown && rooms.size + entering.size >= liveLimits.roomsPerConnectionMax) {
      throw new RefusedError('too_many_events', 'Leave another room first');
    }
    let claim: Awaited<ReturnType<RoomClaims['take']>>;
    let sight: Sight;
    const ticket = Symbol(roomId);
    connection.entering.set(roomId, ticket);
    try {
      sight = await findSight();
      claim = await this.#options.claims.take(roomId, session !== null);
      if (connection.entering.get(roomId) !== ticket || !connection.socket.connected) return;
    } finally {
      if (connection.entering.get(roomId) === ticket) connection.entering.delete(roomId);
    }
    if (claim === 'elsewhere') {
      throw new RefusedError('elsewhere', session === null ? connectAgain : movingAgain);
    }
    if (claim === 'moved') this.#options.control.publish({ kind: 'roomMoved', room: roomId });
    this.#admitTo(connection, roomId, sight);
  }

  #admitTo(connection: Connection, roomId: string, sight: Sight): void {
    connection.rooms.add(roomId);
    const [joined, left] = sight === 'all' ? [roomId, ownLanesRoom(roomId)] : [ownLanesRoom(roomId), roomId];
    if (sight === 'all') connection.ownLaneRooms.delete(roomId);
    else connection.ownLaneRooms.add(roomId);
    if (connection.usesLiveProtocol) {
      // A page that joins again may see more than before.
      void connection.socket.leave(left);
      void connection.socket.join(joined);
    }
    this.rooms.enter(roomId, connection, performance.now());
    if (connection.usesLiveProtocol) this.#onEntered(connection, roomId);
  }

  /** Has the listener called with each page that enters a room, also again. */
  onEntered(listener: (connection: Connection, roomId: string) => void): void {
    this.#onEntered = listener;
  }

  leave(connection: Connection, roomId: string): void {
    connection.entering.delete(roomId);
    if (!connection.rooms.delete(roomId)) return;
    for (const [activityId, room] of connection.ownActivities) {
      if (room === roomId) connection.ownActivities.delete(activityId);
    }
    connection.ownLaneRooms.delete(roomId);
    void connection.socket.leave(roomId);
    void connection.socket.leave(ownLanesRoom(roomId));
    this.rooms.leave(roomId, connection);
  }

  /** Sets how the rooms' feature finds what a user may see in one. */
  guardRooms(sightOf: FindSight): void {
    this.#sightOf = sightOf;
  }

  /** Removes a page from a room that it is in or about to enter. */
  #expel(
    page: Connection,
    roomId: string,
    code: Refusal['code'] = 'not_found',
    message = 'You no longer have access to this room',
  ): void {
    if (!page.rooms.has(roomId) && !page.entering.has(roomId)) return;
    this.leave(page, roomId);
    page.socket.emit(liveEvents.refused, { event: liveEvents.joinRoom, code, message } satisfies Refusal);
  }

  /**
   * Sends an event to every page of these members of a room, including programs; null: of all who see more than their own
   * lane.
   */
  sendToMembers(roomId: string, userIds: string[] | null, event: string, payload: object): void {
    const pages = this.rooms.get(roomId)?.presence.pages(userIds ?? undefined) ?? [];
    const isFor = (page: Connection) => userIds !== null || !page.ownLaneRooms.has(roomId);
    this.#send(pages.filter(isFor), event, payload);
  }

  /** Carries out a message of this or another process. */
  #hear(message: ControlMessage): void | Promise<void> {
    switch (message.kind) {
      case 'loginEnded':
        return this.#io.in(loginRoom(message.authSessionId)).disconnectSockets(true);
      case 'accountChanged':
        return;
      case 'userEnded':
        return this.#io.in(userRoom(message.user)).disconnectSockets(true);
      case 'rightsChanged':
        return this.#rechecks.user(message.user);
      case 'roomClosedTo':
        for (const page of this.#connections()) {
          if (!message.exceptUsers.includes(page.user._id)) this.#expel(page, message.room);
        }
        return;
      case 'boardsClosed':
        return this.#io.in(boardsRoom(message.room)).disconnectSockets(true);
      case 'roomMoved':
        return void this.#options.claims.check(message.room);
      case 'activityClosed':
        for (const page of this.#pagesIn(message.room)) page.ownActivities.delete(message.activity);
        return this.rooms.get(message.room)?.frames.remove(message.activity, performance.now());
      case 'activityReopened':
        return this.rooms.get(message.room)?.frames.reopen(message.activity);
      case 'activityChanged':
        if (message.activity.session === null) return;
        return this.#noteChange(message.activity.session._id, message.activity._id, message.activity);
      case 'activityDiscarded':
        return this.#noteChange(message.room, message.activity, { discarded: message.activity });
      case 'toRoom':
        return this.#sendToRoomHere(message.room, message.event, message.payload);
      case 'toReaders':
        return this.#rechecks
          .room(message.room)
          .then(() => this.#sendToRoomHere(message.room, message.event, message.payload));
      case 'toUser':
        return void this.#io.to(userRoom(message.user)).emit(message.event, message.payload);
    }
  }

  #noteChange(roomId: string, activityId: string, change: Change): void {
    this.rooms.get(roomId)?.changes.add(activityId, change);
  }

  #pagesIn(roomId: string): Connection[] {
    return this.rooms.get(roomId)?.presence.pages() ?? [];
  }

  #sendToRoomHere(roomId: string, event: string, payload: object): void {
    this.#io.to([roomId, ownLanesRoom(roomId)]).emit(event, payload);
    this.#noteBoards(roomId);
  }

  #noteBoards(roomId: string): void {
    this.#io.to(boardsRoom(roomId)).emit(liveEvents.boardChanged, {});
  }

  /** Ends the connections of a room that is now on another process: they connect to it through the proxy. */
  #giveUp(roomId: string): void {
    this.#io.in(boardsRoom(roomId)).disconnectSockets(true);
    for (const page of this.#pagesIn(roomId)) {
      if (page.session !== null) page.socket.disconnect(true);
      else this.#expel(page, roomId, 'elsewhere', connectAgain);
    }
  }

  /** Called after messages of other processes may have been missed. */
  #checkAll(): void {
    void this.#rechecks.all().then((isDone) => {
      if (!isDone) return;
      for (const { id } of this.rooms) {
        this.#sendToRoomHere(id, liveEvents.roomReload, { room: id } satisfies RoomReload);
      }
    });
  }

  #failedToCheck(error: unknown): void {
    this.#options.log.error({ err: error }, 'the places in live rooms could not be checked again');
  }

  /** Closes without member updates, because all pages are about to reconnect. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    this.#ticks.close();
    await this.#io.close();
  }

  /** The present numbers of the live channel, and its totals since the start of the process. */
  counts(): { rooms: number; rowers: number; connections: number; samples: number; frames: number } {
    const [rooms, nowMs] = [Array.from(this.rooms), performance.now()];
    return {
      ...this.rooms.counts,
      rooms: rooms.length,
      rowers: rooms.reduce((sum, { frames }) => sum + frames.rowersAt(nowMs), 0),
      connections: this.#io.sockets.sockets.size,
    };
  }

  /** Returns the ids of the users who have a connection to this process. */
  users(): string[] {
    return [...new Set(this.#connections().map(({ user }) => user._id))];
  }

  #connections(): Connection[] {
    return [...this.#io.sockets.sockets.values()]
      .map((socket): unknown => socket.data.connection)
      .filter((connection) => connection instanceof Connection);
  }

  #tick(nowMs: number): void {
    for (const room of this.rooms) {
      const [events, changes] = [room.take(nowMs), room.takeChanges(nowMs)];
      for (const { pages, event, payload } of [...events, ...(changes ?? [])])
        this.#send(pages, event, payload);
      if (changes !== null) this.#noteBoards(room.id);
    }
  }

  /** Sends an event, encoded once, to the pages. Each socket is the only one in the room of its id. */
  #send(pages: Connection[], event: string, payload: object): void {
    // For Socket.IO, no room means every connection.
    if (pages.length === 0) return;
    this.#io.to(pages.map(({ socket }) => socket.id)).emit(event, payload);
  }

  /** Returns the reason for refusing the connection as the error that Socket.IO sends to the client. */
  async #connect(socket: Socket): Promise<Error | undefined> {
    const admission = await this.#wires.connect(socket.conn);
    if (admission === null) return new Error('internal');
    if ('refused' in admission) return new Error(admission.refused);
    const packed = this.#wires.of(socket.conn)?.packed;
    if (packed === undefined) return new Error('internal');
    const protocol: unknown = socket.handshake.auth['protocol'];
    if (protocol !== undefined && protocol !== liveProtocol) return protocolMismatch();
    if ('board' in admission) {
      if (protocol === undefined) return protocolMismatch();
      const claim = await this.#options.claims.take(admission.board.room, admission.isRouted);
      if (claim === 'elsewhere') return new Error(admission.isRouted ? 'internal' : 'wrong_address');
      if (claim === 'moved') {
        this.#options.control.publish({ kind: 'roomMoved', room: admission.board.room });
      }
      socket.data = { board: new BoardPage(socket, packed, admission.board, this.rooms), key: admission.key };
      return undefined;
    }
    socket.data = { connection: new Connection(admission, socket, protocol === undefined ? null : packed) };
    return undefined;
  }

  #listen(socket: Socket): void {
    const { connection, board, key }: Record<string, unknown> = socket.data;
    const { limits } = this.#wires.of(socket.conn) ?? {};
    if (limits && board instanceof BoardPage) {
      board.serve(limits, () => this.#wires.endFlood(socket.conn));
      // The key may have been revoked after its check, when this socket was not yet in the boards' room.
      const isValid = this.#options.resolveBoard(String(key)).then((found) => found !== null);
      return endUnless(socket, isValid, this.#options.log);
    }
    if (!limits || !(connection instanceof Connection)) return void socket.disconnect(true);
    endWithLogin(socket, connection.login, this.#options);
    void socket.join(userRoom(connection.user._id));
    socket.on('disconnect', () => {
      if (this.#isClosing) return;
      for (const roomId of connection.rooms) this.leave(connection, roomId);
    });
    const dispatch = {
      limits,
      eventOf: (name: string) => this.#events.get(name),
      receiveSample: this.#receiveSample,
      rooms: this.rooms,
      onFlood: () => this.#wires.endFlood(socket.conn),
      onError: (error: unknown, event: string) =>
        this.#options.log.error({ err: error, event }, 'live event failed'),
    };
    dispatchEvents(connection, dispatch);
    dispatchPacked(connection, dispatch);
  }
}
