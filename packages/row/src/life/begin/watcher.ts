import { isNothingRowed, type Life, type RowPlace } from '../life.ts';
import { factsOf, phaseOf } from '../phase.ts';
import { mismatchOf } from '../../plan/program.ts';
import type { RowProgress, RowRecord } from '../../reduce/progress.ts';
import type { MonitorSetup } from '../../reduce/state.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { beginWatch, begunMonitorWorkout, watchAfter, watchRecord } from '../watch.ts';

/** Placeholder for a row that has no place yet. Such a row is not sent. */
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

/** Whether the monitor's records belong to this row. */
export function isTaking(life: Life): boolean {
  const { isTakingOver, isLeaving } = life.run;
  return factsOf(life.kept).takesRecords || (isOnOtherDevice(life) && isTakingOver && !isLeaving);
}

/**
 * Whether another device has the row, and may be rowing it. If the row was ended here before, it continues without this
 * page.
 */
export function isOnOtherDevice({ kept }: Life): boolean {
  return phaseOf(kept) === 'onOtherDevice' && kept.stage === 'rowing';
}

/** Whether the other device of the row has been silent for long, or is unknown to the server. */
export function isLeftByItsDevice({ run }: Life): boolean {
  return run.otherDevice !== 'heard';
}

/** Whether another device or tab has the row. */
export function isElsewhere(life: Life): boolean {
  return life.kept.lostTo === 'tab' || (isOnOtherDevice(life) && !life.run.isTakingOver);
}

/** Whether the server has refused to begin a row because the athlete has another one in progress. */
export function isBusy(life: Life | undefined): boolean {
  return life?.kept.refusal?.class === 'busy';
}

/** Whether the row has a place, and waits until no other row of the athlete is in progress on the server. */
export function isWaitingToBegin({ kept }: Life): boolean {
  const { begin, stage, lostTo, refusal, heldUntilMs } = kept;
  const isOpen = lostTo === null && heldUntilMs === null && (refusal === null || refusal.class === 'busy');
  return isOpen && begin !== 'stored' && stage !== 'discarding';
}

/** Whether the monitor may be set to a workout, as far as the page knows. */
function isSetTo({ workout }: RowPlace, setup: MonitorSetup | null): boolean {
  const plan = parseWorkoutText(workout);
  return plan === null || mismatchOf(plan, setup) === null;
}

/**
 * Whether a workout of the monitor may belong to this row, which another device has: the monitor is set to the same
 * workout, and its totals are not below the known ones.
 */
export function mayBeOf({ kept, run }: Life, { setup, distanceM, elapsedSec }: RowProgress): boolean {
  const isOpenEnded = parseWorkoutText(kept.place.workout)?.pieces.length === 0;
  // Just Row fits any setup of the monitor.
  if (!isOpenEnded && !isSetTo(kept.place, setup)) return false;
  const totals = [kept.progress, kept.takenUpAt, run.takenOverAt, run.ownersTotals];
  return totals.every(
    (known) => known === null || (distanceM >= known.distanceM - 1 && elapsedSec >= known.elapsedSec - 1),
  );
}

/** Whether the athlete now rows the monitor's workout of this row, as far as this page has received it. */
export function isUnderWayHere(life: Life): boolean {
  return isTaking(life) && life.run.isCurrent && life.kept.progress.phase !== 'waiting';
}

type Lives = ReadonlyMap<string, Life>;

/** Returns the row without a place that receives the monitor's records. */
export function heldOf(lives: Lives): Life | undefined {
  return [...lives.values()].find((life) => isHeld(life) && isTaking(life));
}

/** Returns the newest row that waits for a place. */
export function newestHeldOf(lives: Lives): Life | undefined {
  return [...lives.values()].findLast((life) => isHeld(life) && !isNothingRowed(life));
}

/** Returns the row that the monitor's records belong to; undefined if they may begin one. */
export function takingOf(lives: Lives, current: Life | undefined): Life | undefined {
  const held = heldOf(lives);
  // The other row was taken up or reopened since.
  if (held !== undefined && isUnderWayHere(held)) return held;
  return current !== undefined && isTaking(current) ? current : held;
}

/** About half a minute of a monitor's records. */
const recordsUntilNextTry = 200;

/** Follows the monitor while no row takes its records, and finds the first stroke of the next row. */
export class Watcher {
  #watch = beginWatch();
  #isWaiting = false;
  /** How many records pass before this page tries again to take the rows from another tab. */
  #restsFor = 0;
  /** The item that the next first stroke begins; null if the next row belongs to none. */
  expected: RowPlace | null = null;
  /** The session whose page is open; null on other pages. */
  page: string | null = null;
  isSimulated = false;

  /** Returns whether a workout of the monitor has begun that belongs to no row. */
  follow(record: RowRecord, atMs: number): boolean {
    this.#watch = watchRecord(this.#watch, record, atMs);
    return this.hasBegun;
  }

  /**
   * Waits before a row begins by its first stroke. Returns false if another call is already waiting, or has just
   * failed.
   * @throws the error of `ready`
   */
  async isFirstAfter(ready: () => Promise<void>): Promise<boolean> {
    if (this.#isWaiting || this.#restsFor > 0) {
      this.#restsFor -= this.#isWaiting ? 0 : 1;
      return false;
    }
    this.#isWaiting = true;
    try {
      await ready();
      return true;
    } catch (error) {
      this.#restsFor = recordsUntilNextTry;
      throw error;
    } finally {
      this.#isWaiting = false;
    }
  }

  /**
   * Returns the place of the monitor's workout after a workout that was left: the same place if it is still open, or
   * the item that the monitor is set to. On a session's page, a workout after a row without a session is offered.
   */
  placeAfter(left: Life, { setup }: RowProgress): RowPlace | null {
    const { place, isEndedElsewhere, refusal } = left.kept;
    const isOpen = !isHeld(left) && !isEndedElsewhere && refusal === null;
    if (!isOpen) return this.expected;
    if (isSetTo(place, setup)) return place;
    if (this.expected !== null && isSetTo(this.expected, setup)) return this.expected;
    return place.sessionId === null ? null : place;
  }

  /** Whether a workout of the monitor has begun that belongs to no row. */
  get hasBegun(): boolean {
    return begunMonitorWorkout(this.#watch) !== null;
  }

  /** The progress of the workout that the monitor shows. */
  get heard(): RowProgress {
    return this.#watch.progress;
  }

  /** Returns the progress of the workout that the monitor shows, for the row that begins with it. */
  take(): RowProgress | undefined {
    const { progress, isKnown } = this.#watch;
    this.#watch = beginWatch();
    return isKnown ? undefined : progress;
  }

  /**
   * The row no longer takes records. If its athlete ended or discarded it, the rest of the monitor's workout begins no
   * row.
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
