export { importRoutes } from './routes.ts';
export { hasSameFigures, powerOn, storedOf, withHeartRates, type StoredWorkout } from './rules.ts';
export { Imports } from './service.ts';
