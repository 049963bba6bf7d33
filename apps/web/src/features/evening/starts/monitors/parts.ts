/** In one file, so that the page loads one. */
export { CoachedMonitor } from './coached-monitor.tsx';
export { SetMonitors } from './set-monitors.tsx';
