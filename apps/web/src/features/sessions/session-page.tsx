import type { ListedActivity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import type { Start } from '@boathouse/contract/sessions/starts';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router';
import { isNotThere, messageOf } from '../../lib/api.ts';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Loading, LoadingPage, NotFound, UnavailablePage } from '../../ui/states.tsx';
import { closeErrors, showErrorToast } from '../../ui/toast-store.ts';
import { useCurrentUser } from '../auth/index.ts';
import { ChatLine, ChatPanel } from '../chat/index.ts';
import { useErgometer } from '../ergometer/index.ts';
import {
  activitiesOfSession,
  changeActivities,
  LiveNotice,
  RowerGrid,
  useLiveRoom,
  useStaleMinutes,
  type LiveRoom,
} from '../room/index.ts';
import {
  isInProgress,
  isOnTheWater,
  MyErgometer,
  useRow,
  useRowRunner,
  type RowControl,
  type RowSnapshot,
} from '../rowing/index.ts';
import { CommonStart, OwnState, startsOfSession, useSimulatedStart, useStarts } from '../starts/index.ts';
import { sessionById } from './api.ts';
import { useMayManage } from './may-manage.ts';
import { CompletedResultsTable } from './completed-results-table.tsx';
import styles from './session-layout.module.css';
import { SessionHead } from './head/session-head.tsx';
import { useMonitorWorkout } from './instructions/monitor-workout.ts';
import { usePushConsent, type PushConsent } from './instructions/push-consent.ts';
import { SetUpErg } from './instructions/set-up-erg.tsx';
import { SessionLayout } from './session-layout.tsx';
import { useSessionChanges } from './session-changes.ts';
import { spreadOut } from './spread-out.ts';
import { arrange, type ItemFacts } from './items/item-order.ts';
import { summaryOf } from './items/item-summary.ts';
import { useQuiet } from './items/use-quiet.ts';
import { WorkoutItemPanel, type ItemStanding } from './items/workout-item-panel.tsx';

export function SessionPage() {
  const { sessionID = '' } = useParams();
  // With the session: what arrives after its first paint would move its items.
  usePrefetchQuery(activitiesOfSession(sessionID));
  usePrefetchQuery(startsOfSession(sessionID));
  const { data: session, error, isError, refetch } = useQuery(sessionById(sessionID));
  const runner = useRowRunner();
  const isRowedHere = useSyncExternalStore(
    runner.subscribe,
    () => runner.getSnapshot()?.sessionId === sessionID,
  );
  // Keeps a deleted session on screen while this device rows in it.
  const isGone = isNotThere(error) && !isRowedHere;
  // Keep showing a loaded session while the server is unreachable.
  if (session && !isGone) return <LoadedSession key={session._id} session={session} />;
  if (isGone) {
    return (
      <NotFound
        link={
          <Link to="/dashboard" className={buttonClass()}>
            Dashboard
          </Link>
        }
      >
        We couldn't find a session at that link
      </NotFound>
    );
  }
  return isError ? (
    <UnavailablePage onRetry={() => void refetch()}>This session couldn't be loaded.</UnavailablePage>
  ) : (
    <LoadingPage label="Loading the session" />
  );
}

function LoadedSession({ session }: { session: Session }) {
  useUnloadWarning(true);
  const room = useLiveRoom(session._id);
  const runner = useRowRunner();
  const query = useQuery(activitiesOfSession(session._id));
  const starts = useStarts(session._id, room);
  const consent = usePushConsent();
  const [asked, setAsked] = useState<AskedItem | null>(null);

  useRoomActivities(session._id, room, query.refetch);
  useSessionChanges(room);
  // A completed row is shown until its athlete leaves the page.
  useEffect(() => () => runner.dismiss(), [runner]);

  return (
    <SessionLayout
      head={<Head session={session} room={room} activities={query.data ?? []} />}
      panel={<Chat room={room} activities={query.data ?? []} />}
    >
      <OwnState sessionId={session._id} workoutItems={session.workoutItems} room={room} />
      <LiveNotice room={room} />
      <Mine {...{ session, room, consent }} onNext={(index) => setAsked({ index })} />
      <Items
        session={session}
        activities={query.data ?? []}
        state={query.data ? 'loaded' : query.isError ? 'failed' : 'loading'}
        {...{ starts, room, runner, consent, asked }}
      />
    </SessionLayout>
  );
}

/** Updates the session's activities from the events of its room. */
function useRoomActivities(sessionId: string, room: LiveRoom, refetch: () => Promise<unknown>): void {
  const client = useQueryClient();
  useEffect(() => {
    const fetching = spreadOut(() => void refetch());
    const stops = [
      fetching.cancel,
      room.onChange(fetching.soon),
      // The lists are still loading, and the response may be older than the event.
      room.onActivities((changes) => changeActivities(client, sessionId, changes) || fetching.soon()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, sessionId, room, refetch]);
}

/** The item that the athlete has chosen to begin outside its panel; a new object for each press. */
type AskedItem = { index: number };

type MineProps = {
  session: Session;
  room: LiveRoom;
  consent: PushConsent;
  onNext: (index: number) => void;
};

/** The only component that renders on every record of the user's own row; the tables below render on their own data. */
function Mine({ consent, session, room, onNext }: MineProps) {
  const { row, runner } = useRow();
  const isWaiting = row?.progress.phase === 'waiting' && isOnTheWater(row);
  const group = useMemo(() => ({ session, room }), [session, room]);
  return (
    <>
      <MyErgometer
        group={group}
        {...{ row, runner, onNext }}
        setUp={isWaiting && <SetUpErg workout={row.workout} consent={consent} />}
      />
      {row?.sessionId === session._id && <ChatLine sessionId={session._id} />}
    </>
  );
}

type Activities = readonly ListedActivity[][];
type HeadProps = { session: Session; room: LiveRoom; activities: Activities };

function Head({ session, room, activities }: HeadProps) {
  const mayManage = useMayManage(session);
  const present = useSyncExternalStore(room.subscribe, room.getMembers).length;
  const rowing = useRowingNow(room, activities).length;
  const begunItems = activities.flatMap((ofItem, index) => (ofItem.length > 0 ? [index] : []));
  return <SessionHead {...{ session, mayManage, rowing, begunItems, present }} />;
}

function Chat({ room, activities }: { room: LiveRoom; activities: Activities }) {
  const me = useCurrentUser();
  const runner = useRowRunner();
  const rowing = new Set(useRowingNow(room, activities).map(({ user }) => user._id));
  const isBesideRow = useSyncExternalStore(
    runner.subscribe,
    () => runner.getSnapshot()?.sessionId === room.id,
  );
  return <ChatPanel isRowing={rowing.has(me._id)} {...{ room, rowing, isBesideRow }} />;
}

/** Returns the activities in progress that are heard of. */
function useRowingNow(room: LiveRoom, activities: Activities): ListedActivity[] {
  const all = activities.flat();
  const staleMinutesOf = useStaleMinutes(room, all);
  return all.filter((activity) => !activity.isCompleted && staleMinutesOf(activity) === null);
}

type ItemsProps = {
  session: Session;
  activities: Activities;
  state: 'loading' | 'loaded' | 'failed';
  starts: readonly Start[];
  room: LiveRoom;
  runner: RowControl;
  consent: PushConsent;
  asked: AskedItem | null;
};

/** Workout items, those being rowed first. Reordered only when a row starts or ends. */
function Items({ session, activities, state, starts, room, runner, consent, asked }: ItemsProps) {
  const me = useCurrentUser();
  const staleMinutesOf = useStaleMinutes(room, activities.flat());
  const ownItem = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return row?.sessionId === session._id && isInProgress(row) ? row.workoutItemIndex : null;
  });
  const [beginning, setBeginning] = useState<number | null>(null);
  const startOf = (index: number) => starts.find((start) => start.workoutItemIndex === index) ?? null;
  const hasDone = (index: number) =>
    activities[index]?.some((activity) => isDoneBy(me._id, activity)) ?? false;
  const expected =
    beginning ?? starts.find(({ workoutItemIndex }) => !hasDone(workoutItemIndex))?.workoutItemIndex;
  useExpected(runner, session, expected ?? null);
  const facts = session.workoutItems.map((_, index): ItemFacts => {
    const ofItem = activities[index] ?? [];
    const results = ofItem.filter(({ isCompleted }) => isCompleted);
    const isRowed = (activity: ListedActivity) =>
      !activity.isCompleted && staleMinutesOf(activity) === null && activity.user._id !== me._id;
    return {
      isOwn: index === ownItem,
      isDone: hasDone(index),
      activeCount: ofItem.filter(isRowed).length,
      resultCount: results.length,
      isStarting: startOf(index) !== null && results.length === 0,
    };
  });
  const arrangement = arrange(facts);
  // The first arrangement is the one of the loaded lists.
  const { shown, onPointer } = useQuiet(
    arrangement,
    JSON.stringify(arrangement),
    state === 'loading' ? false : beginning !== null,
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
          {...{ session, index, state, room, runner, consent, onBeginning }}
          isExpected={expected === index}
          workout={session.workoutItems[index] ?? ''}
          activities={activities[index] ?? []}
          commonStart={startOf(index)}
          isOpen={shown.isOpen[index] ?? true}
          isPrimary={shown.primary === index}
          asked={asked?.index === index ? asked : null}
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
  asked: AskedItem | null;
  room: LiveRoom;
  runner: RowControl;
  consent: PushConsent;
  onBeginning: (index: number, isBeginning: boolean) => void;
};

function Item(props: ItemProps) {
  const { session, workout, index, activities, state, commonStart, isOpen, isPrimary, room, runner } = props;
  const { asked, onBeginning, consent } = props;
  const me = useCurrentUser();
  const ergometer = useErgometer();
  const [isBusy, setIsBusy] = useState(false);
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
  const monitor = useMonitorWorkout(workout, { consent, isNext });
  const staleMinutesOf = useStaleMinutes(room, active);
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
  const tellBeginning = useCallback(
    (isBeginning: boolean) => onBeginning(index, isBeginning),
    [onBeginning, index],
  );
  const startAction = `begin ${session._id} ${index}`;
  const isErgometerConnected = ergometer.state === 'connected' || ergometer.state === 'stale';

  async function start() {
    setIsBusy(true);
    try {
      if (ergometer.isSimulated) await monitor.setSimulated();
      const place = { ...item, title: session.title, workout };
      await runner.begin(place, ergometer.isSimulated);
      closeErrors(startAction);
      if (ergometer.isSimulated) simulated.atGo.run(monitor.startSimulated);
      // Scroll to the cockpit: an athlete can't scroll while rowing.
      scrollTo({ top: 0 });
    } catch (error) {
      showErrorToast(messageOf(error), { action: startAction });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <WorkoutItemPanel
      id={`item-${index}`}
      workout={workout}
      standing={standing}
      activeCount={active.filter((activity) => staleMinutes(activity) === null).length}
      completeCount={completed.length}
      isErgometerConnected={isErgometerConnected}
      isBusy={isBusy || isCompleting}
      push={monitor.push}
      notice={monitor.mismatch}
      onPush={monitor.onPush}
      pushNeedsErgometer={monitor.pushNeedsErgometer}
      onStart={() => void start()}
      onBeginning={tellBeginning}
      {...{ isOpen, isPrimary, asked }}
      summary={summaryOf(workout, completed, me._id)}
      isStartSet={commonStart !== null}
      start={
        <CommonStart
          {...{ session, room, isHost, mayManage, isErgometerConnected, simulated }}
          item={index}
          start={commonStart}
          doneBy={completed.flatMap(({ user, isLeft }) => (isLeft ? [] : [user._id]))}
          part={partOf[standing]}
          isBusy={isBusy || isCompleting}
          onBegin={() => void start()}
        />
      }
    >
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
                mayReopen={({ user }) => mayManage || user._id === me._id}
              />
            </>
          )}
        </>
      )}
    </WorkoutItemPanel>
  );
}

/** A piece that was left does not end the item for its athlete. */
function isDoneBy(athleteId: string, { user, isCompleted, isLeft }: ListedActivity): boolean {
  return isCompleted && !isLeft && user._id === athleteId;
}

/** Has the first stroke on a connected erg begin the item whose instructions are open, or which starts together. */
function useExpected(runner: RowControl, session: Session, index: number | null): void {
  const { _id: sessionId, title } = session;
  const workout = index === null ? undefined : session.workoutItems[index];
  useEffect(() => {
    if (index === null || workout === undefined) return;
    runner.expect({ sessionId, workoutItemIndex: index, title, workout });
    return () => runner.expect(null);
  }, [runner, sessionId, title, index, workout]);
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

/** While a result is on its way, also for long without the server, the athlete can begin the next item. */
function isNextPossible({ stage, refusal }: RowSnapshot): boolean {
  return stage === 'completing' && refusal === null;
}
