import type { ListedActivity } from '@boathouse/contract/activities';
import { liveLimits } from '@boathouse/contract/limits';
import { useCallback, useSyncExternalStore } from 'react';
import { useMonotonicMs } from '../../lib/use-now.ts';
import { LiveActivityRow } from './live-activity-table.tsx';
import type { LiveRoom } from './live-room.ts';
import { StaleActions } from './stale-actions.tsx';

type LaneRowProps = {
  activity: ListedActivity;
  room: LiveRoom;
  isSelf: boolean;
  workoutTitle: string;
  /** Minutes without a word from this athlete, once the activity is stale. */
  staleMinutes: number | null;
  /** Whether the viewer hosts the session. */
  isHost: boolean;
};

/** One athlete's row: the room's newest sample, or before the first one the server's stored values. */
export function LaneRow({ activity, room, isSelf, workoutTitle, staleMinutes, isHost }: LaneRowProps) {
  const id = activity._id;
  const subscribe = useCallback((listener: () => void) => room.subscribeLane(id, listener), [room, id]);
  const row = useSyncExternalStore(subscribe, () => room.getLane(id));
  const nowMs = useMonotonicMs();
  const silentMs = row === undefined ? null : nowMs - row.freshAtMs;
  const figures = row?.sample ?? activity;
  return (
    <LiveActivityRow
      athlete={activity.user}
      isSelf={isSelf}
      workoutTitle={workoutTitle}
      elapsedSec={figures.elapsedTime}
      distanceM={figures.distance}
      paceSec={figures.currentPace}
      averagePaceSec={figures.averagePace}
      strokeRateSpm={figures.strokeRate}
      heartRateBpm={figures.heartRate}
      isSimulated={figures.isSimulated}
      phase={row?.sample.phase ?? null}
      silence={staleMinutes === null ? silenceOf(silentMs) : staleMinutes * 60}
      actions={staleMinutes !== null && isHost && !isSelf ? <StaleActions activity={activity} /> : null}
    />
  );
}

/** Returns whole seconds, so that a silent row renders at most once a second. */
function silenceOf(silentMs: number | null): number | 'unknown' | null {
  if (silentMs === null) return 'unknown';
  return silentMs > liveLimits.staleMs ? Math.floor(silentMs / 1000) : null;
}
