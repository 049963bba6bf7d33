/** How long GO is shown. */
export const goForMs = 3_000;

/**
 * The state of a countdown: the remaining seconds, from 1; 0 for GO; 'unknown' while the server's time is unknown; null
 * before it is set and after GO.
 */
export type Count = number | 'unknown' | null;

export function countAt(startAtMs: number | null, serverMs: number | null): Count {
  if (startAtMs === null) return null;
  if (serverMs === null) return 'unknown';
  const leftMs = startAtMs - serverMs;
  if (leftMs > 0) return Math.ceil(leftMs / 1000);
  return leftMs > -goForMs ? 0 : null;
}

/** Returns how long the count at this time is shown; null if it never changes by itself. */
export function untilNextMs(startAtMs: number, serverMs: number): number | null {
  const leftMs = startAtMs - serverMs;
  if (leftMs > 0) return leftMs - (Math.ceil(leftMs / 1000) - 1) * 1000;
  return leftMs > -goForMs ? goForMs + leftMs : null;
}

/** Returns the screen reader's text at this count: the remaining time at first and at 10, then 3, 2, 1 and Go. */
export function spokenAt(count: Count, isFirst: boolean): string | null {
  if (count === 0) return 'Go';
  if (typeof count !== 'number') return null;
  if (count <= 3) return String(count);
  return isFirst || count === 10 ? `Start in ${count}` : null;
}
