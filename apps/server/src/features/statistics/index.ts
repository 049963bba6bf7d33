export { statisticsRoutes } from './routes.ts';
export { dayIn } from './rules.ts';
export { addToDays, changeDays, updateBests, type Completed } from './store.ts';
