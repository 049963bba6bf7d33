export { importRoutes } from './routes.ts';
export { storedOf, type StoredWorkout } from './rules.ts';
export { Imports } from './service.ts';
