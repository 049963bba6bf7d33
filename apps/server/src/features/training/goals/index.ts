export { goalRoutes } from './routes.ts';
export { findGoal } from './store.ts';
