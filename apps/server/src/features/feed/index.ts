export { feedRoutes } from './routes.ts';
export { conditionsOf } from './service.ts';
