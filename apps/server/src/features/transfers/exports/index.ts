export { exportRoutes } from './routes.ts';
export { Exports } from './service.ts';
