export { monitorEvents, startEvents } from './live.ts';
export { startRoutes } from './routes.ts';
