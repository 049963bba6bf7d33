type Part = { time: number | null; distance: number | null };
type Work = { time: number; distance: number };

/**
 * Returns the work before each interval, in seconds and meters: the sum of all earlier intervals, even if their strokes
 * are unknown. Null after an interval without a time or a distance.
 */
export function workBefore(intervals: readonly Part[]): Array<Work | null> {
  let before: Work | null = { time: 0, distance: 0 };
  return intervals.map(({ time, distance }) => {
    const own = before;
    if (before !== null) {
      const isKnown = time !== null && distance !== null;
      before = isKnown ? { time: before.time + time, distance: before.distance + distance } : null;
    }
    return own;
  });
}
