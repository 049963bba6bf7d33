export { calendarRoutes } from './routes.ts';
export { findKeyTime } from './store.ts';
