export { statisticsRoutes } from './routes.ts';
export { dayIn } from './rules.ts';
export { addToDays, type Completed } from './store.ts';
