/** It serves an interval without a stroke. */
const usualStrokeSec = 2;
/** A stroke is no longer than this multiple of the earlier ones. */
const longestOfUsual = 1.5;

/** Whether no whole stroke fits into `sec` when one takes `periodSec`; 0 for an unknown period. */
export function isWithinStroke(sec: number, periodSec: number): boolean {
  return sec <= longestOfUsual * (periodSec > 0 ? periodSec : usualStrokeSec);
}
