import { activities } from '@boathouse/contract/activities';
import { ActivityChangedSchema, ActivityOwnerSchema, liveEvents } from '@boathouse/contract/live';
import type { User } from '@boathouse/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatWorkout } from '../../../lib/format.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useUnloadWarning } from '../../../lib/unsaved/unload-warning.ts';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { useErg } from '../erg/index.ts';
import { changeActivities, useRooms, type Rooms } from '../room/index.ts';
import { isErgHeld } from './cockpit/live-cockpit.ts';
import { hasKeptRows } from './run/kept-rows.ts';
import { LazyRunner } from './run/lazy-runner.ts';
import { isOnTheWater } from './run/row-snapshot.ts';
import type { Locks } from './run/tab-lock.ts';
import { RowingContext, useOfRow } from './use-row.ts';

/** Browsers wait for minutes on a dead network. */
const answerWithinMs = 15_000;

/** Holds this page's row in progress around all signed-in routes: opening another route does not interrupt it. */
export function RowingProvider({ user, children }: { user: User; children: ReactNode }) {
  const queryClient = useQueryClient();
  const rooms = useRooms();
  const [runner] = useState(() => createRunner(user._id, queryClient, rooms));
  useEffect(() => {
    const keep = () => runner.keep();
    const look = () => void runner.look();
    const lookIfVisible = () => document.visibilityState === 'visible' && look();
    runner.start();
    addEventListener('pagehide', keep);
    addEventListener('online', look);
    document.addEventListener('visibilitychange', lookIfVisible);
    return () => {
      removeEventListener('pagehide', keep);
      removeEventListener('online', look);
      document.removeEventListener('visibilitychange', lookIfVisible);
      runner.stop();
    };
  }, [runner]);
  return (
    <RowingContext value={runner}>
      <RowInProgress runner={runner} rooms={rooms} />
      {children}
    </RowingContext>
  );
}

function createRunner(userId: string, queryClient: QueryClient, rooms: Rooms): LazyRunner {
  const refetch = () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [noun, kind] }) =>
        noun === 'statistics' || noun === 'feed' || (noun === 'activities' && kind !== 'session'),
    });
  // Browsers have it only on HTTPS and localhost.
  const { locks }: { locks?: Locks } = navigator;
  const name = `boathouse.row.${userId}`;
  const openChannel = () => ('BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null);
  return new LazyRunner({
    userId,
    openChannel,
    hasKept: () => hasKeptRows(userId),
    isInProgress: async () => {
      const options = { signal: AbortSignal.timeout(answerWithinMs) };
      return (await callApi(activities.inProgress, { params: { id: userId } }, options)) !== null;
    },
    tell: (words) => showErrorToast(formatWorkout(words), { isForAnyPage: true }),
    load: async () => {
      const [{ RowRunner }, { createJournal }, { createRowRequests }] = await loadChunk(() =>
        Promise.all([
          import('./run/row-runner.ts'),
          import('./run/journal.ts'),
          import('./run/row-requests.ts'),
          import('./bars/row-bar.tsx'),
        ]),
      );
      return new RowRunner({
        userId,
        requests: createRowRequests(userId),
        journal: createJournal(userId),
        locks,
        openChannel,
        sendSample: (sessionId, activityId, sample) => rooms.roomOf(sessionId).sendSample(activityId, sample),
        onChange: (activity) => {
          // Update the session's lists with the response: otherwise every page of a crew would fetch them at the same
          // time.
          if (activity.session !== null) {
            changeActivities(queryClient, activity.session._id, { activities: [activity], discarded: [] });
          }
          refetch();
        },
        onDiscard: (sessionId, activityId) => {
          if (sessionId === null) return;
          changeActivities(queryClient, sessionId, { activities: [], discarded: [activityId] });
        },
        // The row continues while the athlete looks at another page.
        tell: (words) => showErrorToast(formatWorkout(words), { isForAnyPage: true }),
      });
    },
  });
}

/** Connects the erg with the row, and stays in the row's room. */
function RowInProgress({ runner, rooms }: { runner: LazyRunner; rooms: Rooms }) {
  const { holdRoom, roomOf, onEvent } = rooms;
  const erg = useErg();
  const { state, isSimulated, onRecord, disconnect } = erg;
  const sessionId = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return row === null || row.stage === 'completed' ? null : row.sessionId;
  });
  const rower = useSyncExternalStore(runner.subscribe, () => {
    const row = runner.getSnapshot();
    return row === null ? null : (row.lostTo ?? 'here');
  });
  const rowerBefore = useRef(rower);
  // Also shown next to another page than the row's, because a reload would drop the connection to the erg.
  useUnloadWarning(useOfRow(isOnTheWater) && isErgHeld(erg));

  useEffect(() => onRecord((record) => runner.follow(record)), [runner, onRecord]);

  useEffect(() => {
    if (state === 'connected') runner.noteErg(isSimulated);
  }, [runner, state, isSimulated]);

  // A monitor accepts one connection: the device or tab that rows now has it, or needs it. An erg that is connected
  // here while another device rows is used to take the row over.
  useEffect(() => {
    const isTaken = rower === 'device' && rowerBefore.current === 'here';
    rowerBefore.current = rower;
    if (isTaken || rower === 'tab') disconnect();
  }, [rower, disconnect]);

  useEffect(() => {
    if (sessionId === null) return;
    const room = roomOf(sessionId);
    const look = () => void runner.look();
    const isInRoom = room.getStatus().state === 'connected';
    const stops = [holdRoom(sessionId), room.onChange(look)];
    // A row that was read before the page is in its room may have ended between, as one of a false start does.
    if (!isInRoom) stops.push(room.onceIn(look));
    return () => {
      for (const stop of stops) stop();
    };
  }, [runner, holdRoom, roomOf, sessionId]);

  // Also after the end, because the athlete or the host may reopen the result.
  useEffect(
    () =>
      onEvent(liveEvents.activityChanged, ActivityChangedSchema, (changes) =>
        runner.activitiesChanged(changes),
      ),
    [runner, onEvent],
  );

  // Takeovers are in order only within one connection, so the page follows one.
  useEffect(
    () =>
      onEvent(liveEvents.activityOwner, ActivityOwnerSchema, (change, from) => {
        if (sessionId === null || from === sessionId) runner.ownerChanged(change);
      }),
    [runner, onEvent, sessionId],
  );
  return null;
}
