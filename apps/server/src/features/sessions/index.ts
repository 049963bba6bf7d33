export { sessionRoutes } from './routes.ts';
export { lockManagedSession, managedSession, managesAsAdmin, readableSession } from './service.ts';
export { announceDeletion, hostingEnder, sessionEvents } from './live.ts';
export {
  claimSessionSoon,
  isActivityReadableBy,
  isOfReadableSession,
  isSessionManagedBy,
  isSessionReadableBy,
  listParticipants,
  listSessionsOfClub,
  listUpcomingOfClub,
  lockSession,
  mayStillBegin,
} from './store.ts';
