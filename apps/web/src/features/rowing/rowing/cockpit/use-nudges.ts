import { liveEvents } from '@boathouse/contract/live';
import { NudgedSchema, type Nudged } from '@boathouse/contract/live/nudges';
import { useEffect } from 'react';
import { useRooms } from '../../room/index.ts';

/** Calls back with each nudge for a row. `onNudge` must keep its identity. */
export function useNudges(activityId: string, onNudge: (nudged: Nudged) => void): void {
  const { onEvent } = useRooms();
  useEffect(
    () =>
      onEvent(liveEvents.nudged, NudgedSchema, (nudged) => {
        if (nudged.activity === activityId) onNudge(nudged);
      }),
    [onEvent, activityId, onNudge],
  );
}
