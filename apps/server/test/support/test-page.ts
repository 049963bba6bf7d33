import { io, type Socket } from 'socket.io-client';
import { afterEach, expect } from 'vitest';
import { liveProtocol, liveEvents, type Answer } from '@boathouse/contract/live';
import { decodeFrame, type LiveFrame } from '@boathouse/contract/live-frame';
import type { Person } from './test-app.ts';

export type PageOptions = {
  as?: Person | null;
  /** The key of a board, instead of a login. */
  board?: string;
  /** Default: the server's own origin. */
  origin?: string | null;
  /** Default: `liveProtocol`. Undefined for a program that knows only the specification's events. */
  protocol?: unknown;
  transports?: string[];
  /** Acknowledges each frame, like the web app. Default true. */
  acknowledges?: boolean;
};

type Message = { event: string; payload: unknown };
type Waiter = { wanted: (message: Message) => boolean; resolve: (payload: unknown) => void };

/** A client of the live channel with a real socket: one open page of a user. */
export class TestPage {
  readonly socket: Socket;
  /** All messages received, in order. */
  readonly messages: Message[] = [];
  #waiters: Waiter[] = [];

  private constructor(socket: Socket, acknowledges: boolean) {
    this.socket = socket;
    socket.onAny((event: string, payload: unknown) => {
      const message = { event, payload };
      this.messages.push(message);
      const frame = event === liveEvents.frame ? decodeFrame(payload) : null;
      if (frame && acknowledges) {
        socket.emit(liveEvents.frameAck, { room: frame.room, epoch: frame.epoch, seq: frame.seq });
      }
      const [due, rest] = [
        this.#waiters.filter((waiter) => waiter.wanted(message)),
        this.#waiters.filter((waiter) => !waiter.wanted(message)),
      ];
      this.#waiters = rest;
      for (const waiter of due) waiter.resolve(payload);
    });
  }

  /** Connects. Rejects with the server's reason when it refuses the handshake. */
  static async open(address: string, options: PageOptions = {}): Promise<TestPage> {
    const { as, origin = address, transports = ['websocket'] } = options;
    const protocol = 'protocol' in options ? options.protocol : liveProtocol;
    const socket = io(address, {
      forceNew: true,
      reconnection: false,
      autoConnect: false,
      transports,
      auth: { protocol },
      ...(options.board === undefined ? {} : { query: { board: options.board } }),
      extraHeaders: {
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(origin === null ? {} : { origin }),
      },
    });
    const page = new TestPage(socket, options.acknowledges ?? true);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', (error) => {
        socket.close();
        reject(error);
      });
      socket.connect();
    });
    return page;
  }

  /** Sends an event and returns its acknowledgement. Rejects when the connection ends first. */
  async ask(event: string, ...values: unknown[]): Promise<Answer> {
    let stop = () => {};
    const ended = new Promise<never>((_, reject) => {
      const onEnd = (reason: string) => reject(new Error(`The connection was closed: ${reason}`));
      this.socket.once('disconnect', onEnd);
      stop = () => void this.socket.off('disconnect', onEnd);
    });
    try {
      return await Promise.race([this.socket.emitWithAck(event, ...values), ended]);
    } finally {
      stop();
    }
  }

  /** Sends an event and returns 'ok' or the code of the refusal. */
  async outcomeOf(event: string, ...values: unknown[]): Promise<string> {
    const answer = await this.ask(event, ...values);
    return answer.ok ? 'ok' : answer.refusal.code;
  }

  send(event: string, ...values: unknown[]): void {
    this.socket.emit(event, ...values);
  }

  /** Resolves with the payload of the next matching event that arrives after this call. */
  next(event: string, wanted: (payload: unknown) => boolean = () => true): Promise<unknown> {
    return new Promise((resolve) => {
      this.#waiters.push({
        wanted: (message) => message.event === event && wanted(message.payload),
        resolve,
      });
    });
  }

  /** Resolves with the next frame that satisfies `wanted`. */
  async nextFrame(wanted: (frame: LiveFrame) => boolean = () => true): Promise<LiveFrame> {
    const payload = await this.next(liveEvents.frame, (given) => {
      const frame = decodeFrame(given);
      return frame !== null && wanted(frame);
    });
    const frame = decodeFrame(payload);
    if (frame === null) throw new Error('The server sent an invalid frame');
    return frame;
  }

  /** Returns the payloads of an event received so far. */
  received(event: string): unknown[] {
    return this.messages.filter((message) => message.event === event).map(({ payload }) => payload);
  }

  close(): void {
    this.socket.close();
  }
}

/** Returns a function that opens pages at an app's address. Closes them after each test. */
export function usePages(address: () => string) {
  const pages: TestPage[] = [];
  afterEach(() => {
    for (const page of pages.splice(0)) page.close();
  });
  const open = async (as: Person | null, options: PageOptions = {}): Promise<TestPage> => {
    const page = await TestPage.open(address(), { as, ...options });
    pages.push(page);
    return page;
  };
  /** Opens a page and joins the room. */
  const into = async (room: string, as: Person, options?: PageOptions): Promise<TestPage> => {
    const page = await open(as, options);
    expect(await page.outcomeOf(liveEvents.joinRoom, { user: as.user._id, room })).toBe('ok');
    return page;
  };
  return Object.assign(open, { into });
}
