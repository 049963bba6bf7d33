import { ClockToldSchema, liveEvents, type ClockTold } from '@boathouse/contract/live';
import { offsetAt, withExchange, type ClockOffset } from './clock-offset.ts';
import type { LiveSocket } from '../live-socket.ts';
import { createListeners } from '../store.ts';

type ServerClockOptions = {
  socket: Pick<LiveSocket, 'getStatus' | 'subscribe' | 'on' | 'send'>;
  /** The page's monotonic clock. On some devices it stops while they sleep. */
  monotonicMs?: () => number;
  /** The wall clock, which continues: a jump between the two shows that the device has slept. */
  wallMs?: () => number;
  /** Calls back once after a time, until the returned function is called. */
  after?: (ms: number, run: () => void) => () => void;
};

/** A series of exchanges ends when the error is this small, after a few, or after many. */
const enoughMs = 25;
const exchangesMin = 5;
const exchangesMax = 30;
const spacingMs = 250;
/** The time from one series to the next. */
const seriesEveryMs = 60_000;
const answerWithinMs = 5_000;
/** The two clocks of the page drift by less from one exchange to the next. */
const jumpMs = 1_000;

/**
 * The server's clock on this page, measured over the live connection: a wrong wall clock of the device does not affect
 * it. Measures after each connection, once a minute, when asked to, and after the device has slept.
 */
export class ServerClock {
  readonly #socket: ServerClockOptions['socket'];
  readonly #monotonicMs: () => number;
  readonly #wallMs: () => number;
  readonly #after: (ms: number, run: () => void) => () => void;
  readonly #listeners = createListeners();
  #known: ClockOffset | null = null;
  /** The wall clock less the monotonic one, at the last exchange. */
  #wallAheadMs = 0;
  /** The connection is new, and perhaps to another server: the first exchange replaces the old bounds. */
  #isNew = true;
  #asked: { number: number; sentMs: number } | null = null;
  #number = 0;
  #exchanges = 0;
  #stopTimer = () => {};

  constructor({ socket, monotonicMs, wallMs, after }: ServerClockOptions) {
    this.#socket = socket;
    this.#monotonicMs = monotonicMs ?? (() => performance.now());
    this.#wallMs = wallMs ?? (() => Date.now());
    this.#after = after ?? afterTimeout;
  }

  /** Measures while the socket is connected; returns a function that stops. */
  start(): () => void {
    const stops = [
      this.#socket.on(liveEvents.clockTold, ClockToldSchema, (told) => this.#take(told)),
      this.#socket.subscribe(() => this.#follow()),
      () => this.#stopTimer(),
    ];
    this.#follow();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Returns the server's time in ms since 1970; null before the first measurement, and after a sleep. */
  readonly nowMs = (): number | null => {
    const pageMs = this.#monotonicMs();
    if (this.#known !== null && Math.abs(this.#wallMs() - pageMs - this.#wallAheadMs) > jumpMs) {
      this.#forget();
    }
    return this.#known && pageMs + offsetAt(this.#known, pageMs).offsetMs;
  };

  /** Returns the maximum error of `nowMs`; null before the first measurement. */
  readonly errorMs = (): number | null => this.#known && offsetAt(this.#known, this.#monotonicMs()).errorMs;

  /** Calls the listener after each measurement. */
  readonly subscribe = this.#listeners.subscribe;

  /** Begins another series: the time is needed soon, or the page may have slept. */
  measure(): void {
    this.#exchanges = 0;
    if (this.#asked === null) this.#ask();
  }

  /** A measurement from before a sleep is wrong by the length of the sleep, and so is a response requested before. */
  #forget(): void {
    this.#known = null;
    this.#isNew = true;
    this.#asked = null;
    this.#stopTimer();
    this.#stopTimer = this.#after(0, () => this.measure());
  }

  #follow(): void {
    this.#stopTimer();
    this.#asked = null;
    if (this.#socket.getStatus().state !== 'connected') {
      this.#isNew = true;
      return;
    }
    if (this.#isNew) this.measure();
    else this.#ask();
  }

  #ask(): void {
    this.#stopTimer();
    if (this.#socket.getStatus().state !== 'connected') return;
    this.#number += 1;
    this.#asked = { number: this.#number, sentMs: this.#monotonicMs() };
    this.#socket.send(liveEvents.clockAsk, { number: this.#number });
    this.#stopTimer = this.#after(answerWithinMs, () => this.#ask());
  }

  #take({ number, atMs }: ClockTold): void {
    const receivedMs = this.#monotonicMs();
    const asked = this.#asked;
    if (asked?.number !== number) return;
    this.#asked = null;
    const known = this.#isNew ? null : this.#known;
    this.#isNew = false;
    this.#wallAheadMs = this.#wallMs() - receivedMs;
    this.#known = withExchange(known, { sentMs: asked.sentMs, receivedMs, serverMs: atMs });
    this.#exchanges += 1;
    const { errorMs } = offsetAt(this.#known, receivedMs);
    const isEnough = this.#exchanges >= (errorMs <= enoughMs ? exchangesMin : exchangesMax);
    if (isEnough) this.#exchanges = 0;
    this.#stopTimer();
    this.#stopTimer = this.#after(isEnough ? seriesEveryMs : spacingMs, () => this.#ask());
    this.#listeners.call();
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
