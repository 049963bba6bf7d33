import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Bus } from '../../live/processes/bus.ts';

type StreamBusOptions = {
  /** Writes; its commands fail at once while Redis is unavailable. */
  redis: Redis;
  /** Reads, and blocks while there is nothing new. */
  reader: Redis;
  /** The name of the stream. */
  stream: string;
  processId: string;
  log: Record<'warn' | 'info', (fields: object, message: string) => void>;
};

/** The longest wait for a message; a longer response time means that Redis is unavailable. */
export const blockMs = 5_000;
const againMs = 250;
/** While Redis is unavailable, this process checks its connections itself. */
const gapEveryMs = 15_000;
/** Messages kept in Redis: those of several minutes under load. A process that missed more checks everything again. */
const streamMax = 10_000;
/** Messages kept while Redis is unavailable. */
const unsentMax = 10_000;
/** Informs the others that messages before this one were dropped. */
const overflow = 'overflow';

/**
 * A Redis stream that every process appends to and reads, so that all of them see the same order, and a disconnected
 * process continues where it stopped.
 */
export class StreamBus implements Bus {
  readonly #options: StreamBusOptions;
  readonly #unsent: string[] = [];
  #sending: Promise<void> | null = null;
  /** The id of the last entry read. */
  #readUntil = '0-0';
  #awaySinceMs: number | null = null;
  #gapAtMs = 0;
  #isClosed = false;
  #reading: Promise<void> = Promise.resolve();
  #message: (message: string) => void = () => {};
  #gap: () => void = () => {};

  constructor(options: StreamBusOptions) {
    this.#options = options;
  }

  /** Reads from now on. */
  async start(): Promise<void> {
    this.#readUntil = await this.#newestId();
    this.#reading = this.#read();
  }

  onMessage(listener: (message: string) => void): void {
    this.#message = listener;
  }

  onGap(listener: () => void): void {
    this.#gap = listener;
  }

  publish(message: string): void {
    this.#unsent.push(message);
    if (this.#unsent.length > unsentMax) this.#unsent.splice(0, this.#unsent.length, overflow);
    this.#send();
  }

  /** Resolves when the messages so far are in Redis, or can't be stored now. */
  whenSent(): Promise<void> {
    return this.#sending ?? Promise.resolve();
  }

  /** Since when Redis has been unavailable, in monotonic ms; null while it is available. */
  get awaySinceMs(): number | null {
    return this.#awaySinceMs;
  }

  async close(): Promise<void> {
    await this.whenSent();
    this.#isClosed = true;
    this.#options.reader.disconnect();
    await this.#reading;
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  /** Stops at the first failure: the reader, which notices that Redis is back, starts again. */
  async #sendAll(): Promise<void> {
    const { redis, stream, processId } = this.#options;
    for (let text = this.#unsent[0]; text !== undefined; text = this.#unsent[0]) {
      try {
        await redis.xadd(stream, 'MAXLEN', '~', streamMax, '*', 'from', processId, 'text', text);
      } catch {
        return;
      }
      // A command that timed out may have succeeded: the message is then there twice, which does no harm.
      if (this.#unsent[0] === text) this.#unsent.shift();
    }
  }

  async #read(): Promise<void> {
    const { reader, stream, processId } = this.#options;
    while (!this.#isClosed) {
      try {
        if (this.#awaySinceMs !== null) await this.#findPlace();
        const found = await reader.xread('COUNT', 200, 'BLOCK', blockMs, 'STREAMS', stream, this.#readUntil);
        this.#noteBack();
        if (this.#unsent.length > 0) this.#send();
        for (const [id, fields] of found?.[0]?.[1] ?? []) {
          this.#readUntil = id;
          const [, from, , text] = fields;
          if (from === processId || text === undefined) continue;
          if (text === overflow) this.#gap();
          else this.#message(text);
        }
      } catch (error) {
        if (this.#isClosed) return;
        this.#noteAway(error);
        await delay(againMs);
      }
    }
  }

  /** A Redis that restarted empty may count from an earlier time. */
  async #findPlace(): Promise<void> {
    const newest = await this.#newestId();
    if (isBefore(newest, this.#readUntil)) this.#readUntil = '0-0';
  }

  async #newestId(): Promise<string> {
    const { reader, stream } = this.#options;
    const [newest] = await reader.xrevrange(stream, '+', '-', 'COUNT', 1);
    return newest?.[0] ?? '0-0';
  }

  #noteAway(error: unknown): void {
    const nowMs = performance.now();
    if (this.#awaySinceMs === null) {
      this.#awaySinceMs = nowMs;
      this.#gapAtMs = nowMs;
      this.#options.log.warn({ err: error }, 'Redis does not answer: other processes are not heard');
    }
    if (nowMs - this.#gapAtMs < gapEveryMs) return;
    this.#gapAtMs = nowMs;
    this.#gap();
  }

  #noteBack(): void {
    if (this.#awaySinceMs === null) return;
    const awayMs = Math.round(performance.now() - this.#awaySinceMs);
    this.#awaySinceMs = null;
    this.#options.log.info({ awayMs }, 'Redis is back');
    this.#gap();
  }
}

/** Compares ids of entries: milliseconds and a number. */
function isBefore(one: string, other: string): boolean {
  const [oneMs = 0, oneSeq = 0] = one.split('-').map(Number);
  const [otherMs = 0, otherSeq = 0] = other.split('-').map(Number);
  return oneMs < otherMs || (oneMs === otherMs && oneSeq < otherSeq);
}
