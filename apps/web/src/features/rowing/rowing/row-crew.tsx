import type { ListedActivity } from '@boathouse/contract/activities';
import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { useCurrentUser } from '../../people/auth/index.ts';
import {
  activitiesOfSession,
  activityOfGhost,
  CrewLanes,
  nothingRowed,
  roomOfOne,
  roomWithGhosts,
  useStaleMinutes,
  type CrewActivity,
  type Ghost,
  type LiveRoom,
  type OwnLane,
  type ViewedRoom,
} from '../room/index.ts';
import { sampleOf } from './run/row-mapping.ts';
import type { RowControl } from './run/lazy-runner.ts';
import type { RowSnapshot } from './run/row-snapshot.ts';

/** The session and room of a row. */
export type RowGroup = { session: Session; room: LiveRoom };

type RowCrewProps = {
  group: RowGroup | null;
  runner: RowControl;
  row: RowSnapshot;
  /** None if another device rows. */
  ghosts?: readonly Ghost[];
};

const noGhosts: readonly Ghost[] = [];

/**
 * The other athletes on the item of the athlete's row, and the ghosts; empty for an athlete who rows alone without any.
 */
export function RowCrew({ group, runner, row, ghosts = noGhosts }: RowCrewProps) {
  const { activityId, workoutItemIndex, workout } = row;
  if (group === null || workoutItemIndex === null)
    return ghosts.length === 0 ? null : <AloneWithGhosts {...{ activityId, workout, runner, ghosts }} />;
  return <Crew {...group} {...{ workoutItemIndex, workout, activityId, runner, ghosts }} />;
}

type CrewProps = RowGroup & {
  workoutItemIndex: number;
  workout: string;
  activityId: string;
  runner: RowControl;
  ghosts: readonly Ghost[];
};

const noActivities: readonly ListedActivity[] = [];

/** Memoised: the cockpit around it renders with each record. */
const Crew = memo(function Crew(props: CrewProps) {
  const { session, workoutItemIndex, workout, activityId, room, runner, ghosts } = props;
  const me = useCurrentUser();
  const lists = useQuery(activitiesOfSession(session._id)).data;
  const ofItem = lists?.[workoutItemIndex] ?? noActivities;
  const staleMinutesOf = useStaleMinutes(room, ofItem);
  const athletes = useMemo(
    () =>
      ofItem.filter(
        (activity) =>
          activity.isCompleted || activity.user._id === me._id || staleMinutesOf(activity) === null,
      ),
    [ofItem, me._id, staleMinutesOf],
  );
  const own = useMemo(() => ownLaneOf(runner, activityId), [runner, activityId]);
  const ownActivity = athletes.find(({ _id }) => _id === activityId) ?? null;
  return <Lanes {...{ workout, athletes, ownActivity, room, own, ghosts }} />;
});

/** A row without a session has no room: the lanes follow the row itself. */
const AloneWithGhosts = memo(function AloneWithGhosts(
  props: Pick<CrewProps, 'workout' | 'activityId' | 'runner' | 'ghosts'>,
) {
  const { workout, activityId, runner, ghosts } = props;
  const me = useCurrentUser();
  const [room] = useState(roomOfOne);
  const own = useMemo(() => ownLaneOf(runner, activityId), [runner, activityId]);
  const ownActivity = useMemo(
    (): CrewActivity => ({
      ...nothingRowed,
      _id: activityId,
      workout,
      machine: 'rower',
      user: { _id: me._id, displayName: me.displayName },
    }),
    [activityId, workout, me._id, me.displayName],
  );
  const athletes = useMemo(() => [ownActivity], [ownActivity]);
  return <Lanes {...{ workout, athletes, ownActivity, room, own, ghosts }} />;
});

type LanesProps = {
  workout: string;
  athletes: readonly CrewActivity[];
  /** Null until the server has listed it. */
  ownActivity: CrewActivity | null;
  room: ViewedRoom;
  own: OwnLane;
  ghosts: readonly Ghost[];
};

function Lanes({ workout, athletes, ownActivity, room, own, ghosts }: LanesProps) {
  const me = useCurrentUser();
  const withGhosts = useMemo(() => roomWithGhosts(room, own, ghosts), [room, own, ghosts]);
  const activities = useMemo(
    () =>
      ownActivity === null
        ? athletes
        : [...athletes, ...ghosts.map((ghost) => activityOfGhost(ghost, ownActivity))],
    [athletes, ownActivity, ghosts],
  );
  // The lanes get a room only once: with other ghosts they start again.
  const key = ghosts.map(({ id }) => id).join();
  return <CrewLanes key={key} {...{ workout, activities, own }} room={withGhosts} viewerId={me._id} />;
}

/** The lane of the row on this page, from its newest values. */
export function ownLaneOf(runner: RowControl, activityId: string): OwnLane {
  return {
    activityId,
    subscribe: runner.subscribe,
    getSample: () => {
      const row = runner.getSnapshot();
      // Only the room has another device's values.
      if (row?.activityId !== activityId || row.lostTo !== null) return null;
      // After a takeover without values of its own, the page's lane comes from the server, whose values are newer.
      const isRowedBefore = (row.activity?.distance ?? 0) > 0;
      if (row.progress.pieceNumber === 0 && isRowedBefore) return null;
      return sampleOf(row.progress, { isSimulated: row.isSimulated, place: row, unsent: [] });
    },
  };
}
