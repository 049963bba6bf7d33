/** The facts that decide the place of a workout item on the session's page. */
export type ItemFacts = {
  /** The viewer rows it. */
  isOwn: boolean;
  /** Whether the viewer has completed it. */
  isDone: boolean;
  /** Athletes who row it with a signal. */
  activeCount: number;
  /** Athletes in progress without a signal. */
  silentCount: number;
  resultCount: number;
  /** Its common start is set, and no one has a result yet. */
  isStarting: boolean;
};

type ItemState = 'underWay' | 'finished' | 'empty';

/** Changes only when a row starts or ends. */
type Arrangement = {
  /** Indexes of the items, from the top of the page. */
  order: number[];
  states: ItemState[];
  /** The viewer's next item; null without one. */
  next: number | null;
  /** Whether each item is open unless the viewer chooses otherwise. */
  isOpen: boolean[];
};

function stateOf({ isOwn, activeCount, resultCount, isStarting }: ItemFacts): ItemState {
  if (isOwn || activeCount > 0 || isStarting) return 'underWay';
  return resultCount > 0 ? 'finished' : 'empty';
}

/**
 * Items under way come first, the viewer's own before the others'. The next item to row is open too; when nothing is
 * left to row, the last result is. With `isOver`, after the session has ended, all results are open, and so are items
 * that no one finished.
 */
export function arrange(items: readonly ItemFacts[], { isOver = false } = {}): Arrangement {
  const states = items.map(stateOf);
  const indexes = items.map((_, index) => index);
  const groupOf = (index: number) => (items[index]?.isOwn ? 0 : states[index] === 'underWay' ? 1 : 2);
  const order = indexes.toSorted((one, other) => groupOf(one) - groupOf(other) || one - other);
  const isUnderWay = states.includes('underWay');
  const isRowed = items.some(({ isOwn }) => isOwn);
  const next = isRowed || isOver ? null : nextOf(items, states, order);
  const lastResult = isUnderWay || next !== null ? -1 : states.lastIndexOf('finished');
  return {
    order,
    states,
    next,
    isOpen: states.map(
      (state, index) =>
        state === 'underWay' ||
        index === next ||
        index === lastResult ||
        (isOver && (state === 'finished' || (items[index]?.silentCount ?? 0) > 0)),
    ),
  };
}

/** First an item that others row, then the item after the last results, then an omitted one. */
function nextOf(
  items: readonly ItemFacts[],
  states: readonly ItemState[],
  order: readonly number[],
): number | null {
  const open = order.filter((index) => !items[index]?.isDone);
  const last = states.lastIndexOf('finished');
  return (
    open.find((index) => states[index] === 'underWay') ??
    open.find((index) => states[index] === 'empty' && index > last) ??
    open.find((index) => states[index] === 'empty') ??
    open.at(-1) ??
    null
  );
}
