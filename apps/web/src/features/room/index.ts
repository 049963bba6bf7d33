export { activitiesOfSession, changeActivities } from './api.ts';
export { LaneRow } from './lane-row.tsx';
export { LiveActivityTable } from './live-activity-table.tsx';
export { LiveNotice } from './live-notice.tsx';
export type { LiveRoom } from './live-room.ts';
export { RoomProvider, useLiveRoom, useRooms, type Rooms } from './room-provider.tsx';
export { useStaleMinutes } from './silence.ts';
