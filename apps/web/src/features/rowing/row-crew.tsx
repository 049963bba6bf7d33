import type { ListedActivity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { useCurrentUser } from '../auth/index.ts';
import {
  activitiesOfSession,
  CrewLanes,
  useStaleMinutes,
  type LiveRoom,
  type OwnLane,
} from '../room/index.ts';
import { sampleOf } from './run/row-mapping.ts';
import type { RowControl } from './run/lazy-runner.ts';
import type { RowSnapshot } from './run/row-snapshot.ts';

type RowCrewProps = {
  session: Session;
  workoutItemIndex: number;
  activityId: string;
  room: LiveRoom;
  runner: RowControl;
};

const noActivities: readonly ListedActivity[] = [];

/** The others who row the item of the own row. Memoised: the cockpit around it renders with each record. */
export const RowCrew = memo(function RowCrew(props: RowCrewProps) {
  const { session, workoutItemIndex, activityId, room, runner } = props;
  const me = useCurrentUser();
  const lists = useQuery(activitiesOfSession(session._id)).data;
  const ofItem = lists?.[workoutItemIndex] ?? noActivities;
  const staleMinutesOf = useStaleMinutes(room, ofItem);
  const activities = useMemo(
    () =>
      ofItem.filter(
        (activity) =>
          activity.isCompleted || activity.user._id === me._id || staleMinutesOf(activity) === null,
      ),
    [ofItem, me._id, staleMinutesOf],
  );
  const own = useMemo(() => ownLaneOf(runner, activityId), [runner, activityId]);
  return (
    <CrewLanes
      workout={session.workoutItems[workoutItemIndex] ?? ''}
      activities={activities}
      room={room}
      viewerId={me._id}
      own={own}
    />
  );
});

/** Returns what the crew of a row is found by. */
export function crewPlaceOf({ activityId, workoutItemIndex }: RowSnapshot) {
  return { activityId, workoutItemIndex };
}

function ownLaneOf(runner: RowControl, activityId: string): OwnLane {
  return {
    activityId,
    subscribe: runner.subscribe,
    getSample: () => {
      const row = runner.getSnapshot();
      // The values of another device are in the room only.
      if (row?.activityId !== activityId || row.lostTo !== null) return null;
      // Taken over, and nothing heard here yet: the server's values are newer.
      const isRowedBefore = (row.activity?.distance ?? 0) > 0;
      if (row.progress.pieceNumber === 0 && isRowedBefore) return null;
      return sampleOf(row.progress, { isSimulated: row.isSimulated, place: row, unsent: [] });
    },
  };
}
