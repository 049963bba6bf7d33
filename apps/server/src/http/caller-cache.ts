import { createHash } from 'node:crypto';
import { endOf, type Caller, type ResolveCaller } from './caller.ts';
import type { UnknownCredentials } from './unknown-credentials.ts';

type CallerCacheOptions = {
  /** Finds a caller without the cache. */
  lookUp: ResolveCaller;
  /** Bounds the look-ups of credentials that were never found. */
  unknown: Pick<UnknownCredentials, 'find'>;
  /** How long a caller is cached. */
  maxAgeMs?: number;
  maxSize?: number;
  nowMs?: () => number;
};

/**
 * While Redis is unavailable, another process sees an ended login, a new name or a new icon at most this much later.
 */
const callerMaxAgeMs = 10_000;

type Kept = { caller: Caller; untilMs: number };

/**
 * Caches callers for some seconds by their credentials, because finding a caller takes several queries and a page makes
 * many calls. Only callers with a user record are cached, so that a sign-up takes effect at once.
 */
export class CallerCache {
  readonly #options: Required<CallerCacheOptions>;
  /** The oldest comes first. */
  readonly #kept = new Map<string, Kept>();
  /** Look-ups that further requests with the same credentials wait for. */
  readonly #pending = new Map<string, Promise<Caller | null>>();
  /** Counts changes; the result of a lookup that began before a change is not cached. */
  #changes = 0;

  constructor(options: CallerCacheOptions) {
    this.#options = { maxAgeMs: callerMaxAgeMs, maxSize: 10_000, nowMs: Date.now, ...options };
  }

  /** @throws HttpError 429 if too many unknown credentials came from the address */
  find(headers: Headers, address: string): Promise<Caller | null> {
    const key = credentialsOf(headers);
    if (key === null) return Promise.resolve(null);
    const kept = this.#kept.get(key);
    if (kept && kept.untilMs > this.#options.nowMs()) return Promise.resolve(kept.caller);
    let pending = this.#pending.get(key);
    if (!pending) {
      pending = this.#lookUp(key, headers, address).finally(() => {
        if (this.#pending.get(key) === pending) this.#pending.delete(key);
      });
      this.#pending.set(key, pending);
    }
    return pending;
  }

  /** Finds a caller in the database, bypassing the cache; throws like `find`. */
  findAnew(headers: Headers, address: string): Promise<Caller | null> {
    const key = credentialsOf(headers);
    return key === null ? Promise.resolve(null) : this.#lookUp(key, headers, address);
  }

  /** Returns whose credentials these were at the last lookup, in order to count a request, not to admit it. */
  lastFound(headers: Headers): Caller | null {
    const key = credentialsOf(headers);
    return key === null ? null : (this.#kept.get(key)?.caller ?? null);
  }

  forgetLogin(authSessionId: string): void {
    this.#forget(({ login }) => login.authSessionId === authSessionId);
  }

  /** Called after a change of the account or its user record. */
  forgetUid(uid: string): void {
    this.#forget(({ login }) => login.uid === uid);
  }

  forgetAll(): void {
    this.#forget(() => true);
  }

  #forget(isMeant: (caller: Caller) => boolean): void {
    // A lookup in progress may have read the old state.
    this.#changes += 1;
    this.#pending.clear();
    for (const [key, { caller }] of this.#kept) if (isMeant(caller)) this.#kept.delete(key);
  }

  async #lookUp(key: string, headers: Headers, address: string): Promise<Caller | null> {
    const { lookUp, unknown, maxAgeMs, maxSize, nowMs } = this.#options;
    const changes = this.#changes;
    const caller = this.#kept.has(key)
      ? await lookUp(headers)
      : await unknown.find(address, () => lookUp(headers));
    // A login that has ended is unknown from now on.
    if (caller === null) this.#kept.delete(key);
    if (!caller?.user || changes !== this.#changes) return caller;
    const untilMs = Math.min(nowMs() + maxAgeMs, endOf(caller.login) ?? Infinity);
    this.#kept.delete(key);
    this.#kept.set(key, { caller, untilMs });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxSize) break;
      this.#kept.delete(oldest);
    }
    return caller;
  }
}

/** Returns a digest of all credentials, or null without any, so that no token is kept in memory. */
function credentialsOf(headers: Headers): string | null {
  const cookie = headers.get('cookie');
  const authorization = headers.get('authorization');
  if (cookie === null && authorization === null) return null;
  const logins = (cookie ?? '').split(';').filter((pair) => pair.includes('session_token='));
  return createHash('sha256')
    .update(JSON.stringify([logins, authorization]))
    .digest('base64url');
}
