import type { Answer, LiveSample } from '@boathouse/contract/live';
import { encodeFrame, type LiveFrame } from '@boathouse/contract/live/frame';
import type { LiveSocket, LiveStatus } from '../../src/lib/live-socket.ts';

/* For tests: a connection that the test opens and drops, and on which it sends messages. */

type Question = {
  event: string;
  message: object;
  answer(given: Answer): Promise<void>;
  /** No response arrived. */
  fail(): Promise<void>;
};

type FakeFrame = Partial<Omit<LiveFrame, 'rows'>> & {
  room: string;
  rows?: Array<{ activity: string; ageMs: number; sample: LiveSample }>;
};

/** Returns the bytes of a frame, each of whose rows has the id of its activity. */
export function frameBytes({ rows = [], ...parts }: FakeFrame): Uint8Array {
  const indexed = rows.map((row, index) => ({ index, ...row }));
  return encodeFrame({ epoch: 1, seq: 1, isKeyframe: false, tickMs: 250, ...parts, rows: indexed });
}

export function createFakeLiveSocket() {
  let status: LiveStatus = { state: 'idle' };
  const statusListeners = new Set<() => void>();
  const handlers = new Map<string, Set<(message: unknown) => void>>();
  const sent: Array<{ event: string; message: object }> = [];
  const packedListeners = new Set<(bytes: Uint8Array) => void>();
  const sentPacked: Uint8Array[] = [];
  const questions: Question[] = [];

  const socket: LiveSocket = {
    getStatus: () => status,
    subscribe(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
    connect() {
      if (status.state === 'idle') fake.become({ state: 'connecting' });
    },
    disconnect: () => fake.become({ state: 'idle' }),
    on(event, schema, listener) {
      const handle = (message: unknown) => {
        const parsed = schema['~standard'].validate(message);
        if (!(parsed instanceof Promise) && !parsed.issues) listener(parsed.value);
      };
      const all = handlers.get(event) ?? new Set();
      handlers.set(event, all.add(handle));
      return () => void all.delete(handle);
    },
    send(event, message) {
      if (status.state !== 'connected') return false;
      sent.push({ event, message });
      return true;
    },
    onPacked(listener) {
      packedListeners.add(listener);
      return () => void packedListeners.delete(listener);
    },
    sendPacked(bytes) {
      if (status.state !== 'connected') return false;
      sentPacked.push(bytes);
      return true;
    },
    ask: (event, message) =>
      new Promise((resolve, reject) =>
        questions.push({
          event,
          message,
          answer: async (given) => resolve(given),
          fail: async () => reject(new Error('operation has timed out')),
        }),
      ),
  };

  const fake = {
    socket,
    /** Messages sent without a request for a response, in order. */
    sent,
    /** Packed messages sent, in order. */
    sentPacked,
    /** Requests, in order. */
    questions,
    become(next: LiveStatus): void {
      status = next;
      for (const listener of statusListeners) listener();
    },
    /** Delivers a message of the server. */
    say(event: string, message: unknown): void {
      for (const handle of handlers.get(event) ?? []) handle(message);
    },
    /** Delivers a packed message of the server. */
    sayPacked(bytes: Uint8Array): void {
      for (const listener of packedListeners) listener(bytes);
    },
    listenerCount: () =>
      statusListeners.size +
      packedListeners.size +
      [...handlers.values()].reduce((count, all) => count + all.size, 0),
  };
  return fake;
}
