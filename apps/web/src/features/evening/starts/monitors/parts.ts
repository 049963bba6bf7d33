/** In one file, so that the page names one. */
export { CoachedMonitor } from './coached-monitor.tsx';
export { SetMonitors } from './set-monitors.tsx';
