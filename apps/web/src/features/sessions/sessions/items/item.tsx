import type { ListedActivity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import type { Start } from '@boathouse/contract/sessions/starts';
import { isSameWorkout } from '@boathouse/workout-text/parse';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useAtNow } from '../../../../lib/use-now.ts';
import { Loading } from '../../../../ui/states.tsx';
import { CommonStart, OwnTargets } from '../../../evening/starts/index.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { ReplayButton, type ReplayedResult } from '../../../rowing/replay/index.ts';
import {
  countSignals,
  RowerGrid,
  useRowSignals,
  useStaleMinutes,
  type LiveRoom,
  type RowSignal,
} from '../../../rowing/room/index.ts';
import { GhostsBefore, isOnTheWater, type RowControl } from '../../../rowing/rowing/index.ts';
import { CompletedResultsTable } from '../completed-results-table.tsx';
import type { PushConsent } from '../instructions/push-consent.ts';
import { useMayManage } from '../may-manage.ts';
import type { SessionParts } from '../session-phase.ts';
import { isDoneBy } from './item-done.ts';
import { summaryOf } from './item-summary.ts';
import { ItemTest } from './item-test.tsx';
import { useOwnItem } from './use-own-item.ts';
import { WorkoutItemPanel, type ItemStanding } from './workout-item-panel.tsx';

/** The item to begin after a press outside its panel, by the athlete or the coach; a new object for each press. */
export type AskedItem = { index: number; isByCoach?: true };

/** The values of a session's page that all its items use. */
export type ItemsPage = {
  session: Session;
  state: 'loading' | 'loaded' | 'failed';
  room: LiveRoom;
  runner: RowControl;
  consent: PushConsent;
  parts: SessionParts;
};

type ItemProps = {
  page: ItemsPage;
  index: number;
  activities: readonly ListedActivity[];
  commonStart: Start | null;
  /** `isNext`: whether it is the viewer's next item. */
  shown: { isOpen: boolean; isNext: boolean };
  /** Whether the next first stroke begins it. */
  isExpected: boolean;
  /** All items have results, and no one is rowing: a coach wants the results. */
  isAllRowed: boolean;
  /** Set while its instructions are to be open. */
  opened: AskedItem | null;
  onOpen: (index: number, isBeginning: boolean) => void;
  /** Called when the instructions, from which the first stroke begins the item, open and close. */
  onBeginning: (index: number, isBeginning: boolean) => void;
};

/** A workout item: the viewer's part of it, and the tables of all athletes. */
/** A countdown shows GO for a while after its start. */
const goShownMs = 5_000;

export function Item(props: ItemProps) {
  const { page, index, activities, commonStart, shown, isExpected, isAllRowed, opened, onOpen, onBeginning } =
    props;
  const { session, room, runner, consent, parts } = page;
  const me = useCurrentUser();
  const mayManage = useMayManage(session);
  const workout = session.workoutItems[index] ?? '';
  const active = activities.filter((activity) => !activity.isCompleted);
  const completed = activities.filter((activity) => activity.isCompleted);
  const signals = useRowSignals(room, active);
  const { standing, isRowing, bests, simulated, setup } = useOwnItem({
    session,
    index,
    workout,
    runner,
    consent,
    commonStart,
    isExpected,
    isDone: completed.some((activity) => isDoneBy(me._id, activity)),
    isActive: active.some(({ user }) => user._id === me._id),
  });

  // Another user's row, because the coach has none.
  const isCoached =
    (parts.isCoaching && countSignals(signals.values()).rowing > 0) || (parts.isCoach && isAllRowed);
  const isStartSet = useAtNow(
    (nowMs) => commonStart !== null && nowMs < Date.parse(commonStart.startAt) + goShownMs,
    1_000,
  );
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

  return (
    <WorkoutItemPanel
      id={`item-${index}`}
      {...{ workout, standing, setup, isCoached }}
      counts={{
        active: active.filter(({ _id }) => isActiveNow(signals.get(_id))).length,
        noSignal: countSignals(signals.values()).noSignal,
        complete: completed.length,
      }}
      isOpen={shown.isOpen}
      instructions={{
        isOpen: isBeginning,
        isByCoach: opened?.isByCoach === true,
        look: !shown.isNext ? 'quiet' : parts.connect === 'before' ? 'primary' : 'plain',
        onOpen: (isToBegin) => onOpen(index, isToBegin),
        extra: <GhostsBefore workout={workout} />,
      }}
      summary={summaryOf(workout, completed, me._id)}
      start={{
        isSet: isStartSet,
        part: (
          <CommonStart
            {...{ session, room }}
            mayManage={mayManage && (parts.startTogether || commonStart !== null)}
            item={index}
            start={commonStart}
            doneBy={completed.flatMap(({ user, isLeft }) => (isLeft ? [] : [user._id]))}
            own={{ part: partOf[standing], setup, simulated }}
          />
        ),
      }}
    >
      {standing !== 'complete' && !isCoached && <OwnTargets {...{ workout, bests }} />}
      <ItemTables {...{ page, index, active, completed, isRowing, mayManage, isCoached }} />
    </WorkoutItemPanel>
  );
}

type ItemTablesProps = {
  page: ItemsPage;
  index: number;
  active: readonly ListedActivity[];
  completed: readonly ListedActivity[];
  /** Whether the viewer rows the item on this device. */
  isRowing: boolean;
  mayManage: boolean;
  /** Its athletes follow its head without a heading. */
  isCoached: boolean;
};

/** The athletes of an item, and their results. */
function ItemTables(props: ItemTablesProps) {
  const { page, index, active, completed, isRowing, mayManage, isCoached } = props;
  const { session, state, room, runner } = page;
  const me = useCurrentUser();
  const workout = session.workoutItems[index] ?? '';
  const staleMinutesOf = useStaleMinutes(room, active);
  // The viewer's row on this device continues without the server.
  const staleMinutes = (activity: ListedActivity) =>
    activity.user._id === me._id && isRowing ? null : staleMinutesOf(activity);
  // In the seat the items are hidden: 50 rows that no one sees would still follow every sample.
  const isInstrument = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return row?.sessionId === session._id && isOnTheWater(row);
  });
  if (state === 'loading') return <Loading label="Loading the activities" />;
  if (state === 'failed') return <p>The activities couldn't be loaded.</p>;
  if (isInstrument) return null;
  return (
    <>
      {(active.length > 0 || completed.length === 0) && (
        <>
          <h3 className={isCoached ? 'visually-hidden' : undefined}>Activities</h3>
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
          <ItemReplay {...{ workout, completed }} />
        </>
      )}
      {mayManage && (
        <p>
          <Link to={`/sessions/${session._id}/entries/${index}`}>Enter results</Link>
        </p>
      )}
      {session.club !== null && <ItemTest session={session} club={session.club} index={index} />}
    </>
  );
}

/** The results of an item side by side. A typed result has no strokes, and another workout has a different course. */
function ItemReplay({ workout, completed }: { workout: string; completed: readonly ListedActivity[] }) {
  const results = useMemo(
    () =>
      completed
        .filter((each) => each.source !== 'entered' && isSameWorkout(each.workout, workout))
        .map((each): ReplayedResult => ({ ...each, activityId: each._id, name: each.user.displayName })),
    [completed, workout],
  );
  return results.length === 0 ? null : <ReplayButton results={results} />;
}

/** Rowing with a signal, or about to. */
const isActiveNow = (signal: RowSignal | undefined) => signal === 'rowing' || signal === 'waiting';

const partOf = {
  notBegun: 'mayBegin',
  starting: 'begun',
  inProgress: 'begun',
  busyElsewhere: 'busy',
  complete: 'none',
} as const satisfies Record<ItemStanding, string>;
