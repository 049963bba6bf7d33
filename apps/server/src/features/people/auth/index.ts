export { authRoutes } from './routes.ts';
export { withHttpErrors } from './rules.ts';
export { Auth } from './service.ts';
