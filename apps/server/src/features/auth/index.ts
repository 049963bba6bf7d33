export { authRoutes } from './routes.ts';
export { asked } from './service.ts';
