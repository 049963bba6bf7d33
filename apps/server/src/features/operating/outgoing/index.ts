export { outgoingRoutes } from './routes.ts';
