import { liveLimits } from '@boathouse/contract/limits';
import {
  AnswerSchema,
  liveProtocol,
  handshakeRefusals,
  type Answer,
  type HandshakeRefusal,
} from '@boathouse/contract/live';
import { io } from 'socket.io-client';
import type * as z from 'zod/mini';

export type LiveStatus =
  | { state: 'idle' }
  | { state: 'connecting' }
  | { state: 'connected' }
  /** The connection was lost at `sinceMs` (monotonic) and is being re-established; no live data arrives. */
  | { state: 'lost'; sinceMs: number }
  /** The server rejected the handshake. The client retries by itself only for `passingRefusals`. */
  | { state: 'refused'; reason: HandshakeRefusal };

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
  /** Rejects without a connection, or without a response within 5 s. */
  ask(event: string, message: object): Promise<Answer>;
};

const answerWithinMs = 5_000;

/** Refusals that end after a while, or when another page closes. */
const passingRefusals: ReadonlySet<HandshakeRefusal> = new Set(['too_many_connections', 'flooding'] as const);

/** Creates the page's one connection to /socket.io. Reconnects within about 3 s of the server's return. */
export function createLiveSocket(
  options: {
    url?: string;
    extraHeaders?: Record<string, string>;
    refusedAgainMs?: number;
    /** The key of a board, which admits the connection instead of a login. */
    board?: string;
  } = {},
): LiveSocket {
  const socket = io(options.url ?? '', {
    autoConnect: false,
    transports: ['websocket'],
    auth: { protocol: liveProtocol },
    reconnectionDelay: 500,
    reconnectionDelayMax: 3_000,
    timeout: 8_000,
    ...(options.board === undefined ? {} : { query: { board: options.board } }),
    ...(options.extraHeaders ? { extraHeaders: options.extraHeaders } : {}),
  });
  const listeners = new Set<() => void>();
  let status: LiveStatus = { state: 'idle' };
  const become = (next: LiveStatus) => {
    // `sinceMs` is the first loss, not the last failed attempt.
    if (next.state === 'lost' && status.state === 'lost') return;
    status = next;
    for (const listener of listeners) listener();
  };

  const connectAgain = () => void (status.state === 'refused' && socket.connect());

  socket.on('connect', () => become({ state: 'connected' }));
  socket.on('connect_error', (error) => {
    if (status.state === 'idle') return;
    const reason = handshakeRefusals.find((known) => known === error.message);
    if (reason) {
      become({ state: 'refused', reason });
      if (passingRefusals.has(reason))
        setTimeout(connectAgain, options.refusedAgainMs ?? liveLimits.floodPauseMs);
      return;
    }
    become({ state: 'lost', sinceMs: performance.now() });
    // A handshake that failed inside the server ends the client's own attempts.
    if (!socket.active) setTimeout(() => status.state === 'lost' && socket.connect(), 3_000);
  });
  socket.on('disconnect', (reason) => {
    if (status.state === 'idle') return;
    become({ state: 'lost', sinceMs: performance.now() });
    // Socket.IO does not reconnect after the server closes the connection, which a restarting server does.
    if (reason === 'io server disconnect') socket.connect();
  });

  return {
    getStatus: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    connect() {
      if (status.state !== 'idle' && status.state !== 'refused') return;
      become({ state: 'connecting' });
      socket.connect();
    },
    disconnect() {
      become({ state: 'idle' });
      socket.disconnect();
    },
    on(event, schema, listener) {
      const handle = (message: unknown) => {
        const parsed = schema['~standard'].validate(message);
        if (parsed instanceof Promise || parsed.issues)
          console.warn('Dropped an invalid live message', event);
        else listener(parsed.value);
      };
      socket.on(event, handle);
      return () => void socket.off(event, handle);
    },
    send(event, message) {
      if (!socket.connected) return false;
      socket.emit(event, message);
      return true;
    },
    async ask(event, message) {
      // Otherwise the client queues the message and sends it on a later connection.
      if (!socket.connected) throw new Error('Not connected');
      const answer: unknown = await socket.timeout(answerWithinMs).emitWithAck(event, message);
      return AnswerSchema.parse(answer);
    },
  };
}
