export { calendarRoutes } from './routes.ts';
export { findKeyTime, listSessionsOfUser } from './store.ts';
