export { sessionRoutes } from './routes.ts';
export {
  boundsOf,
  lockManagedSession,
  managedSession,
  managesAsAdmin,
  readableSession,
  type Period,
} from './service.ts';
export { announceDeletion, hostingEnder, sessionEvents } from './live.ts';
export {
  claimSessionSoon,
  forViewer,
  isActivityListedFor,
  isNotDeleted,
  isActivityReadableBy,
  isSessionManagedBy,
  isSessionReadableBy,
  listParticipants,
  listSessionsOfClub,
  listUpcomingOfClub,
  lockSession,
  lockSessionOf,
  mayStillBegin,
  selectForViewer,
} from './store.ts';
