import { HttpError } from './errors.ts';
import { KeyedBuckets } from './keyed-buckets.ts';
import type { Rate } from './token-bucket.ts';

type UnknownCredentialsOptions = {
  /** Look-ups that find nothing, from one address; null does not limit them. */
  rate: Rate | null;
  /** Returns what an address is counted as. */
  addressKey: (address: string) => string;
  nowMs?: () => number;
};

/** Bounds look-ups of credentials that do not exist, which no account's count includes, by the address that sends them. */
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
   * Looks credentials up. One that is under way counts until it has found something.
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
