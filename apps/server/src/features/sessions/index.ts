export { sessionRoutes } from './routes.ts';
export { hostedSession, readableSession } from './service.ts';
export { announceDeletion, sessionEvents } from './live.ts';
export {
  claimSessionSoon,
  isActivityReadableBy,
  isOfReadableSession,
  isSessionReadableBy,
  listParticipants,
  listSessionsOfClub,
  listUpcomingOfClub,
  lockSession,
} from './store.ts';
