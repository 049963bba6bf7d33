export { DeviceSettings } from './device-settings.tsx';
export { handedFiles, takeHandedFiles, takeSharedFiles } from './handed-files.ts';
export { InstalledApp } from './installed-app.tsx';
export { followLaunches } from './launches.ts';
