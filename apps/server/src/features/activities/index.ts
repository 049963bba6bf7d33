export { activityRoutes } from './routes.ts';
export {
  activitiesOfSession,
  activityForViewer,
  deleteCompleted,
  ownActivity,
  requireReadableActivity,
} from './service.ts';
export { activityEvents, announceActivity, announceDiscard, announceOwner } from './live.ts';
export { activityOf, isPartialResult, monitorEndMs, planOf, replacesEntered } from './rules.ts';
export {
  activityRefs,
  countsFromStart,
  findActivity,
  findRowedByIds,
  listActivitiesByIds,
  listedColumns,
  listOwnActivities,
  lockActivity,
  managesSessionOf,
  mayReadActivity,
} from './store.ts';
