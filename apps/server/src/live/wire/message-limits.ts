import { liveLimits } from '@boathouse/contract/limits';
import { TokenBucket } from '../../http/token-bucket.ts';

/** Each kind of event has its own bucket, so that acknowledgements can't use up the samples' share. */
export type EventKind = keyof typeof liveLimits.events;

export type Verdict =
  | 'allow'
  /** Drop the event and send the reason. */
  | 'refuse'
  /** Drop the event silently: the sender got the reason within the last second. */
  | 'drop'
  | 'disconnect';

/**
 * Limits the messages of one connection. Bytes and packets are counted before anything is parsed, and far too many end
 * the connection at once; events are counted by kind before they are dispatched. Time is passed in.
 */
export class MessageLimits {
  readonly #bytes: TokenBucket;
  readonly #packets: TokenBucket;
  readonly #events: Record<EventKind, TokenBucket>;
  readonly #refusals: TokenBucket;
  readonly #answers: TokenBucket;

  constructor(nowMs: number) {
    const bucket = ({ burst, perSec }: { burst: number; perSec: number }) =>
      new TokenBucket(burst, perSec, nowMs);
    const { events, refusalsMax, refusalWindowMs, refusalAnswerMs } = liveLimits;
    this.#bytes = bucket(liveLimits.bytes);
    this.#packets = bucket(liveLimits.packets);
    this.#events = {
      sample: bucket(events.sample),
      ack: bucket(events.ack),
      chat: bucket(events.chat),
      other: bucket(events.other),
    };
    this.#refusals = bucket({ burst: refusalsMax, perSec: refusalsMax / (refusalWindowMs / 1000) });
    this.#answers = bucket({ burst: 1, perSec: 1000 / refusalAnswerMs });
  }

  /** False: the connection sends far too much and must end. */
  takeBytes(count: number, nowMs: number): boolean {
    return this.#bytes.take(nowMs, count);
  }

  /** False: the connection sends far too much and must end. */
  takePacket(nowMs: number): boolean {
    return this.#packets.take(nowMs);
  }

  takeEvent(kind: EventKind, nowMs: number): Verdict {
    if (this.#events[kind].take(nowMs)) return 'allow';
    if (!this.#refusals.take(nowMs)) return 'disconnect';
    return this.#answers.take(nowMs) ? 'refuse' : 'drop';
  }
}
