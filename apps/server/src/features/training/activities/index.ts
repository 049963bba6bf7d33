export { activityRoutes, requireOwnOfToken, type ActivityListeners } from './routes.ts';
export { activitiesOfSession, activityForViewer, ownActivity, requireReadableActivity } from './service.ts';
export { activityEvents, announceActivity, announceDiscard, announceOwner } from './live.ts';
export {
  activityOf,
  isPartialResult,
  planOf,
  powerOn,
  replacesEntered,
  type ResultListeners,
} from './rules.ts';
export {
  activityRefs,
  countsFromStart,
  findActivity,
  findActivityOfItem,
  findRowedByIds,
  listActivitiesByIds,
  listedColumns,
  listOwnActivities,
  lockActivity,
  managesSessionOf,
  mayReadActivity,
} from './store.ts';
export { rowsEnder, type RowsEnder } from './ends/service.ts';
export { deleteCompleted } from './discards/service.ts';
export { isDiscarded, noteDiscard } from './discards/store.ts';
export { deleteEnteredOf } from './entered/store.ts';
export { insertTags, listTagsOfAll, listUsedTags, replaceTags, tagsInserted } from './tags/store.ts';
export { queueLateValues } from './uploads/store.ts';
