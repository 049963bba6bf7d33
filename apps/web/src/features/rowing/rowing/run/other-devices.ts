import type { OwnActivity } from '@boathouse/contract/activities';
import type { Input } from '@boathouse/row/life/life';
import { serverNowMs } from '../../../../lib/server/server-now.ts';

/**
 * A device that rows or rests sends its figures every 10 s, and a page that changes its network is disconnected for
 * less time.
 */
const silentMs = 30_000;

/** The state of the athlete's other devices, derived from the server's values of their rows. */
export class OtherDevices {
  readonly #monotonicMs: () => number;
  /** When this page first saw the server's present values. */
  #seen: { id: string; heardAt: string; atMs: number } | null = null;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** Returns the row's input for an answer of the server. Without responses, no device is called silent. */
  heard({
    _id: id,
    owner,
    heardAt,
    elapsedTime,
    distance,
  }: OwnActivity): Extract<Input, { kind: 'heardElsewhere' }> {
    const atMs = this.#monotonicMs();
    if (this.#seen?.id !== id || this.#seen.heardAt !== heardAt) this.#seen = { id, heardAt, atMs };
    const quietMs = Math.max(atMs - this.#seen.atMs, serverNowMs() - Date.parse(heardAt));
    const totals = { elapsedSec: elapsedTime, distanceM: distance };
    const otherDevice = owner === null ? 'none' : quietMs >= silentMs ? 'silent' : 'heard';
    return { kind: 'heardElsewhere', otherDevice, totals };
  }
}
