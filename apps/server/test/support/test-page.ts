import { io, NodeWebSocket, type Socket } from 'socket.io-client';
import { afterEach, expect } from 'vitest';
import { liveProtocol, liveEvents, type Answer } from '@boathouse/contract/live';
import { liveAddressOf } from '@boathouse/contract/live/address';
import { decodeFrame, FrameSequence, type LiveFrame } from '@boathouse/contract/live/frame';
import { encodeAcknowledgement, encodeSample, type FramePosition } from '@boathouse/contract/live/messages';
import type { LiveSample } from '@boathouse/contract/live';
import type { Person } from './test-app.ts';

export type PageOptions = {
  as?: Person | null;
  /** The cookie of a guest's login. */
  cookie?: string;
  /** The key of a board, instead of a login. */
  board?: string;
  /** The address's session and route, or other parameters. */
  address?: Record<string, string>;
  /** Default: the server's own origin. */
  origin?: string | null;
  /** Default: `liveProtocol`. Undefined for a program that knows only the specification's events. */
  protocol?: unknown;
  transports?: string[];
  /** Acknowledges each frame, like the web app. Default true. */
  acknowledges?: boolean;
};

/** A frame whose rows name their activities; none after a gap. */
type ShownFrame = Omit<LiveFrame, 'rows'> & { rows: NonNullable<ReturnType<FrameSequence['take']>> };

/** The name of frames among a page's messages, because they are not events. */
export const frameMessage = 'a frame';

type Message = { event: string; payload: unknown };
type Waiter = { wanted: (message: Message) => boolean; resolve: (payload: unknown) => void };

/** A client of the live channel with a real socket: one open page of a user. */
export class TestPage {
  readonly socket: Socket;
  /** All messages received, in order. */
  readonly messages: Message[] = [];
  #waiters: Waiter[] = [];
  readonly #sequences = new Map<string, FrameSequence>();

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.onAny((event: string, payload: unknown) => this.#receive({ event, payload }));
  }

  #receive(message: Message): void {
    this.messages.push(message);
    const due = this.#waiters.filter((waiter) => waiter.wanted(message));
    this.#waiters = this.#waiters.filter((waiter) => !due.includes(waiter));
    for (const waiter of due) waiter.resolve(message.payload);
  }

  #receivePacked(bytes: Uint8Array, acknowledges: boolean): void {
    const frame = decodeFrame(bytes);
    if (frame === null) throw new Error('The server sent an invalid frame');
    const sequence = this.#sequences.get(frame.room) ?? new FrameSequence();
    this.#sequences.set(frame.room, sequence);
    const rows = sequence.take(frame);
    if (acknowledges) this.acknowledge(frame);
    this.#receive({ event: frameMessage, payload: { ...frame, rows: rows ?? [] } satisfies ShownFrame });
  }

  /** Connects. Rejects with the server's reason when it refuses the handshake. */
  static async open(address: string, options: PageOptions = {}): Promise<TestPage> {
    const { as, origin = address } = options;
    const protocol = 'protocol' in options ? options.protocol : liveProtocol;
    let receivePacked: (bytes: Uint8Array) => void = () => {};
    class PackedWebSocket extends NodeWebSocket {
      protected override onData(data: unknown): void {
        if (data instanceof Uint8Array) receivePacked(data);
        else if (typeof data === 'string') super.onData(data);
      }
    }
    const socket = io(address, {
      forceNew: true,
      reconnection: false,
      autoConnect: false,
      transports: options.transports ?? [PackedWebSocket],
      auth: { protocol },
      query: { ...options.address, ...(options.board === undefined ? {} : { board: options.board }) },
      extraHeaders: {
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(origin === null ? {} : { origin }),
        ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
      },
    });
    const page = new TestPage(socket);
    receivePacked = (bytes) => page.#receivePacked(bytes, options.acknowledges ?? true);
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

  /** Sends a packed message. */
  sendPacked(bytes: Uint8Array<ArrayBuffer>): void {
    this.socket.io.engine.send(bytes);
  }

  /** Sends a packed sample, as the web app does. */
  sendSample(activity: string, sample: LiveSample, acknowledged: FramePosition | null = null): void {
    this.sendPacked(encodeSample({ activity, acknowledged, sample }));
  }

  acknowledge({ room, epoch, seq }: Pick<LiveFrame, 'room' | 'epoch' | 'seq'>): void {
    this.sendPacked(encodeAcknowledgement({ room, acknowledged: { epoch, seq } }));
  }

  /** The frames received so far. */
  get frames(): ShownFrame[] {
    return this.messages.flatMap(({ payload }) => (isFrame(payload) ? [payload] : []));
  }

  /** Resolves with the next frame that satisfies `wanted`. */
  async nextFrame(wanted: (frame: ShownFrame) => boolean = () => true): Promise<ShownFrame> {
    const payload = await this.next(frameMessage, (given) => isFrame(given) && wanted(given));
    if (!isFrame(payload)) throw new Error('This is not a frame');
    return payload;
  }

  /** Returns the payloads of an event received so far. */
  received(event: string): unknown[] {
    return this.messages.filter((message) => message.event === event).map(({ payload }) => payload);
  }

  close(): void {
    this.socket.close();
  }
}

function isFrame(payload: unknown): payload is ShownFrame {
  return typeof payload === 'object' && payload !== null && 'isKeyframe' in payload;
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
  /** Opens a page and joins the room, whose session is in the address as for a page of the web app. */
  const into = async (room: string, as: Person, options?: PageOptions): Promise<TestPage> => {
    const isProgram = options !== undefined && 'protocol' in options;
    const page = await open(as, { ...(isProgram ? {} : { address: liveAddressOf(room) }), ...options });
    expect(await page.outcomeOf(liveEvents.joinRoom, { user: as.user._id, room })).toBe('ok');
    return page;
  };
  return Object.assign(open, { into });
}
