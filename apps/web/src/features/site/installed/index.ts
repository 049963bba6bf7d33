export { DeviceSettings } from './device-settings.tsx';
export { InstalledApp } from './installed-app.tsx';
