export { activitiesOfSession, changeActivities } from './api.ts';
export { RowerGrid } from './grid/rower-grid.tsx';
export { LiveNotice } from './live-notice.tsx';
export type { LiveRoom, RoomStatus } from './live-room.ts';
export { ReopenAction } from './reopen-action.tsx';
export { useMemberStates } from './member-states.ts';
export { RoomProvider, useLiveRoom, useRooms, type Rooms } from './room-provider.tsx';
export { useStaleMinutes } from './silence.ts';
