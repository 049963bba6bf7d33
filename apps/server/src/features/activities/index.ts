export { activityRoutes } from './routes.ts';
export { activityEvents, announceActivity } from './live.ts';
export { activityOf, isActivityReadableBy, mayReadActivity, selectActivities } from './store.ts';
