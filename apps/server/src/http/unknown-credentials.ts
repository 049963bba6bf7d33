import { HttpError } from './errors.ts';
import { KeyedBuckets } from './keyed-buckets.ts';
import type { Rate } from './token-bucket.ts';

type UnknownCredentialsOptions = {
  /** Failed look-ups from one address; null does not limit them. */
  rate: Rate | null;
  /** Returns the key by which an address is counted. */
  addressKey: (address: string) => string;
  nowMs?: () => number;
};

/** Limits look-ups of credentials that do not exist, which no account's count includes, by the sender's address. */
export class UnknownCredentials {
  readonly #buckets: KeyedBuckets | null;
  readonly #addressKey: (address: string) => string;
  readonly #nowMs: () => number;

  constructor({ rate, addressKey, nowMs = () => performance.now() }: UnknownCredentialsOptions) {
    this.#buckets = rate === null ? null : new KeyedBuckets(rate);
    this.#addressKey = addressKey;
    this.#nowMs = nowMs;
  }

  /**
   * Looks credentials up. A look-up in progress counts until it has found something.
   * @throws HttpError 429 without looking up
   */
  async find<T>(address: string, lookUp: () => Promise<T | null>): Promise<T | null> {
    const key = this.#addressKey(address);
    if (this.#buckets?.take(key, this.#nowMs()) === false) {
      const message = 'Too many unknown logins come from your network. Try again in 1 second.';
      throw new HttpError(429, 'too_many_requests', message, undefined, 1);
    }
    let isUnknown = false;
    try {
      const found = await lookUp();
      isUnknown = found === null;
      return found;
    } finally {
      if (!isUnknown) this.#buckets?.give(key);
    }
  }
}
