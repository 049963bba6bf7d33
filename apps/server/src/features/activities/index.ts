export { activityRoutes } from './routes.ts';
export { activityForViewer, ownActivity, requireReadableActivity } from './service.ts';
export { activityEvents, announceActivity, announceDiscard, announceOwner } from './live.ts';
export { activityOf } from './rules.ts';
export {
  countsFromStart,
  findRowedByIds,
  listActivitiesByIds,
  managesSessionOf,
  mayReadActivity,
  selectActivities,
} from './store.ts';
