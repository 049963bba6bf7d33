import type { LiveSample } from '@boathouse/contract/live';
import { momentOf, type Track } from '@boathouse/row/crew/track';
import { LaneClock } from '../lane-clock.ts';
import type { CrewActivity, OwnLane, ViewedRoom } from '../room-view.ts';

/** An earlier row or a pace, which rows beside the athlete only on this page. */
export type Ghost = {
  /** Begins with `ghost:`, unlike any activity's id. */
  id: string;
  name: string;
  track: Track;
};

/**
 * Returns a room in which ghosts row too. Each is at its track's position after the athlete's rowed time: it rests and
 * stops with the athlete, and its values are as old as the athlete's own.
 */
export function roomWithGhosts(room: ViewedRoom, own: OwnLane, ghosts: readonly Ghost[]): ViewedRoom {
  const byId = new Map(ghosts.map((ghost) => [ghost.id, ghost]));
  return {
    laneClock: room.laneClock,
    memberStates: room.memberStates,
    hasLanes: () => room.hasLanes(),
    getLane: (id) => {
      const ghost = byId.get(id);
      if (ghost === undefined) return room.getLane(id);
      // Its age would be the age of the athlete's values, and the cockpit shows that.
      return { sample: sampleBeside(ghost.track, own.getSample()), freshAtMs: performance.now() };
    },
  };
}

/** Returns the room of an athlete who rows without a session. */
export function roomOfOne(): ViewedRoom {
  return {
    getLane: () => undefined,
    hasLanes: () => true,
    laneClock: new LaneClock(),
    memberStates: { getStates: () => new Map() },
  };
}

/** Returns the values of a track at the moment of the athlete's own sample; at its start without one. */
function sampleBeside(track: Track, own: LiveSample | null): LiveSample {
  const phase = own?.phase === 'finished' ? 'rowing' : (own?.phase ?? 'waiting');
  return sampleOfTrack(track, own?.elapsedTime ?? 0, { phase, isSimulated: false });
}

/** Returns the values of a track after some seconds of work, as a sample; `phase` is the phase before its end. */
export function sampleOfTrack(
  track: Track,
  elapsedSec: number,
  { phase, isSimulated }: Pick<LiveSample, 'phase' | 'isSimulated'>,
): LiveSample {
  const at = momentOf(track, elapsedSec);
  return {
    phase: at.isOver ? 'finished' : phase,
    elapsedTime: at.elapsedSec,
    distance: at.distanceM,
    currentPace: at.paceSec ?? at.averagePaceSec,
    averagePace: at.averagePaceSec,
    strokeRate: at.strokeRateSpm ?? 0,
    heartRate: at.heartRateBpm,
    isSimulated,
  };
}

/** The fields of an activity in progress before its first values, which its lane reads from the room. */
export const nothingRowed = {
  workoutItemIndex: 0,
  isCompleted: false,
  elapsedTime: 0,
  distance: 0,
  currentPace: null,
  averagePace: null,
  strokeRate: 0,
  totalCalories: null,
  isSimulated: false,
  isPartial: false,
  startOffset: null,
} satisfies Partial<CrewActivity>;

/** Returns a ghost in the form that the lanes need, on the athlete's machine and workout, with the athlete's start. */
export function activityOfGhost({ id, name }: Ghost, own: CrewActivity): CrewActivity {
  const { machine, workout, startOffset } = own;
  return {
    ...nothingRowed,
    _id: id,
    isGhost: true,
    machine,
    workout,
    startOffset,
    user: { _id: id, displayName: name },
  };
}
