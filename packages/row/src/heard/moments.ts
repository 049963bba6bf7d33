import type { At, JournalStroke, KeptLife, Life } from '../life-state.ts';

/* When a stroke was rowed, counted from the begin of its row on the clock of one device (decision 049). */

/**
 * The contract's bound of this name, of which this package may import types alone: a kept row is not older, and a longer
 * time is a clock that was set.
 */
export const rowedAfterMsMax = 30 * 24 * 3_600_000;
/** Records come over the radio in bursts: finer steps would be noise. */
const stepMs = 100;

/**
 * Returns how long after the row's begin a stroke was heard, with rests; null where the begin is not known on this
 * device's clock. The monotonic clock counts from the begin to now, and the wall clock the moment from the stroke to now.
 */
export function momentOf({ kept, run }: Life, heardAtMs: number | null, at: At): number | null {
  if (!kept.isBegunHere || run.beganAtMonoMs === null || heardAtMs === null) return null;
  const sinceHeardMs = Math.max(0, at.wallMs - heardAtMs);
  const afterMs = Math.round((at.monoMs - run.beganAtMonoMs - sinceHeardMs) / stepMs) * stepMs;
  return afterMs >= 0 && afterMs <= rowedAfterMsMax ? afterMs : null;
}

/** Returns when a stroke of the row was heard, on the wall clock; null without a moment. */
export function heardAtMsOf(
  { run }: Life,
  { rowedAfterMs }: Pick<JournalStroke['stroke'], 'rowedAfterMs'>,
  at: At,
): number | null {
  if (rowedAfterMs === null || rowedAfterMs === undefined || run.beganAtMonoMs === null) return null;
  return at.wallMs - (at.monoMs - run.beganAtMonoMs - rowedAfterMs);
}

/**
 * Returns the begin of a kept row on the monotonic clock of the page that has just loaded it, by the wall clock, which goes
 * on over a reload. Null if that was set meanwhile: a later stroke would be before an earlier one.
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
