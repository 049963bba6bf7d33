import type { At, Life } from './life-state.ts';
import type { JournalStroke, KeptLife } from './kept/schema.ts';
import type { RowProgress } from '../reduce/state.ts';

/* The moment of a stroke: its time since the begin of its row on the clock of one device (decision 049). */

/**
 * The contract's bound of the same name; this package may import only types from it. No stored row is older, and a
 * longer time means that the clock was set.
 */
export const rowedAfterMsMax = 30 * 24 * 3_600_000;
/** Records arrive over the radio in bursts: finer steps would be noise. */
const stepMs = 100;

/**
 * Returns the time from the row's begin to a stroke, including rests; null if the begin is not known on this device's
 * clock. The monotonic clock measures from the begin to now, and the wall clock from the stroke to now.
 */
export function momentOf({ kept, run }: Life, heardAtMs: number | null, at: At): number | null {
  if (!kept.isBegunHere || run.beganAtMonoMs === null || heardAtMs === null) return null;
  const sinceHeardMs = Math.max(0, at.wallMs - heardAtMs);
  const afterMs = Math.round((at.monoMs - run.beganAtMonoMs - sinceHeardMs) / stepMs) * stepMs;
  return afterMs >= 0 && afterMs <= rowedAfterMsMax ? afterMs : null;
}

/** Returns when a stroke of the row was received, on the wall clock; null without a moment. */
export function heardAtMsOf(
  { run }: Life,
  { rowedAfterMs }: Pick<JournalStroke['stroke'], 'rowedAfterMs'>,
  at: At,
): number | null {
  if (rowedAfterMs === null || rowedAfterMs === undefined || run.beganAtMonoMs === null) return null;
  return at.wallMs - (at.monoMs - run.beganAtMonoMs - rowedAfterMs);
}

/**
 * Returns the begin of a stored row on the monotonic clock of the page that has just loaded it. Derives it from the
 * wall clock, which continues over a reload. Null if the wall clock was set since, because a later stroke would precede
 * an earlier one.
 */
export function beganAtMonoMs(
  { begunAtMs }: KeptLife,
  strokes: readonly JournalStroke[],
  at: At,
): number | null {
  const sinceBeginMs = at.wallMs - begunAtMs;
  const newestMs = Math.max(0, ...strokes.map(({ stroke }) => stroke.rowedAfterMs ?? 0));
  return sinceBeginMs >= newestMs && sinceBeginMs <= rowedAfterMsMax ? at.monoMs - sinceBeginMs : null;
}

/** Returns how long ago the athlete began the part already rowed. The monitor's time is without rests. */
export function rowedMsOf({ elapsedSec, closedStrokes, track }: RowProgress, at: At): number {
  const { openStroke } = track.strokes;
  const strokes = [...closedStrokes, ...(openStroke === null ? [] : [openStroke])];
  const byStrokes = strokes.map(({ heardAtMs, elapsedTime }) =>
    heardAtMs === null ? 0 : at.wallMs - heardAtMs + 1_000 * elapsedTime,
  );
  return Math.max(1_000 * elapsedSec, ...byStrokes);
}
