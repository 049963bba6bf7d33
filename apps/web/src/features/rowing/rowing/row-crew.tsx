import type { ListedActivity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { useCurrentUser } from '../../people/auth/index.ts';
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

/** The session and room of a row. */
export type RowGroup = { session: Session; room: LiveRoom };

type RowCrewProps = { group: RowGroup | null; runner: RowControl; row: RowSnapshot };

/** The other athletes on the item of the own row; empty for a row without a session. */
export function RowCrew({ group, runner, row: { activityId, workoutItemIndex, workout } }: RowCrewProps) {
  if (group === null || workoutItemIndex === null) return null;
  return <Crew {...group} {...{ workoutItemIndex, workout, activityId, runner }} />;
}

type CrewProps = RowGroup & {
  workoutItemIndex: number;
  workout: string;
  activityId: string;
  runner: RowControl;
};

const noActivities: readonly ListedActivity[] = [];

/** Memoised: the cockpit around it renders with each record. */
const Crew = memo(function Crew(props: CrewProps) {
  const { session, workoutItemIndex, workout, activityId, room, runner } = props;
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
  return <CrewLanes workout={workout} activities={activities} room={room} viewerId={me._id} own={own} />;
});

/** The lane of the row on this page, from its newest values. */
export function ownLaneOf(runner: RowControl, activityId: string): OwnLane {
  return {
    activityId,
    subscribe: runner.subscribe,
    getSample: () => {
      const row = runner.getSnapshot();
      // Only the room has the values of another device.
      if (row?.activityId !== activityId || row.lostTo !== null) return null;
      // After a takeover without values of its own, the page's lane comes from the server, whose values are newer.
      const isRowedBefore = (row.activity?.distance ?? 0) > 0;
      if (row.progress.pieceNumber === 0 && isRowedBefore) return null;
      return sampleOf(row.progress, { isSimulated: row.isSimulated, place: row, unsent: [] });
    },
  };
}
