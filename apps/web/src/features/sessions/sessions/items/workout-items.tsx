import type { ListedActivity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import type { Start } from '@boathouse/contract/sessions/starts';
import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { useStaleMinutes } from '../../../rowing/room/index.ts';
import { isInProgress, type RowControl } from '../../../rowing/rowing/index.ts';
import { useOwnBests } from '../../../evening/starts/index.ts';
import { isDoneBy, isOpenOrDoneBy } from './item-done.ts';
import { arrange, type ItemFacts } from './item-order.ts';
import { useQuiet } from './use-quiet.ts';
import styles from './workout-items.module.css';
import { Item, type AskedItem, type ItemsPage } from './item.tsx';

type ItemsProps = ItemsPage & {
  /** The key is the workout item. */
  activities: readonly ListedActivity[][];
  starts: readonly Start[];
  asked: AskedItem | null;
};

/** Workout items, those being rowed first. Reordered only when a row starts or ends. */
export function WorkoutItems(props: ItemsProps) {
  const { activities, starts, asked, ...page } = props;
  const { session, state, room, runner, parts } = page;
  const me = useCurrentUser();
  const staleMinutesOf = useStaleMinutes(room, activities.flat());
  const ownItem = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return row?.sessionId === session._id && isInProgress(row) ? row.workoutItemIndex : null;
  });
  // Only for one item at a time, because the first stroke begins it.
  const [opened, setOpened] = useState<AskedItem | null>(null);
  const [answered, setAnswered] = useState<AskedItem | null>(null);
  if (asked !== answered) {
    setAnswered(asked);
    if (asked !== null) setOpened(asked);
  }
  const [beginning, setBeginning] = useState<number | null>(null);
  const startOf = (index: number) => starts.find((start) => start.workoutItemIndex === index) ?? null;
  const hasDone = (index: number) =>
    activities[index]?.some((activity) => isDoneBy(me._id, activity)) ?? false;
  const hasBegun = (index: number) =>
    index === ownItem || (activities[index]?.some((activity) => isOpenOrDoneBy(me._id, activity)) ?? false);
  const expected =
    beginning ?? starts.find(({ workoutItemIndex }) => !hasDone(workoutItemIndex))?.workoutItemIndex;
  useExpected(runner, session, expected ?? null, me._id);
  useVisited(
    runner,
    session,
    session.workoutItems.map((_, index) => !hasBegun(index)),
  );
  const facts = session.workoutItems.map((_, index): ItemFacts => {
    const ofItem = activities[index] ?? [];
    const results = ofItem.filter(({ isCompleted }) => isCompleted);
    const isRowed = (activity: ListedActivity) =>
      !activity.isCompleted && staleMinutesOf(activity) === null && activity.user._id !== me._id;
    return {
      isOwn: index === ownItem,
      isDone: hasDone(index),
      activeCount: ofItem.filter(isRowed).length,
      silentCount: ofItem.filter((activity) => !activity.isCompleted && !isRowed(activity)).length,
      resultCount: results.length,
      isStarting: startOf(index) !== null && results.length === 0,
    };
  });
  const isAllRowed = facts.every(
    ({ activeCount, resultCount, isOwn }) => resultCount > 0 && activeCount === 0 && !isOwn,
  );
  const arrangement = arrange(facts, parts);
  // The first arrangement is the one of the loaded lists.
  const { shown, onPointer } = useQuiet(
    arrangement,
    JSON.stringify(arrangement),
    state === 'loading' ? false : beginning !== null,
  );
  const onOpen = useCallback(
    (index: number, isBeginning: boolean) =>
      setOpened((before) => (isBeginning ? { index } : before?.index === index ? null : before)),
    [],
  );
  const onBeginning = useCallback(
    (index: number, isBeginning: boolean) =>
      // The instructions are rendered first, because all items read which one is open.
      startTransition(() =>
        setBeginning((before) => (isBeginning ? index : before === index ? null : before)),
      ),
    [],
  );
  return (
    <div className={styles.items} onPointerMove={onPointer} onPointerDown={onPointer}>
      <h2 className="visually-hidden">Workout</h2>
      {shown.order.map((index) => (
        <Item
          key={index}
          {...{ page, index, onOpen, onBeginning }}
          isExpected={expected === index}
          isAllRowed={isAllRowed && beginning === null}
          activities={activities[index] ?? []}
          commonStart={startOf(index)}
          shown={{ isOpen: shown.isOpen[index] ?? true, isNext: shown.next === index }}
          opened={opened?.index === index ? opened : null}
        />
      ))}
    </div>
  );
}

/** Makes the first stroke on a connected erg begin the item whose instructions are open, or which starts together. */
function useExpected(runner: RowControl, session: Session, index: number | null, userId: string): void {
  const { _id: sessionId, title } = session;
  const workout = index === null ? undefined : session.workoutItems[index];
  const bests = useOwnBests(userId, workout ?? '');
  useEffect(() => {
    if (index === null || workout === undefined) return;
    runner.expect({ sessionId, workoutItemIndex: index, title, workout, bests });
    return () => runner.expect(null);
  }, [runner, sessionId, title, index, workout, bests]);
}

/**
 * Informs the bars which session's page is open, and into which of its items a row without a place can still be moved.
 */
function useVisited(runner: RowControl, session: Session, areOpen: readonly boolean[]): void {
  const { _id: sessionId, title, workoutItems } = session;
  const openKey = areOpen.join();
  useEffect(() => {
    const open = openKey.split(',');
    const items = workoutItems.map((workout, index) => ({ index, workout, isOpen: open[index] === 'true' }));
    runner.visit({ sessionId, title, items });
    return () => runner.visit(null);
  }, [runner, sessionId, title, workoutItems, openKey]);
}
