export { archiveRoutes } from './routes.ts';
export { Archives } from './service.ts';
