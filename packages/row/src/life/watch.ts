import { nextMonitorWorkout } from './monitor-workouts.ts';
import { beginRow, reduceRow, takeStrokes, type RowProgress, type RowRecord } from '../reduce/progress.ts';
import { countedAnew, stillMaxSec, type RowerTrack } from '../reduce/rower/counts.ts';
import { isRowed } from '../reduce/state.ts';

/** The state of a connected monitor while no row takes its records. Plain data. */
type Watch = {
  progress: RowProgress;
  /** The monitor's workout belongs to a row that was ended or discarded by hand: its rest begins no row. */
  isKnown: boolean;
};

/** Watches for the first stroke of a workout on the monitor. */
export function beginWatch(): Watch {
  return { progress: beginRow(), isKnown: false };
}

/** Watches after the end of a row by hand, or on an erg of another maker, where the workout may continue. */
export function watchAfter(progress: RowProgress): Watch {
  const { rower } = progress.track;
  if (rower !== null) return { progress: withRower(countedAnew(rower)), isKnown: true };
  const mayGoOn = progress.pieceNumber > 0 && progress.phase !== 'finished';
  return mayGoOn ? { progress, isKnown: true } : beginWatch();
}

function withRower(rower: RowerTrack): RowProgress {
  const progress = beginRow();
  return { ...progress, track: { ...progress.track, rower } };
}

/** An erg of another maker does not report a new workout, so a pause ends one. */
function afterPause(watch: Watch, atMs: number): Watch {
  const { rower } = watch.progress.track;
  if (!watch.isKnown || rower === null || atMs - rower.movedAtMs <= 1_000 * stillMaxSec) return watch;
  return { progress: withRower(countedAnew(rower)), isKnown: false };
}

/** Returns the watch after one more record; `atMs` as in `reduceRow`. Never throws. */
export function watchRecord(before: Watch, record: RowRecord, atMs: number): Watch {
  const watch = afterPause(before, atMs);
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
