export { boardRoutes } from './routes.ts';
export { resolveBoard } from './service.ts';
