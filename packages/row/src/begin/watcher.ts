import { isNothingRowed, type Life, type RowPlace } from '../life.ts';
import { factsOf, phaseOf } from '../phase.ts';
import type { RowProgress, RowRecord } from '../progress.ts';
import { beginWatch, begunMonitorWorkout, watchAfter, watchRecord } from '../watch.ts';

/** Stands for the place of a row that has none yet; nothing of such a row is sent. */
export const noPlace: RowPlace = {
  sessionId: '',
  workoutItemIndex: 0,
  title: 'Just row',
  workout: 'Just row',
};

/** Whether the row has no place yet. */
export function isHeld({ kept }: Life): boolean {
  return kept.heldUntilMs !== null;
}

/** Whether what the monitor sends belongs to this row. */
export function isTaking({ kept }: Life): boolean {
  return factsOf(kept).takesRecords;
}

/**
 * Whether the monitor's workout is that of a row which another device or tab rows: what is heard of it here begins no row.
 * One that was ended here before goes on without this page's monitor.
 */
export function isElsewhere({ kept }: Life): boolean {
  const phase = phaseOf(kept);
  return phase === 'inOtherTab' || (phase === 'onOtherDevice' && kept.stage === 'rowing');
}

/** Whether the monitor's workout of the row is rowed now, as far as this page has heard. */
export function isUnderWayHere(life: Life): boolean {
  return isTaking(life) && life.run.isCurrent && life.kept.progress.phase !== 'waiting';
}

type Lives = ReadonlyMap<string, Life>;

/** Returns the row without a place that takes the monitor's records. */
export function heldOf(lives: Lives): Life | undefined {
  return [...lives.values()].find((life) => isHeld(life) && isTaking(life));
}

/** Returns the newest row that waits for a place. */
export function newestHeldOf(lives: Lives): Life | undefined {
  return [...lives.values()].findLast((life) => isHeld(life) && !isNothingRowed(life));
}

/** Returns the row that the monitor's records belong to, also one that is rowed elsewhere; undefined if they may begin one. */
export function takingOf(lives: Lives, current: Life | undefined): Life | undefined {
  const held = heldOf(lives);
  // The other one was taken up or opened again meanwhile.
  if (held !== undefined && isUnderWayHere(held)) return held;
  return current !== undefined && (isTaking(current) || isElsewhere(current)) ? current : held;
}

/** Follows the monitor while no row does, for the first stroke of the next. */
export class Watcher {
  #watch = beginWatch();
  #isWaiting = false;
  /** The item that the next first stroke begins; null if what is rowed belongs to none. */
  expected: RowPlace | null = null;
  isSimulated = false;

  /** Returns whether a workout of the monitor has begun that belongs to no row. */
  follow(record: RowRecord, atMs: number): boolean {
    this.#watch = watchRecord(this.#watch, record, atMs);
    return begunMonitorWorkout(this.#watch) !== null;
  }

  /** Waits before a row begins by its first stroke; false if that is awaited already. */
  async isFirstAfter(ready: () => Promise<void>): Promise<boolean> {
    if (this.#isWaiting) return false;
    this.#isWaiting = true;
    try {
      await ready();
      return true;
    } finally {
      this.#isWaiting = false;
    }
  }

  /** Returns the place of the monitor's workout after one that was left: the same, if it can still be rowed there. */
  placeAfter(left: Life): RowPlace | null {
    const isOfThatItem = !isHeld(left) && !left.kept.isEndedElsewhere && left.kept.refusal === null;
    return isOfThatItem ? left.kept.place : this.expected;
  }

  /** Takes what was heard of the workout that the monitor shows, for the row that begins with it. */
  take(): RowProgress | undefined {
    const { progress, isKnown } = this.#watch;
    this.#watch = beginWatch();
    return isKnown ? undefined : progress;
  }

  /**
   * The row no longer takes the records. The rest of a monitor's workout that its athlete has ended or discarded begins
   * nothing.
   */
  rowEnded(before: Life, after: Life | null, isByAthlete: boolean): void {
    const ended = (after ?? before).kept.progress;
    if (ended.track.rower !== null && after?.kept.lostTo == null) {
      this.#watch = watchAfter(ended);
      return;
    }
    const source = after?.kept.progress.result?.source ?? null;
    const isByMonitor = source === 'summary' || source === 'lastStatus';
    if (isByMonitor || after?.kept.lostTo != null) this.#watch = beginWatch();
    else
      this.#watch = isByAthlete
        ? watchAfter(before.kept.progress)
        : { progress: before.kept.progress, isKnown: false };
  }
}
