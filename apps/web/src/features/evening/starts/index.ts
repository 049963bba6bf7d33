export { startsOfSession, useStarts } from './api.ts';
export { CommonStart, useSimulatedStart } from './common-start.tsx';
export { CoachedMonitor } from './monitors/lazy-monitors.tsx';
export { useCount } from './use-count.ts';
export { OwnState } from './own-state.tsx';
export { OwnTargets, useOwnBests } from './own-bests.tsx';
