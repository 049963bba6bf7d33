/** Moments of one lane in a public replay: every stroke of 2 km, and of an hour one each 12 s. */
export const replayMomentsMax = 300;

/** Returns at most `max` items, evenly spread over all, with the last one. */
export function thinned<T>(items: readonly T[], max: number): T[] {
  const step = Math.max(1, items.length / max);
  const count = Math.min(items.length, max);
  return Array.from({ length: count }, (_, index) => items[Math.ceil((index + 1) * step) - 1]).filter(
    (item): item is T => item !== undefined,
  );
}
