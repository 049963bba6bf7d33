import { io, type Socket } from 'socket.io-client';
import { afterEach, expect } from 'vitest';
import { liveProtocol, liveEvents, type Answer } from '@boathouse/contract/live';
import { decodeFrame, type LiveFrame } from '@boathouse/contract/live-frame';
import type { Person } from './test-app.ts';

export type PageOptions = {
  as?: Person | null;
  /** Absent: the server's own. */
  origin?: string | null;
  protocol?: unknown;
  transports?: string[];
  /** Whether frames are acknowledged as they come, as the web app does. */
  acknowledges?: boolean;
};

type Message = { event: string; payload: unknown };
type Waiter = { wanted: (message: Message) => boolean; resolve: (payload: unknown) => void };

/** One open page of a signed-in person, at the other end of a real socket. */
export class TestPage {
  readonly socket: Socket;
  /** Everything the server has sent to this page, in order. */
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

  /** Rejects with the reason of a handshake that the server refuses. */
  static async open(address: string, options: PageOptions = {}): Promise<TestPage> {
    const { as, origin = address, protocol = liveProtocol, transports = ['websocket'] } = options;
    const socket = io(address, {
      forceNew: true,
      reconnection: false,
      autoConnect: false,
      transports,
      auth: { protocol },
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

  /** Sends an event and answers what the server says to it; rejects when the connection ends first. */
  async ask(event: string, ...values: unknown[]): Promise<Answer> {
    let stop = () => {};
    const ended = new Promise<never>((_, reject) => {
      const onEnd = (reason: string) => reject(new Error(`The connection has ended: ${reason}`));
      this.socket.once('disconnect', onEnd);
      stop = () => void this.socket.off('disconnect', onEnd);
    });
    try {
      return await Promise.race([this.socket.emitWithAck(event, ...values), ended]);
    } finally {
      stop();
    }
  }

  /** 'ok', or the code of the refusal. */
  async outcomeOf(event: string, ...values: unknown[]): Promise<string> {
    const answer = await this.ask(event, ...values);
    return answer.ok ? 'ok' : answer.refusal.code;
  }

  send(event: string, ...values: unknown[]): void {
    this.socket.emit(event, ...values);
  }

  /** The payload of the next such event; one that has come already does not count. */
  next(event: string, wanted: (payload: unknown) => boolean = () => true): Promise<unknown> {
    return new Promise((resolve) => {
      this.#waiters.push({
        wanted: (message) => message.event === event && wanted(message.payload),
        resolve,
      });
    });
  }

  /** The next frame that satisfies `wanted`. */
  async nextFrame(wanted: (frame: LiveFrame) => boolean = () => true): Promise<LiveFrame> {
    const payload = await this.next(liveEvents.frame, (given) => {
      const frame = decodeFrame(given);
      return frame !== null && wanted(frame);
    });
    const frame = decodeFrame(payload);
    if (frame === null) throw new Error('The server has sent something that is no frame');
    return frame;
  }

  /** Every payload of an event so far. */
  received(event: string): unknown[] {
    return this.messages.filter((message) => message.event === event).map(({ payload }) => payload);
  }

  close(): void {
    this.socket.close();
  }
}

/** Opens pages at the address of an app, and closes them after each test. */
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
  /** A page that is in the room. */
  const into = async (room: string, as: Person, options?: PageOptions): Promise<TestPage> => {
    const page = await open(as, options);
    expect(await page.outcomeOf(liveEvents.joinRoom, { user: as.user._id, room })).toBe('ok');
    return page;
  };
  return Object.assign(open, { into });
}
