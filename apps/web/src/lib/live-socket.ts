import {
  AnswerSchema,
  LIVE_PROTOCOL,
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
  /** The link was lost and is being made again; nothing live is arriving since `sinceMs` (monotonic). */
  | { state: 'lost'; sinceMs: number }
  /** The server said no; trying again cannot help. */
  | { state: 'refused'; reason: HandshakeRefusal };

/** What the live channel needs of a Socket.IO client; a test drives the real one against the real server. */
export type LiveSocket = {
  getStatus(): LiveStatus;
  /** For changes of the status; answers how to stop listening. */
  subscribe(listener: () => void): () => void;
  connect(): void;
  disconnect(): void;
  /** Messages that do not fit their schema are dropped with a warning: a page never shows what it cannot read. */
  on<S extends z.core.$ZodType>(
    event: string,
    schema: S,
    listener: (message: z.output<S>) => void,
  ): () => void;
  /** Sends now or never: false, and nothing is queued, while there is no connection. */
  send(event: string, message: object): boolean;
  /** Rejects when there is no connection or no answer within 5 s. */
  ask(event: string, message: object): Promise<Answer>;
};

const answerWithinMs = 5_000;

/** The page's one connection to /socket.io: by itself again after a loss, within about 3 s of the server's return. */
export function createLiveSocket(
  options: { url?: string; extraHeaders?: Record<string, string> } = {},
): LiveSocket {
  const socket = io(options.url ?? '', {
    autoConnect: false,
    transports: ['websocket'],
    auth: { protocol: LIVE_PROTOCOL },
    reconnectionDelay: 500,
    reconnectionDelayMax: 3_000,
    timeout: 8_000,
    ...(options.extraHeaders ? { extraHeaders: options.extraHeaders } : {}),
  });
  const listeners = new Set<() => void>();
  let status: LiveStatus = { state: 'idle' };
  const become = (next: LiveStatus) => {
    // How long it has been lost counts from the first moment, not from the last failed attempt.
    if (next.state === 'lost' && status.state === 'lost') return;
    status = next;
    for (const listener of listeners) listener();
  };

  socket.on('connect', () => become({ state: 'connected' }));
  socket.on('connect_error', (error) => {
    if (status.state === 'idle') return;
    const reason = handshakeRefusals.find((known) => known === error.message);
    if (reason) return become({ state: 'refused', reason });
    become({ state: 'lost', sinceMs: performance.now() });
    // A handshake that failed inside the server ends the client's own attempts.
    if (!socket.active) setTimeout(() => status.state === 'lost' && socket.connect(), 3_000);
  });
  socket.on('disconnect', (reason) => {
    if (status.state === 'idle') return;
    become({ state: 'lost', sinceMs: performance.now() });
    // The client takes the server's own goodbye as final; a restart is not.
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
          console.warn('A live message could not be read', event);
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
      // Otherwise the client would keep it and ask on a later connection.
      if (!socket.connected) throw new Error('There is no connection');
      const answer: unknown = await socket.timeout(answerWithinMs).emitWithAck(event, message);
      return AnswerSchema.parse(answer);
    },
  };
}
