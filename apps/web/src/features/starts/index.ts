export { startsOfSession, useStarts } from './api.ts';
export { CommonStart, useSimulatedStart } from './common-start.tsx';
export { OwnState } from './own-state.tsx';
