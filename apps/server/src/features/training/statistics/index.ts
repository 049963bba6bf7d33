export { statisticsRoutes } from './routes.ts';
export { dayIn, rowedMachines, windowsOn, type Span } from './rules.ts';
export { addToDays, changeDays, listBestsAmong, newCounted, updateBests, type Completed } from './store.ts';
export { rowedDays } from './service.ts';
