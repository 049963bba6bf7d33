import { nextMonitorWorkout } from '../monitor-workouts.ts';
import { reduceRow, type RowProgress, type RowRecord } from '../../reduce/progress.ts';
import { stageOf } from '../../reduce/records.ts';

/** `atMs`: wall clock at reception. */
type Heard = { record: RowRecord; atMs: number };

/** More than an hour of a monitor's records, and some 10 MB. */
const recordsMax = 40_000;

/** Less than a stroke is not a workout. */
const firstM = 10;

/**
 * The records that this page's monitor has sent of its workout while another device or tab has the displayed row. The
 * row gets them if this page takes it over. Until then a row without a place has them, from `firstM` on.
 */
export class Aside {
  /** Id of the row's activity. */
  readonly of: string;
  /** Key of the row without a place that began with these records. */
  heldKey: string | null;
  /** Oldest first; null if `heldKey` has more records than these. */
  #heard: Heard[] | null;
  /** The monitor's distance at the first record of its workout. */
  #fromM: number | null = null;
  /** When the page first received records of its monitor in addition to the row. */
  readonly sinceMs: number;

  /** `heldKey`: a row without a place that already receives the records, as after a reload. */
  constructor(of: string, heldKey: string | null, monotonicMs: number) {
    this.of = of;
    this.heldKey = heldKey;
    this.#heard = heldKey === null ? [] : null;
    this.sinceMs = monotonicMs;
  }

  note(record: RowRecord, atMs: number): void {
    // After its menu the monitor begins another workout.
    if (record.kind === 'generalStatus' && stageOf(record.workoutState) === 'idle') {
      this.forget();
      return;
    }
    if (this.#heard === null) return;
    this.#heard.push({ record, atMs });
    if (this.#heard.length > recordsMax) this.#heard = null;
  }

  /** The records so far belong to another row, or their workout has ended. */
  forget(): void {
    this.#heard = [];
    this.#fromM = null;
    this.heldKey = null;
  }

  /**
   * Whether less than a stroke was received of the monitor's workout, which now shows `distanceM`. The erg may be
   * changing from one device to the other.
   */
  isFirstMeters(distanceM: number): boolean {
    this.#fromM ??= distanceM;
    return this.#heard !== null && distanceM - this.#fromM < firstM;
  }

  /**
   * Returns the records that a row lacks; its device or tab may have received some of them. Null if some are missing.
   */
  newerThan(progress: RowProgress): readonly Heard[] | null {
    if (this.#heard === null) return null;
    const last = this.#heard.findLastIndex(
      ({ record, atMs }) =>
        record.kind === 'generalStatus' &&
        nextMonitorWorkout(progress, reduceRow(progress, record, atMs)) !== null,
    );
    const newer = this.#heard.slice(last + 1);
    // Otherwise the monitor shows another workout.
    const isSame = newer.some(({ record }) => record.kind === 'generalStatus');
    return isSame ? newer : this.#heard;
  }
}
