export { startsOfSession, useStarts } from './api.ts';
export { CommonStart, useSimulatedStart } from './common-start.tsx';
export { CoachedMonitor } from './monitors/lazy-monitors.tsx';
export { OwnState } from './own-state.tsx';
