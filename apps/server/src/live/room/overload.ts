import { liveLimits } from '@boathouse/contract/limits';

const { stages, windowMs, lateMs, onTimeMs, calmWindows } = liveLimits.overload;

/**
 * Decides from the lateness of ticks how much rarer frames must be. After a late window it rises by one stage, after
 * several on time it falls by one, so that the load does not swing. Time is passed in.
 */
export class Overload {
  #stage = 0;
  #endsAtMs = Number.NEGATIVE_INFINITY;
  #sumMs = 0;
  #count = 0;
  #calm = 0;

  /** The shortest tick for now; 0 without overload. */
  get tickMs(): number {
    return stages[this.#stage]?.tickMs ?? 0;
  }

  /** The shortest time between two frames of a member who does not row; 0 without overload. */
  get watcherMs(): number {
    return stages[this.#stage]?.watcherMs ?? 0;
  }

  /** Notes by how much a tick was late. */
  note(byMs: number, nowMs: number): void {
    // Time without ticks is calm. A stalled process is not idle: its ticks were due.
    const calmTimes = Math.floor((nowMs - byMs - this.#endsAtMs) / (calmWindows * windowMs));
    if (calmTimes > 0) {
      this.#stage = Math.max(0, this.#stage - calmTimes);
      this.#count = 0;
    }
    if (nowMs >= this.#endsAtMs) {
      this.#endsAtMs = nowMs + windowMs;
      if (this.#count > 0) this.#judge(this.#sumMs / this.#count);
      this.#sumMs = 0;
      this.#count = 0;
    }
    this.#sumMs += byMs;
    this.#count += 1;
  }

  #judge(meanMs: number): void {
    this.#calm = meanMs < onTimeMs ? this.#calm + 1 : 0;
    if (meanMs > lateMs) this.#stage = Math.min(this.#stage + 1, stages.length - 1);
    else if (this.#calm >= calmWindows) {
      this.#stage = Math.max(0, this.#stage - 1);
      this.#calm = 0;
    }
  }
}
