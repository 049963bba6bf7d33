export { activityRoutes } from './routes.ts';
export { activityEvents, announceActivity } from './live.ts';
