export { sessionRoutes } from './routes.ts';
export { hostedSession, readableSession } from './service.ts';
export { recheckRooms, sessionEvents } from './live.ts';
export { isSessionReadableBy, listSessionsOfClub, lockSession } from './store.ts';
