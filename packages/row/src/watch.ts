import { nextMonitorWorkout } from './life-monitor-workouts.ts';
import { beginRow, reduceRow, takeStrokes, type RowProgress, type RowRecord } from './progress.ts';
import { isRowed } from './state.ts';

/** What a connected monitor does while no row takes its records. Plain data. */
type Watch = {
  progress: RowProgress;
  /** The monitor's workout belongs to a row that was ended or discarded by hand: the rest of it begins nothing. */
  isKnown: boolean;
};

/** Watches for the first stroke of a workout on the monitor. */
export function beginWatch(): Watch {
  return { progress: beginRow(), isKnown: false };
}

/** Watches after the end of a row by hand: the monitor's workout may go on. */
export function watchAfter(progress: RowProgress): Watch {
  const mayGoOn = progress.pieceNumber > 0 && progress.phase !== 'finished';
  return mayGoOn ? { progress, isKnown: true } : beginWatch();
}

/** Returns the watch after one more record; `atMs` as in `reduceRow`. Never throws. */
export function watchRecord(watch: Watch, record: RowRecord, atMs: number): Watch {
  const after = reduceRow(watch.progress, record, atMs);
  const next = nextMonitorWorkout(watch.progress, after);
  if (next !== null) return { progress: next, isKnown: false };
  if (after.phase !== 'finished') {
    return watch.isKnown
      ? { progress: takeStrokes(after).progress, isKnown: true }
      : { progress: after, isKnown: false };
  }
  // The record that ends a workout without a summary is the first of the next one.
  return watchRecord(beginWatch(), record, atMs);
}

/** Returns the monitor's workout that has begun with its first stroke, or null. */
export function begunMonitorWorkout({ progress, isKnown }: Watch): RowProgress | null {
  return !isKnown && progress.pieceNumber > 0 && isRowed(progress) ? progress : null;
}
