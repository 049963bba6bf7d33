import type { ListedActivity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore, type ComponentProps } from 'react';
import { useParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../lib/api.ts';
import { useUnloadWarning } from '../../../lib/unsaved/unload-warning.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { LoadingPage, Unavailable, UnavailablePage } from '../../../ui/states.tsx';
import { RowsBeside } from '../../training/activities/index.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { ChatLine, ChatPanel } from '../../evening/chat/index.ts';
import {
  activitiesOfSession,
  changeActivities,
  LiveNotice,
  useLiveRoom,
  countSignals,
  useRowSignals,
  type RowSignal,
  type LiveRoom,
} from '../../rowing/room/index.ts';
import { isOnTheWater, MyErg, useRow, useRowRunner } from '../../rowing/rowing/index.ts';
import { CoachedMonitor, OwnState, startsOfSession, useStarts } from '../../evening/starts/index.ts';
import { sessionById } from './api.ts';
import { AttendancePanel } from './attendance/lazy-attendance.tsx';
import { SessionHead } from './head/session-head.tsx';
import { usePushConsent, type PushConsent } from './instructions/push-consent.ts';
import { useIsRaceGuest, useManagement, useMayManage } from './may-manage.ts';
import { SetUpErg } from './instructions/set-up-erg.tsx';
import { isDoneBy } from './items/item-done.ts';
import type { AskedItem } from './items/item.tsx';
import { WorkoutItems } from './items/workout-items.tsx';
import { useSessionChanges } from './session-changes.ts';
import { SessionLayout } from './session-layout.tsx';
import type { SessionParts } from './session-phase.ts';
import { spreadOut } from './spread-out.ts';
import { useSessionParts } from './use-session-parts.ts';

const SessionNotFound = lazyPart({
  name: 'The page',
  load: async () => (await loadChunk(() => import('./session-not-found.tsx'))).SessionNotFound,
  waiting: <LoadingPage label="Loading the session" />,
});

export function SessionPage() {
  const { sessionID = '' } = useParams();
  // With the session: parts that arrive after its first paint would move its items.
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
  if (isGone) return <SessionNotFound />;
  return isError ? (
    <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
      This session couldn't be loaded.
    </UnavailablePage>
  ) : (
    <LoadingPage label="Loading the session" />
  );
}

function LoadedSession({ session }: { session: Session }) {
  const room = useLiveRoom(session._id);
  const runner = useRowRunner();
  const query = useQuery(activitiesOfSession(session._id));
  const starts = useStarts(session._id, room);
  const consent = usePushConsent();
  const isGuest = useIsRaceGuest(session);
  const [asked, setAsked] = useState<AskedItem | null>(null);
  const activities = query.data ?? noActivities;
  const { inProgress, rowing, noSignal } = useRowingNow(room, activities);
  const isRowed = session.workoutItems.every((_, item) =>
    activities[item]?.some(({ isCompleted }) => isCompleted),
  );
  const parts = useSessionParts({ session, room, runner, starts, rowing: inProgress.length, isRowed });

  useUnloadWarning(parts.warnsOfUnload);
  useRoomActivities(session._id, room, query.refetch);
  useSessionChanges(room);
  // A completed row is shown until its athlete leaves the page.
  useEffect(() => () => runner.rowing?.dismiss(), [runner]);

  const mine = (
    <Mine
      key="mine"
      {...{ session, room, consent }}
      connect={parts.connect}
      onNext={(index) => setAsked({ index })}
    />
  );
  const items = (
    <WorkoutItems
      key="items"
      state={query.data ? 'loaded' : query.isError ? 'failed' : 'loading'}
      {...{ session, activities, starts, room, runner, consent, asked, parts }}
    />
  );
  return (
    <SessionLayout
      isWide={parts.isCoaching}
      head={
        <Head
          {...{ session, activities, room, noSignal, inProgress }}
          rowing={rowing.length}
          nextAction={parts.hostAction}
        />
      }
      panel={
        parts.group === 'none' || isGuest ? null : (
          <Chat {...{ room, rowing, inProgress }} fold={foldOf[parts.group]} />
        )
      }
    >
      <OwnState sessionId={session._id} workoutItems={session.workoutItems} room={room} />
      <LiveNotice room={room} />
      <Coached
        {...{ session, room }}
        activities={query.data ?? null}
        onSet={(index) => setAsked({ index, isByCoach: true })}
      />
      {parts.attendance !== 'none' && (
        <AttendancePanel sessionId={session._id} isNext={parts.attendance === 'next'} />
      )}
      {parts.itemsFirst ? [items, mine] : [mine, items]}
      <Beside session={session} />
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

type MineProps = {
  session: Session;
  room: LiveRoom;
  consent: PushConsent;
  connect: SessionParts['connect'];
  onNext: (index: number) => void;
};

/** The only component that renders on every record of the user's own row; the tables below render on their own data. */
function Mine({ consent, session, room, connect, onNext }: MineProps) {
  const { row, runner } = useRow();
  const isWaiting = row?.progress.phase === 'waiting' && isOnTheWater(row);
  const group = useMemo(() => ({ session, room }), [session, room]);
  return (
    <>
      <MyErg
        group={group}
        {...{ row, runner, connect, onNext }}
        setUp={isWaiting && <SetUpErg workout={row.workout} bests={row.bests} consent={consent} />}
      />
      {row?.sessionId === session._id && <ChatLine sessionId={session._id} />}
    </>
  );
}

type CoachedProps = {
  session: Session;
  room: LiveRoom;
  /** null until they are loaded. */
  activities: Activities | null;
  onSet: (index: number) => void;
};

function Coached({ session, room, activities, onSet }: CoachedProps) {
  const me = useCurrentUser();
  const doneItems =
    activities?.flatMap((ofItem, index) =>
      ofItem.some((activity) => isDoneBy(me._id, activity)) ? [index] : [],
    ) ?? null;
  return (
    <CoachedMonitor {...{ room, doneItems, onSet }} workoutItems={session.workoutItems} userId={me._id} />
  );
}

type Activities = readonly ListedActivity[][];
const noActivities: Activities = [];

type HeadProps = {
  session: Session;
  room: LiveRoom;
  activities: Activities;
  rowing: number;
  noSignal: number;
  inProgress: readonly ListedActivity[];
  nextAction: SessionParts['hostAction'];
};

function Head({ session, room, activities, rowing, noSignal, inProgress, nextAction }: HeadProps) {
  const { mayManage, loadAgain } = useManagement(session);
  const present = useSyncExternalStore(room.subscribe, room.getMembers).length;
  const begunItems = activities.flatMap((ofItem, index) => (ofItem.length > 0 ? [index] : []));
  const rowedItems = session.workoutItems.map(
    (_, index) => inProgress.filter(({ workoutItemIndex }) => workoutItemIndex === index).length,
  );
  return (
    <>
      <SessionHead
        {...{ session, mayManage, nextAction, rowing, noSignal, begunItems, rowedItems, present }}
      />
      {loadAgain && <Unavailable onRetry={loadAgain}>Your role in the club couldn't be loaded.</Unavailable>}
    </>
  );
}

/** Shows users who manage the session the rows that they can move into it. */
function Beside({ session }: { session: Session }) {
  const mayManage = useMayManage(session);
  return mayManage && <RowsBeside sessionId={session._id} />;
}

type ChatProps = {
  room: LiveRoom;
  rowing: readonly ListedActivity[];
  inProgress: readonly ListedActivity[];
  fold: ComponentProps<typeof ChatPanel>['fold'];
};

const foldOf = { open: 'never', alone: 'withoutMessages', folded: 'always' } as const;

function Chat({ room, rowing, inProgress, fold }: ChatProps) {
  const me = useCurrentUser();
  const runner = useRowRunner();
  const athletes = new Set(rowing.map(({ user }) => user._id));
  const isBesideRow = useSyncExternalStore(
    runner.subscribe,
    () => runner.getSnapshot()?.sessionId === room.id,
  );
  const isRowing = inProgress.some(({ user }) => user._id === me._id);
  return <ChatPanel rowing={athletes} {...{ room, fold, isRowing, isBesideRow }} />;
}

/**
 * Returns the activities in progress, without those that the host may end, and those with a signal; `noSignal` counts
 * those whose values have stopped.
 */
function useRowingNow(room: LiveRoom, activities: Activities) {
  const all = activities.flat();
  const signals = useRowSignals(room, all);
  const isOf = (...wanted: RowSignal[]) =>
    all.filter(({ _id }) => wanted.some((signal) => signals.get(_id) === signal));
  return {
    inProgress: isOf('rowing', 'waiting', 'noSignal'),
    rowing: isOf('rowing'),
    noSignal: countSignals(signals.values()).noSignal,
  };
}
