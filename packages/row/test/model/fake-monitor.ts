import type { Stroke } from '@boathouse/contract/strokes/stroke';
import { generalStatus, status1, stroke, strokePower, summary } from '../record-factory.ts';
import type { RowRecord } from '../../src/reduce/progress.ts';

/* For tests: a monitor that is rowed at a steady pace, one workout after the other. */

export const workoutSec = 26;
export const speedMPerSec = 4;
const strokeSec = 2;
const statusSec = 0.5;
type Timed = { afterMs: number; record: RowRecord; isOfEnd: boolean };

/** How the athlete or the monitor ends a workout before its end. */
export type Leaving = 'menu' | 'reset' | 'terminate';

export class FakeMonitor {
  /** The rowed part of each workout, by its number less 1. */
  readonly rowed: Array<{ elapsedSec: number; isWhole: boolean }> = [];
  /**
   * Whether a summary arrives after the next workout has begun: of a terminated workout, and with a recovery heart
   * rate.
   */
  areSummariesLate = false;
  /** When the previous workout's late summary arrives, counted from the start of the next. */
  lateAtSec = 1;
  #elapsedSec = 0;
  #isRowing = false;
  readonly #queue: Timed[] = [];
  readonly #late: RowRecord[] = [];

  /** The next record, and its time after the last one. Begins another workout after the end of one. */
  next(): Timed {
    if (this.#queue.length === 0) this.#row();
    const [first] = this.#queue.splice(0, 1);
    if (first === undefined) throw new Error('A monitor that is rowed sends something');
    return first;
  }

  /** How many records of a burst or an end are still due. */
  get pending(): number {
    return this.#queue.length;
  }

  /** Meters of the newest workout. */
  get distanceM(): number {
    return this.#elapsedSec * speedMPerSec;
  }

  /** Whether a workout is in progress and partly rowed. */
  get isRowing(): boolean {
    return this.#isRowing;
  }

  /** Whether the workout is whole, or will be within a time. */
  isWholeWithin(sec: number): boolean {
    return this.#isRowing && this.#elapsedSec + sec >= workoutSec;
  }

  /** Whether the next record, or a later one of its burst, belongs to the end of a whole workout. */
  get isEnding(): boolean {
    const isQueued = this.#queue.some(({ isOfEnd }) => isOfEnd);
    return isQueued || (this.#isRowing && this.#elapsedSec === workoutSec);
  }

  /** Ends the workout after the records that are pending; `hasSummary` only of one that the monitor terminates. */
  leave(how: Leaving, hasSummary: boolean): void {
    if (!this.#isRowing || this.isEnding) return;
    const values = { elapsedSec: this.#elapsedSec, distanceM: this.#elapsedSec * speedMPerSec };
    if (how === 'terminate') {
      this.#emit(generalStatus({ workoutState: 11, rowingState: 0, ...values }));
      if (hasSummary) this.#emitSummary(this.#summary(), 1_500);
    }
    if (how === 'menu') {
      this.#emit(generalStatus({ workoutState: 0, rowingState: 0, elapsedSec: 0, distanceM: 0 }), 500);
    }
    this.#isRowing = false;
  }

  #row(): void {
    if (this.#isRowing && this.#elapsedSec === workoutSec) return this.#end();
    if (!this.#isRowing) {
      this.#isRowing = true;
      this.#elapsedSec = 0;
      this.rowed.push({ elapsedSec: 0, isWhole: false });
    }
    this.#elapsedSec += statusSec;
    const elapsedSec = this.#elapsedSec;
    const distanceM = elapsedSec * speedMPerSec;
    this.rowed.splice(-1, 1, { elapsedSec, isWhole: elapsedSec === workoutSec });
    const workoutDuration = workoutSec * speedMPerSec;
    this.#emit(generalStatus({ elapsedSec, distanceM, workoutDuration }), statusSec * 1_000);
    if (elapsedSec >= this.lateAtSec) for (const late of this.#late.splice(0)) this.#emit(late);
    this.#emit(status1());
    const strokeCount = Math.ceil(elapsedSec / strokeSec);
    // Each drive has its own force, so that a stroke that is stored twice, or with another workout, is visible.
    const peakForceLbf = 100 + this.rowed.length * 10 + strokeCount / 10;
    const drive = { strokeCount, elapsedSec, distanceM, peakForceLbf };
    if (elapsedSec % strokeSec === 1) {
      this.#emit(stroke({ ...drive, recoveryTimeSec: 1.2 }));
      this.#emit(strokePower({ strokeCount }));
    }
    if (elapsedSec % strokeSec === 0) this.#emit(stroke({ ...drive, recoveryTimeSec: 1.4 }));
  }

  #end(): void {
    const values = { elapsedSec: workoutSec, distanceM: workoutSec * speedMPerSec };
    this.#emit(generalStatus({ workoutState: 10, rowingState: 0, ...values }), 0, true);
    this.#emit(this.#summary(), 1_500, true);
    this.#emitSummary(this.#summary(recoveryHeartRateOf(this.rowed.length)), 60_000);
    this.#isRowing = false;
  }

  /** Each workout is another entry of the monitor's log. */
  #summary(recoveryHeartRateBpm: number | null = null): RowRecord {
    const timeElapsedSec = this.#elapsedSec;
    const distanceM = timeElapsedSec * speedMPerSec;
    const logEntryTime = { hour: 11, minute: this.rowed.length };
    return summary({ timeElapsedSec, distanceM, recoveryHeartRateBpm, logEntryTime });
  }

  #emitSummary(record: RowRecord, afterMs: number): void {
    if (this.areSummariesLate) this.#late.push(record);
    else this.#emit(record, afterMs);
  }

  #emit(record: RowRecord, afterMs = 0, isOfEnd = false): void {
    this.#queue.push({ afterMs, record, isOfEnd });
  }
}

/** The strokes of a workout that was rowed for a time. */
export function strokesWithin(elapsedSec: number): number {
  return Math.floor((elapsedSec + strokeSec - 1) / strokeSec);
}

/** The workout of a stroke, from 1, by the force of its drive. */
export function workoutOf({ peakForce }: Pick<Stroke, 'peakForce'>): number {
  return Math.floor(((peakForce ?? 0) / 4.4482216 - 100) / 10 + 0.01);
}

/** A different value after each workout. */
export function recoveryHeartRateOf(workoutNumber: number): number {
  return 120 + workoutNumber;
}
