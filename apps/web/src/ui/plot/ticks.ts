/** A labeled position on an axis. */
export type Tick = { at: number; text: string };

/** Returns the smallest of 1, 2, 5 and their tenfolds, or of 25 and its tenfolds, that is at least `size`. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factors = power < 10 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  return factors.map((factor) => factor * power).find((step) => step >= size * 0.999_999) ?? size;
}

/**
 * Returns round values from at most `low` to at least `high`, about `steps` steps apart. The first and the last are the
 * ends of the axis.
 */
export function roundTicks(low: number, high: number, steps: number): number[] {
  const step = roundStep(Math.max(high - low, 1e-6) / steps);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
