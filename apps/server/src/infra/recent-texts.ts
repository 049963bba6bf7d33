import type { JsonText } from '../http/compression.ts';

type RecentTextsOptions = {
  /** Texts kept, the oldest dropped first. */
  max: number;
  maxAgeMs: number;
  nowMs?: () => number;
};

type Kept = { text: Promise<JsonText>; untilMs: number };

/**
 * Keeps responses for some seconds by their key, so that many users who read the same at once need only one response
 * and one compression. It does not check rights, so check them before.
 */
export class RecentTexts {
  readonly #options: Required<RecentTextsOptions>;
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();

  constructor(options: RecentTextsOptions) {
    this.#options = { nowMs: () => performance.now(), ...options };
  }

  /** Returns the text of the key, made or being made, or makes it. A failure is not kept. */
  of(key: string, make: () => Promise<JsonText>): Promise<JsonText> {
    const { max, maxAgeMs, nowMs } = this.#options;
    const kept = this.#kept.get(key);
    if (kept !== undefined && nowMs() < kept.untilMs) return kept.text;
    const made: Kept = { text: make(), untilMs: nowMs() + maxAgeMs };
    this.#kept.delete(key);
    this.#kept.set(key, made);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= max) break;
      this.#kept.delete(oldest);
    }
    made.text.catch(() => {
      if (this.#kept.get(key) === made) this.#kept.delete(key);
    });
    return made.text;
  }
}
