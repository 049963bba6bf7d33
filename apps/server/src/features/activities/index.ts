export { activityRoutes } from './routes.ts';
export { ownActivity, requireReadableActivity } from './service.ts';
export { activityEvents, announceActivity, announceDiscard, announceOwner } from './live.ts';
export {
  activityOf,
  findActivity,
  isActivityReadableBy,
  mayReadActivity,
  selectActivities,
} from './store.ts';
