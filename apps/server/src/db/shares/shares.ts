import { AsyncLocalStorage } from 'node:async_hooks';

const users = new AsyncLocalStorage<string>();

/** Runs work whose queries count as this user's. Other queries, and those for null, count as the installation's. */
export function workingFor<T>(userId: string | null, work: () => T): T {
  return users.run(userId ?? '', work);
}

/** The same for later, partial reads: a stream is read in the context of its reader. */
export async function* readingFor<T>(userId: string, source: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = workingFor(userId, () => source[Symbol.asyncIterator]());
  try {
    for (;;) {
      const next = await workingFor(userId, () => iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** A user's part of the database's time. `servedMs` is on a scale common to all; it only orders the users. */
type Share = { servedMs: number; atWork: number; waiting: Waiting[] };

type Waiting = { begin: () => void; sinceMs: number };

/**
 * A user's recent use of the database: `ms` as of `atMs`, halved each second since. `atMs` is the end of the last
 * query.
 */
type Use = { ms: number; atMs: number };

/** A call's next query comes within this time of the previous one: a lighter user's call is not interrupted then. */
const pauseMs = 3;
/** No query waits longer than this for the calls of lighter users. */
const deferMaxMs = 50;
const halvedEveryMs = 1_000;
/** A difference between two users' times below this does not make one the lighter. */
const alikeMs = 50;
/** More recorded users than this: those with almost no use are dropped. */
const usesMax = 200;

/**
 * Shares the database's connections between users: the next free one is for the user with the fewest running queries,
 * and among equals for the user with the least time. So a user waits for the running queries, and never for another
 * user's waiting ones. Time that no one else wanted does not count against a user ("start-time fair queuing", Goyal
 * 1996). A call has several queries, one after the other. While a user's call is in progress, no query of a user who
 * has recently had more than twice as much time begins, for at most 50 ms: otherwise each query of the call would wait
 * for another query of the heavy user ("anticipatory scheduling", Iyer and Druschel 2001).
 */
export class DatabaseShares {
  readonly #places: number;
  readonly #placesOfUser: number;
  readonly #nowMs: () => number;
  readonly #shares = new Map<string, Share>();
  readonly #uses = new Map<string, Use>();
  #atWork = 0;
  /** The served time of the user whose query began last: a returning user begins there. */
  #servedMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param places connections */
  constructor(places: number, nowMs = () => performance.now()) {
    this.#places = places;
    // Never all of several connections, because a query can take seconds.
    this.#placesOfUser = Math.max(1, Math.floor(places * 0.4));
    this.#nowMs = nowMs;
  }

  /** Queries and transactions that wait for their turn. */
  get waiting(): number {
    return Array.from(this.#shares.values()).reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /**
   * Calls `start` when a connection is free for the user of this context, perhaps at once. `start` gets a function to
   * call when the connection is free again. Returns a function that ends the wait.
   */
  wait(start: (end: () => void) => void): () => void {
    const key = users.getStore() ?? '';
    const share = this.#shares.get(key) ?? { servedMs: this.#servedMs, atWork: 0, waiting: [] };
    this.#shares.set(key, share);
    const begin = () => {
      share.atWork += 1;
      this.#atWork += 1;
      this.#servedMs = Math.max(this.#servedMs, share.servedMs);
      const startMs = this.#nowMs();
      start(() => {
        share.atWork -= 1;
        this.#atWork -= 1;
        const tookMs = this.#nowMs() - startMs;
        share.servedMs += tookMs;
        this.#uses.set(key, { ms: this.#usedMs(key) + tookMs, atMs: this.#nowMs() });
        this.#forget(key, share);
        this.#next();
      });
    };
    const waiting = { begin, sinceMs: this.#nowMs() };
    share.waiting.push(waiting);
    this.#next();
    return () => {
      const place = share.waiting.indexOf(waiting);
      if (place >= 0) share.waiting.splice(place, 1);
      this.#forget(key, share);
    };
  }

  #next(): void {
    while (this.#atWork < this.#places) {
      let [best]: Share[] = [];
      let isDeferred = false;
      for (const [key, share] of this.#shares) {
        const { waiting, atWork, servedMs } = share;
        const [first] = waiting;
        // The installation's own work serves many users.
        if (first === undefined || (key !== '' && atWork >= this.#placesOfUser)) continue;
        if (this.#nowMs() - first.sinceMs < deferMaxMs && this.#isBesideLighter(key)) {
          isDeferred = true;
          continue;
        }
        const isBetter =
          best === undefined || atWork < best.atWork || (atWork === best.atWork && servedMs < best.servedMs);
        if (isBetter) best = share;
      }
      if (isDeferred && this.#timer === null) this.#timer = setTimeout(() => this.#afterPause(), pauseMs);
      const first = best?.waiting.shift();
      if (first === undefined) return;
      first.begin();
    }
  }

  #afterPause(): void {
    this.#timer = null;
    this.#next();
  }

  /** Whether a call of a user who has recently had far less time is in progress. */
  #isBesideLighter(key: string): boolean {
    if (key === '') return false;
    const nowMs = this.#nowMs();
    const mineMs = this.#usedMs(key);
    if (mineMs <= alikeMs) return false;
    const isLighter = (other: string) => other !== key && mineMs > 2 * this.#usedMs(other) + alikeMs;
    for (const [other, { atWork }] of this.#shares) if (atWork > 0 && isLighter(other)) return true;
    for (const [other, { atMs }] of this.#uses) if (nowMs - atMs < pauseMs && isLighter(other)) return true;
    return false;
  }

  #usedMs(key: string): number {
    const use = this.#uses.get(key);
    return use === undefined ? 0 : use.ms * 0.5 ** ((this.#nowMs() - use.atMs) / halvedEveryMs);
  }

  /** A user who has not had more time than the others starts like a new one; so do all when no one waits. */
  #forget(key: string, { servedMs, atWork, waiting }: Share): void {
    if (this.#atWork === 0 && this.waiting === 0) this.#shares.clear();
    else if (atWork === 0 && waiting.length === 0 && servedMs <= this.#servedMs) this.#shares.delete(key);
    if (this.#uses.size <= usesMax) return;
    for (const user of this.#uses.keys()) if (this.#usedMs(user) < 1) this.#uses.delete(user);
  }
}
