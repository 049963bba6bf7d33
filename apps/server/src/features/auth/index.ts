export { authRoutes } from './routes.ts';
export { withHttpErrors } from './service.ts';
