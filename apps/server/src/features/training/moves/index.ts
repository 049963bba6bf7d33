export { moveRoutes } from './routes.ts';
