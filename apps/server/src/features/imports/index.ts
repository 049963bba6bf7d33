export { importRoutes } from './routes.ts';
export { powerOn, storedOf, type StoredWorkout } from './rules.ts';
export { Imports } from './service.ts';
