import { activities } from '@boathouse/contract/activities';
import type { User } from '@boathouse/contract/users';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { callApi, NetworkError, type CallOptions } from '../../lib/api.ts';
import { useErgometer } from '../ergometer/index.ts';
import { changeActivities, useRooms, type Rooms } from '../room/index.ts';
import { activityInProgress } from './api.ts';
import { RowController, type RowSnapshot } from './row-controller.ts';
import { createRowStorage, type RowStorage } from './row-storage.ts';

type Rowing = {
  controller: RowController;
  rowStorage: RowStorage;
};

const RowingContext = createContext<Rowing | null>(null);

/** Holds this page's row in progress around all signed-in routes: opening another route does not interrupt it. */
export function RowingProvider({ user, children }: { user: User; children: ReactNode }) {
  const queryClient = useQueryClient();
  const rooms = useRooms();
  const [rowing] = useState(() => createRowing(user._id, queryClient, rooms));
  useEffect(() => {
    const keep = () => rowing.controller.keep();
    rowing.controller.start();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      rowing.controller.stop();
    };
  }, [rowing]);
  return (
    <RowingContext value={rowing}>
      <RowInProgress user={user} rowing={rowing} />
      {children}
    </RowingContext>
  );
}

const answerWithinMs = 15_000;
const askAgainMs = 5_000;

/** Time limit of a request: browsers wait for minutes on a dead network, which would delay the next one. */
async function inTime<T>(call: (options: CallOptions) => Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), answerWithinMs);
  try {
    return await call({ signal: giveUp.signal });
  } catch (error) {
    throw giveUp.signal.aborted ? new NetworkError(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

function createRowing(userId: string, queryClient: QueryClient, rooms: Rooms): Rowing {
  const rowStorage = createRowStorage(() => localStorage, userId);
  const controller: RowController = new RowController({
    backend: {
      begin: (session, workoutItemIndex) =>
        inTime((options) =>
          callApi(activities.create, { body: { user: userId, session, workoutItemIndex } }, options),
        ),
      patch: (id, body) => inTime((options) => callApi(activities.patch, { params: { id }, body }, options)),
      complete: (id, result) =>
        inTime((options) =>
          callApi(
            activities.complete,
            { params: { id }, ...(result === null ? {} : { body: result }) },
            options,
          ),
        ),
    },
    rowStorage,
    sendSample: (activityId, sample) => {
      const sessionId = controller.getSnapshot()?.sessionId;
      return sessionId !== undefined && rooms.roomOf(sessionId).sendSample(activityId, sample);
    },
    onChange: (activity) => {
      // Update the session's lists with the response: otherwise every page of a crew would fetch them at the same time.
      changeActivities(queryClient, activity.session._id, { activities: [activity], discarded: [] });
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [noun, kind] }) =>
          noun === 'statistics' || noun === 'feed' || (noun === 'activities' && kind !== 'session'),
      });
    },
  });
  return { controller, rowStorage };
}

/** Connects the ergometer with the row, resumes a row after a reload, and stays in the row's room. */
function RowInProgress({ user, rowing }: { user: User; rowing: Rowing }) {
  const { controller, rowStorage } = rowing;
  const { holdRoom } = useRooms();
  const { state, isSimulated, onRecord } = useErgometer();
  const rowingSessionId = useSyncExternalStore(controller.subscribe, () => {
    const row = controller.getSnapshot();
    return row === null || row.stage === 'completed' ? null : row.sessionId;
  });

  useEffect(() => onRecord((record, atMs) => controller.follow(record, atMs)), [controller, onRecord]);

  useEffect(() => {
    if (state === 'connected') controller.noteErg(isSimulated);
  }, [controller, state, isSimulated]);

  const inProgress = useQuery({
    ...activityInProgress(user._id),
    // Resume the row as soon as the server returns it.
    refetchInterval: ({ state: { status } }) => (status === 'error' ? askAgainMs : false),
  });
  useEffect(() => {
    if (inProgress.data) controller.resume(inProgress.data);
    // The row was completed: only the response to the previous page was lost.
    else if (inProgress.data === null && controller.getSnapshot() === null) rowStorage.clear();
  }, [controller, rowStorage, inProgress.data]);

  useEffect(
    () => (rowingSessionId === null ? undefined : holdRoom(rowingSessionId)),
    [holdRoom, rowingSessionId],
  );
  return null;
}

function useRowing(): Rowing {
  const rowing = use(RowingContext);
  if (rowing === null) throw new Error('useRowing is used outside a RowingProvider');
  return rowing;
}

/** Returns the row's operations, and subscriptions to its parts. */
export function useRowController(): RowController {
  return useRowing().controller;
}

/** Returns the signed-in user's row in progress, on this or another device, or null. */
export function useRow(): { row: RowSnapshot | null; controller: RowController } {
  const { controller } = useRowing();
  return { row: useSyncExternalStore(controller.subscribe, controller.getSnapshot), controller };
}
