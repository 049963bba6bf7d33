export { previewRoutes } from './previews/routes.ts';
export { sessionRoutes } from './routes.ts';
export {
  boundsOf,
  lockManagedSession,
  managedSession,
  managesAsAdmin,
  readableSession,
  sessionInSight,
  type Period,
} from './service.ts';
export { announceDeletion, hostingEnder, sessionEvents } from './live.ts';
export {
  claimSessionSoon,
  forViewer,
  insertSession,
  isActivityListedFor,
  isActivityOpenTo,
  isListed,
  isNotDeleted,
  isActivityReadableBy,
  isManagedBy,
  isSessionManagedBy,
  isSessionReadableBy,
  listSessionsOfClub,
  listUpcomingOfClub,
  lockSession,
  lockSessionOf,
  mayStillBegin,
  noteRowBeside,
  selectForViewer,
} from './store.ts';
export { findRowMove, isOpenToHosts, noteMoved, noteTakenOut } from './beside/store.ts';
export { listParticipants } from './participants/store.ts';
