export { feedRoutes } from './routes.ts';
export { conditionsOf } from './service.ts';
export { isFoundBy, isPastOf, type PastConditions } from './filters/store.ts';
