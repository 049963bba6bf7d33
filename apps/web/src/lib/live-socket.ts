import { liveLimits } from '@boathouse/contract/limits';
import {
  AnswerSchema,
  handshakeRefusals,
  liveProtocol,
  type Answer,
  type HandshakeRefusal,
} from '@boathouse/contract/live';
import type * as z from 'zod/mini';
import { loadChunk } from './load-chunk.ts';
import { createListeners, createStore } from './store.ts';
import { getLoginState, noteNotSignedIn, subscribeToLogin } from './server/login-state.ts';
import { answersSoFar, noteNoAnswer } from './server/reachability.ts';
import { notePageTooOld } from './server/version-skew.ts';
import type { ConnectionOptions, openConnection } from './socket-client.ts';

export type LiveStatus =
  | { state: 'idle' }
  | { state: 'connecting' }
  | { state: 'connected' }
  /**
   * The connection was lost at `sinceMs` (monotonic) and is being re-established; no live data arrives. `isBlocked`:
   * the server responds to calls, but something in between does not pass WebSockets.
   */
  | { state: 'lost'; sinceMs: number; isBlocked: boolean }
  /** The server rejected the handshake. The client retries by itself only for `passingRefusals`. */
  | { state: 'refused'; reason: HandshakeRefusal | 'server_too_old' };

/** The parts of a Socket.IO client that the live channel uses. */
export type LiveSocket = {
  getStatus(): LiveStatus;
  /** Subscribes to changes of the status; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  connect(): void;
  disconnect(): void;
  /** Subscribes to an event. Messages that do not match the schema are dropped with a warning. */
  on<S extends z.core.$ZodType>(
    event: string,
    schema: S,
    listener: (message: z.output<S>) => void,
  ): () => void;
  /** Sends without queueing: returns false without a connection. */
  send(event: string, message: object): boolean;
  /** Subscribes to packed messages; returns the unsubscribe function. */
  onPacked(listener: (bytes: Uint8Array) => void): () => void;
  /** Sends a packed message without queueing: returns false without a connection. */
  sendPacked(bytes: Uint8Array<ArrayBuffer>): boolean;
  /** Rejects without a connection, or without a response within 5 s. */
  ask(event: string, message: object): Promise<Answer>;
};

const answerWithinMs = 5_000;

/** Refusals that end after a while, or when another page closes. */
const passingRefusals: ReadonlySet<string> = new Set(['too_many_connections', 'flooding', 'server_too_old']);

const codeAgainMs = 3_000;

/**
 * The connection counts as blocked after this many consecutive failed attempts, each after a response of the server to
 * a call. A server that restarts answers before one attempt at most.
 */
const blockedAfterFailures = 3;

/** Whether the server that refused the protocol has an earlier one: another process of it is newer, or will be. */
function isServerOlder(error: Error): boolean {
  const data: unknown = 'data' in error ? error.data : null;
  if (typeof data !== 'object' || data === null || !('protocol' in data)) return false;
  return typeof data.protocol === 'number' && data.protocol < liveProtocol;
}

/** The status of a connection, and whether something on the way blocks it. */
function createStatus() {
  const store = createStore<LiveStatus>({ state: 'idle' });
  let answersBefore = answersSoFar();
  let failuresBesideAnswers = 0;

  function lose(isBlocked: boolean): void {
    const now = store.get();
    // `sinceMs` is the first loss, not the last failed attempt.
    if (now.state !== 'lost') store.set({ state: 'lost', sinceMs: performance.now(), isBlocked });
    else if (isBlocked !== now.isBlocked) store.set({ ...now, isBlocked });
    noteNoAnswer();
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    become: (next: Exclude<LiveStatus, { state: 'lost' }>) => store.set(next),
    connected() {
      failuresBesideAnswers = 0;
      store.set({ state: 'connected' });
    },
    lost: () => lose(false),
    /** Notes an attempt to connect that got no answer. */
    failed() {
      const answers = answersSoFar();
      failuresBesideAnswers = answers > answersBefore ? failuresBesideAnswers + 1 : 0;
      answersBefore = answers;
      lose(failuresBesideAnswers >= blockedAfterFailures);
    },
  };
}

/**
 * Creates a connection to /socket.io for one session or board, which `address` names: a proxy sends it to the session's
 * process. Loads the code for it when it first connects. Reconnects within about 3 s of the server's return.
 */
export function createLiveSocket(options: ConnectionOptions & { refusedAgainMs?: number } = {}): LiveSocket {
  const packed = createListeners<[Uint8Array]>();
  let socket: ReturnType<typeof openConnection> | null = null;
  let isLoading = false;
  const handlers = new Set<{ event: string; handle: (message: unknown) => void }>();
  const status = createStatus();
  const isWanted = () => status.get().state !== 'idle';

  const connectAgain = () => void (status.get().state === 'refused' && socket?.connect());
  const connectWithLogin = () => {
    const now = status.get();
    const isForLogin = now.state === 'refused' && now.reason === 'not_signed_in';
    if (isForLogin && getLoginState() === 'valid') connectAgain();
  };
  let stopFollowingLogin = () => {};

  function follow(opened: ReturnType<typeof openConnection>): void {
    for (const { event, handle } of handlers) opened.on(event, handle);
    opened.on('connect', () => {
      status.connected();
    });
    opened.on('connect_error', (error) => {
      if (status.get().state === 'idle') return;
      const refusal = handshakeRefusals.find((known) => known === error.message);
      if (refusal) {
        const reason = refusal === 'protocol_mismatch' && isServerOlder(error) ? 'server_too_old' : refusal;
        if (reason === 'protocol_mismatch') notePageTooOld();
        status.become({ state: 'refused', reason });
        if (reason === 'not_signed_in') noteNotSignedIn();
        if (passingRefusals.has(reason))
          setTimeout(connectAgain, options.refusedAgainMs ?? liveLimits.floodPauseMs);
        return;
      }
      status.failed();
      // A handshake that failed inside the server ends the client's own attempts.
      if (!opened.active) setTimeout(() => status.get().state === 'lost' && opened.connect(), 3_000);
    });
    opened.on('disconnect', (reason) => {
      if (status.get().state === 'idle') return;
      status.lost();
      // Socket.IO does not reconnect after the server closes the connection, which a restarting server does.
      if (reason === 'io server disconnect') opened.connect();
    });
  }

  async function open(): Promise<void> {
    if (isLoading || status.get().state === 'idle') return;
    isLoading = true;
    try {
      const { openConnection } = await loadChunk(() => import('./socket-client.ts'));
      socket = openConnection(options, packed.call);
      follow(socket);
      // The user may have left the page in the meantime.
      if (isWanted()) socket.connect();
    } catch (error) {
      console.warn('The code of the live connection did not load', error);
      if (isWanted()) status.lost();
      setTimeout(() => void open(), codeAgainMs);
    } finally {
      isLoading = false;
    }
  }

  return {
    getStatus: status.get,
    subscribe: status.subscribe,
    connect() {
      if (status.get().state !== 'idle' && status.get().state !== 'refused') return;
      status.become({ state: 'connecting' });
      stopFollowingLogin();
      stopFollowingLogin = subscribeToLogin(connectWithLogin);
      if (socket === null) void open();
      else socket.connect();
    },
    disconnect() {
      stopFollowingLogin();
      status.become({ state: 'idle' });
      socket?.disconnect();
    },
    on(event, schema, listener) {
      const handle = (message: unknown) => {
        const parsed = schema['~standard'].validate(message);
        if (parsed instanceof Promise || parsed.issues)
          console.warn('Dropped an invalid live message', event);
        else listener(parsed.value);
      };
      const handler = { event, handle };
      handlers.add(handler);
      socket?.on(event, handle);
      return () => {
        handlers.delete(handler);
        socket?.off(event, handle);
      };
    },
    send(event, message) {
      if (!socket?.connected) return false;
      socket.emit(event, message);
      return true;
    },
    onPacked: packed.subscribe,
    sendPacked(bytes) {
      if (!socket?.connected) return false;
      socket.io.engine.send(bytes);
      return true;
    },
    async ask(event, message) {
      // Otherwise the client queues the message and sends it on a later connection.
      if (!socket?.connected) throw new Error('Not connected');
      const answer: unknown = await socket.timeout(answerWithinMs).emitWithAck(event, message);
      return AnswerSchema.parse(answer);
    },
  };
}
