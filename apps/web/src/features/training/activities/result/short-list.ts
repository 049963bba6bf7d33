/** A user reads as many at a glance. */
const shownMax = 5;

/** Returns the places of a short list, from 0: the first ones, and the viewer's own with a neighbor on each side. */
export function shortListOf(count: number, own: number): number[] {
  if (count <= shownMax || own < shownMax - 1) return range(0, Math.min(count, shownMax));
  const from = Math.min(own - 1, count - 3);
  return [0, 1, ...range(from, from + 3)];
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);
