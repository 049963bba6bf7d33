import type { Board } from '@boathouse/contract/sessions/boards';
import type { LiveLanes } from '../../rowing/room/index.ts';
import { hasSentWithin, type BoardLine, type BoardView, type Clocks } from './board-standings.ts';

/** How long a board keeps showing the results of an item after its last finish. */
export const keptMs = 60_000;

/** An athlete without a signal for longer does not delay the results of the others. */
const awaitedMs = 30_000;

/** The finishes that a board has seen; plain data. */
type Finishes = {
  /** Completed activities of each workout item. */
  completed: readonly number[];
  /** The item whose last athlete has just finished, and when by the monotonic clock; null without one. */
  last: { item: number; atMs: number } | null;
};

const completedOf = ({ workoutItems, activities }: Board): number[] =>
  workoutItems.map(
    (_, item) =>
      activities.filter(({ workoutItemIndex, isCompleted }) => isCompleted && workoutItemIndex === item)
        .length,
  );

/**
 * Returns the finishes for a board that has just been opened: results of the last minute count as new, as on a board
 * that was open before.
 */
export function finishesAtFirst(board: Board, lanes: LiveLanes, at: Clocks): Finishes {
  const completed = completedOf(board);
  const [newest] = board.activities
    .flatMap(({ workoutItemIndex: item, completedAgoMs: agoMs }) =>
      agoMs === undefined ? [] : [{ item, agoMs }],
    )
    .filter(({ item, agoMs }) => agoMs < keptMs && !isRowed(board, item, lanes, at))
    .toSorted((one, other) => one.agoMs - other.agoMs);
  const last = newest === undefined ? null : { item: newest.item, atMs: at.monotonicMs - newest.agoMs };
  return { completed, last };
}

function isRowed({ activities }: Board, item: number, lanes: LiveLanes, at: Clocks): boolean {
  return activities.some(
    (activity) => activity.workoutItemIndex === item && hasSentWithin(activity, lanes, at, awaitedMs),
  );
}

/** Returns the finishes that the board has seen by now; the same object if nothing has changed. */
export function finishesBy(before: Finishes, board: Board, lanes: LiveLanes, at: Clocks): Finishes {
  const completed = completedOf(board);
  const isOver = (item: number) => !isRowed(board, item, lanes, at);
  const finished = completed.findLastIndex(
    (count, item) => count > (before.completed[item] ?? 0) && isOver(item),
  );
  const isKept =
    before.last !== null && at.monotonicMs - before.last.atMs < keptMs && isOver(before.last.item);
  const last = finished >= 0 ? { item: finished, atMs: at.monotonicMs } : isKept ? before.last : null;
  const isSame = last === before.last && completed.join() === before.completed.join();
  return isSame ? before : { completed, last };
}

/** Returns the next item to row, after no one rows the one that a board shows; null without one. */
export function nextItemOf(
  { workoutItems, activities }: Board,
  { item, lines, rowing, noSignal }: BoardView,
): number | null {
  const hasResults = lines.some(({ state }) => state === 'finished');
  if (rowing + noSignal > 0 || !hasResults) return null;
  const begun = new Set(activities.map(({ workoutItemIndex }) => workoutItemIndex));
  const next = workoutItems.findIndex((_, index) => index > item && !begun.has(index));
  return next < 0 ? null : next;
}

/** A step of the podium: the athletes of one rank, one or several. */
export type PodiumStep = { rank: number; lines: BoardLine[] };

/**
 * Returns the first three of the results, by rank, on the machine that most are on. Athletes without a rank, whose
 * result is partial, are not on it.
 */
export function podiumOf(lines: readonly BoardLine[]): PodiumStep[] {
  return [1, 2, 3].flatMap((rank) => {
    const level = lines.filter(
      (line) =>
        line.rank === rank &&
        line.state === 'finished' &&
        line.machine === lines[0]?.machine &&
        line.otherWorkout === lines[0].otherWorkout,
    );
    return level.length === 0 ? [] : [{ rank, lines: level }];
  });
}
