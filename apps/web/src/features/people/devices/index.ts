export { deviceMembersQuery } from './api.ts';
export { LogOutEveryone } from './log-out-everyone.tsx';
export { isSharedDevice, markShared } from './shared-mark.ts';
export { SwitchAthlete } from './switch-athlete.tsx';
export { WhoRows } from './who-rows.tsx';
