export { importRoutes } from './routes.ts';
export { Imports } from './service.ts';
