export { announceStarts, monitorEvents, startEvents } from './live.ts';
export { startRoutes } from './routes.ts';
export { cancelFixedStart, fixStart } from './service.ts';
export { listStarts } from './store.ts';
