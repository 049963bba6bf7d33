import type { Board } from '@boathouse/contract/sessions/boards';

/** A common start on a board: its item, and the moment of GO on the screen's monotonic clock. */
export type BoardStart = {
  item: number;
  startAt: string;
  atMs: number;
  /** The response may have been written at any moment of this time. */
  tookMs: number;
};

/**
 * Returns the start in a response, which was requested and received at these times. The start keeps the quickest
 * response, unless two contradict each other: the screen may have slept.
 */
export function startBy(
  before: BoardStart | null,
  start: Board['start'],
  { sentMs, receivedMs }: { sentMs: number; receivedMs: number },
): BoardStart | null {
  if (start === null || start === undefined) return null;
  const tookMs = receivedMs - sentMs;
  const atMs = (sentMs + receivedMs) / 2 + start.inMs;
  const isSame = before?.startAt === start.startAt && before.item === start.workoutItemIndex;
  const isBetter =
    isSame && before.tookMs <= tookMs && Math.abs(before.atMs - atMs) <= before.tookMs + tookMs;
  return isBetter ? before : { item: start.workoutItemIndex, startAt: start.startAt, atMs, tookMs };
}

/** How long an item that has started is shown before the first values arrive. */
const awaitedMs = 60_000;

/**
 * Returns the item that a board shows regardless of the athletes who row, null without one, and whether its results are
 * new. The results of an item stay until another has started; a started item is shown before its first stroke.
 */
export function shownAfter(
  went: BoardStart | null,
  finished: { item: number; atMs: number } | null,
  nowMs: number,
): { item: number | null; isPodium: boolean } {
  if (finished !== null && (went === null || finished.atMs > went.atMs)) {
    return { item: finished.item, isPodium: true };
  }
  const isAwaited = went !== null && nowMs - went.atMs < awaitedMs;
  return { item: isAwaited ? went.item : null, isPodium: false };
}
