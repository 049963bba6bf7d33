export { sessionRoutes } from './routes.ts';
export { readableSession } from './service.ts';
export { recheckRooms, sessionEvents } from './live.ts';
export { isSessionReadableBy, listSessionsOfClub } from './store.ts';
