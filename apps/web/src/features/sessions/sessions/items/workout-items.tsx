import type { ListedActivity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import type { Start } from '@boathouse/contract/sessions/starts';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { Loading } from '../../../../ui/states.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { useErg } from '../../../rowing/erg/index.ts';
import {
  countSignals,
  RowerGrid,
  useRowSignals,
  useStaleMinutes,
  type LiveRoom,
  type RowSignal,
} from '../../../rowing/room/index.ts';
import {
  isInProgress,
  isNextPossible,
  isOnTheWater,
  useConnectErg,
  type RowControl,
  type RowSnapshot,
} from '../../../rowing/rowing/index.ts';
import { CommonStart, OwnTargets, useOwnBests, useSimulatedStart } from '../../../evening/starts/index.ts';
import { CompletedResultsTable } from '../completed-results-table.tsx';
import { useMonitorWorkout } from '../instructions/monitor-workout.ts';
import type { PushConsent } from '../instructions/push-consent.ts';
import { useStartRow } from '../instructions/start-row.ts';
import { useMayManage } from '../may-manage.ts';
import type { SessionFurniture } from '../session-phase.ts';
import { isDoneBy, isOpenOrDoneBy } from './item-done.ts';
import { arrange, type ItemFacts } from './item-order.ts';
import { summaryOf } from './item-summary.ts';
import { useQuiet } from './use-quiet.ts';
import styles from './workout-items.module.css';
import { WorkoutItemPanel, type ItemStanding } from './workout-item-panel.tsx';

/** The item that is to begin by a press outside its panel, the athlete's or the coach's; a new object for each press. */
export type AskedItem = { index: number; isByCoach?: true };

type ItemsProps = {
  session: Session;
  /** Of each workout item. */
  activities: readonly ListedActivity[][];
  state: 'loading' | 'loaded' | 'failed';
  starts: readonly Start[];
  room: LiveRoom;
  runner: RowControl;
  consent: PushConsent;
  asked: AskedItem | null;
  furniture: SessionFurniture;
};

/** Workout items, those being rowed first. Reordered only when a row starts or ends. */
export function WorkoutItems(props: ItemsProps) {
  const { session, activities, state, starts, room, runner, consent, asked, furniture } = props;
  const me = useCurrentUser();
  const staleMinutesOf = useStaleMinutes(room, activities.flat());
  const ownItem = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return row?.sessionId === session._id && isInProgress(row) ? row.workoutItemIndex : null;
  });
  // Of one item at a time: the first stroke begins that one.
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
  const arrangement = arrange(facts, furniture);
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
      setBeginning((before) => (isBeginning ? index : before === index ? null : before)),
    [],
  );
  return (
    <div className={styles.items} onPointerMove={onPointer} onPointerDown={onPointer}>
      <h2 className="visually-hidden">Workout</h2>
      {shown.order.map((index) => (
        <Item
          key={index}
          {...{ session, index, state, room, runner, consent, onOpen, onBeginning, furniture }}
          isExpected={expected === index}
          workout={session.workoutItems[index] ?? ''}
          activities={activities[index] ?? []}
          commonStart={startOf(index)}
          isOpen={shown.isOpen[index] ?? true}
          isPrimary={shown.primary === index}
          opened={opened?.index === index ? opened : null}
        />
      ))}
    </div>
  );
}

type ItemProps = {
  session: Session;
  workout: string;
  index: number;
  activities: readonly ListedActivity[];
  state: 'loading' | 'loaded' | 'failed';
  commonStart: Start | null;
  isOpen: boolean;
  isPrimary: boolean;
  /** Whether the next first stroke begins it. */
  isExpected: boolean;
  /** Set while its instructions are to be open. */
  opened: AskedItem | null;
  room: LiveRoom;
  runner: RowControl;
  consent: PushConsent;
  onOpen: (index: number, isBeginning: boolean) => void;
  /** Called when the instructions, from which the first stroke begins the item, open and close. */
  onBeginning: (index: number, isBeginning: boolean) => void;
  furniture: SessionFurniture;
};

function Item(props: ItemProps) {
  const { session, workout, index, activities, state, commonStart, isOpen, isPrimary, room, runner } = props;
  const { opened, onOpen, onBeginning, consent, furniture } = props;
  const me = useCurrentUser();
  const erg = useErg();
  const connect = useConnectErg();
  const active = activities.filter((activity) => !activity.isCompleted);
  const completed = activities.filter((activity) => activity.isCompleted);
  const isDone = completed.some((activity) => isDoneBy(me._id, activity));
  const item = { sessionId: session._id, workoutItemIndex: index };
  // The server knows of the viewer's row before this page has loaded it.
  const isActive = active.some(({ user }) => user._id === me._id);
  const standing = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    if (isDone) return 'complete';
    return row === null && isActive ? 'inProgress' : standingOf(item, row);
  });
  const isNext = props.isExpected && standing === 'notBegun';
  const bests = useOwnBests(me._id, workout);
  const monitor = useMonitorWorkout(workout, { consent, isNext, bests });
  const staleMinutesOf = useStaleMinutes(room, active);
  const signals = useRowSignals(room, active);
  const isHost = session.hostUser._id === me._id;
  const mayManage = useMayManage(session);
  const isRowing = standing === 'starting' || standing === 'inProgress';
  const simulated = useSimulatedStart(session._id, commonStart, isRowing);
  // The viewer's row on this device goes on without the server.
  const staleMinutes = (activity: ListedActivity) =>
    activity.user._id === me._id && isRowing ? null : staleMinutesOf(activity);
  const isCompleting = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return isOf(item, row) && row?.stage === 'completing';
  });

  // In the seat the items are hidden: 50 rows that no one sees would still follow every sample.
  const isInstrument = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return row?.sessionId === session._id && isOnTheWater(row);
  });
  const isBeginning = opened !== null;
  // A start that the server refuses can be repeated; a discarded row is begun again.
  const isOver = isBeginning && standing === 'inProgress';
  useEffect(() => {
    if (isOver) onOpen(index, false);
  }, [isOver, onOpen, index]);
  const hasInstructions = isBeginning && standing === 'notBegun';
  useEffect(() => {
    onBeginning(index, hasInstructions);
  }, [hasInstructions, onBeginning, index]);
  const isErgConnected = erg.state === 'connected' || erg.state === 'silent';

  const { isBusy, start } = useStartRow(runner, monitor, () => simulated.atGo.run(monitor.startSimulated));
  const begin = () => start({ ...item, title: session.title, workout, bests });

  return (
    <WorkoutItemPanel
      id={`item-${index}`}
      workout={workout}
      standing={standing}
      activeCount={active.filter(({ _id }) => isActiveNow(signals.get(_id))).length}
      unheardCount={countSignals(signals.values()).unheard}
      completeCount={completed.length}
      isErgConnected={isErgConnected}
      isBusy={isBusy || isCompleting}
      push={monitor.push}
      notice={monitor.mismatch}
      onPush={monitor.onPush}
      pushNeedsErg={monitor.pushNeedsErg}
      onStart={begin}
      onBegin={(isToBegin) => onOpen(index, isToBegin)}
      isByCoach={opened?.isByCoach === true}
      onConnect={connect.overBluetooth}
      isMonitorSet={monitor.isSetHere || erg.isSimulated}
      canBeSet={monitor.canBeSet}
      isPrimary={isPrimary && isErgConnected}
      {...{ isOpen, isBeginning }}
      summary={summaryOf(workout, completed, me._id)}
      isStartSet={commonStart !== null}
      start={
        <CommonStart
          {...{ session, room, isHost, isErgConnected, simulated }}
          mayManage={mayManage && (furniture.startTogether || commonStart !== null)}
          item={index}
          start={commonStart}
          doneBy={completed.flatMap(({ user, isLeft }) => (isLeft ? [] : [user._id]))}
          part={partOf[standing]}
          isBusy={isBusy || isCompleting}
          onBegin={begin}
        />
      }
    >
      {standing !== 'complete' && <OwnTargets {...{ workout, bests }} />}
      {state === 'loading' && <Loading label="Loading the activities" />}
      {state === 'failed' && <p>The activities couldn't be loaded.</p>}
      {state === 'loaded' && !isInstrument && (
        <>
          {(active.length > 0 || completed.length === 0) && (
            <>
              <h3>Activities</h3>
              <RowerGrid
                {...{ workout, room, mayManage }}
                activities={active}
                results={completed}
                viewerId={me._id}
                staleMinutesOf={staleMinutes}
              />
            </>
          )}
          {completed.length > 0 && (
            <>
              <h3>Results</h3>
              <CompletedResultsTable
                workout={workout}
                results={completed}
                viewerId={me._id}
                mayReopen={({ user, source }) => source !== 'entered' && (mayManage || user._id === me._id)}
              />
            </>
          )}
          {mayManage && (
            <p>
              <Link to={`/sessions/${session._id}/entries/${index}`}>Enter results</Link>
            </p>
          )}
        </>
      )}
    </WorkoutItemPanel>
  );
}

/** Rowing with a signal, or about to. */
const isActiveNow = (signal: RowSignal | undefined) => signal === 'rowing' || signal === 'waiting';

/** Has the first stroke on a connected erg begin the item whose instructions are open, or which starts together. */
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

/** Tells the bars which session's page is open, and which of its items a row without a place can still go into. */
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

const partOf = {
  notBegun: 'mayBegin',
  starting: 'begun',
  inProgress: 'begun',
  busyElsewhere: 'busy',
  complete: 'none',
} as const satisfies Record<ItemStanding, string>;

type ItemPlace = Pick<RowSnapshot, 'sessionId' | 'workoutItemIndex'>;

function isOf(item: ItemPlace, row: RowSnapshot | null): boolean {
  return row?.sessionId === item.sessionId && row.workoutItemIndex === item.workoutItemIndex;
}

function standingOf(item: ItemPlace, row: RowSnapshot | null): ItemStanding {
  if (row === null) return 'notBegun';
  if (!isOf(item, row)) return isInProgress(row) && !isNextPossible(row) ? 'busyElsewhere' : 'notBegun';
  if (row.stage === 'completed') return 'complete';
  if (row.isEndedElsewhere) return 'complete';
  return row.stage === 'beginning' ? 'starting' : 'inProgress';
}
