export { squadRoutes } from './routes.ts';
export { findSquad, squadRefOf } from './store.ts';
