export { deviceMembersQuery } from './api.ts';
export { LogOutEveryone } from './log-out-everyone.tsx';
export { isSharedDevice, markShared } from './shared-mark.ts';
export { WhoRows } from './who-rows.tsx';
