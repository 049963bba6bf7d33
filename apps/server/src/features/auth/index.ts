export { authRoutes } from './routes.ts';
export { Auth, withHttpErrors } from './service.ts';
