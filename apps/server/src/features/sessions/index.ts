export { sessionRoutes } from './routes.ts';
export { readableSession } from './service.ts';
export { sessionEvents } from './live.ts';
