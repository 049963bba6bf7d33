export { activitiesOfSession, changeActivities } from './api.ts';
export { CrewLanes } from './crew/crew-lanes.tsx';
export {
  activityOfGhost,
  nothingRowed,
  roomOfOne,
  roomWithGhosts,
  sampleOfTrack,
  type Ghost,
} from './crew/ghosts.ts';
export { rankInCrew } from './crew/rank-in-crew.ts';
export { RowerGrid } from './grid/lazy-grid.tsx';
export { createBoardRoom } from './board-room.ts';
export { LiveNotice } from './live-notice.tsx';
export { LaneClock } from './lane-clock.ts';
export type { LiveRoom, RoomStatus } from './live-room.ts';
export { ReopenAction } from './reopen-action.tsx';
export { useMemberStates } from './member-states.ts';
export { crewReadiness, readinessOf, readinessWords, type Readiness } from './readiness.ts';
export { caloriesOf, otherWorkoutOf } from './room-view.ts';
export type { CrewActivity, OwnLane, ViewedRoom } from './room-view.ts';
export { RoomProvider, useLiveRoom, useRooms, type Rooms } from './room-provider.tsx';
export { ageMsOf, silenceOf, type LiveLanes } from './silence.ts';
export { countSignals, useRowSignals, type RowSignal } from './row-signal.ts';
export { useStaleMinutes } from './stale-minutes.ts';
