export { strokeRoutes } from './routes.ts';
