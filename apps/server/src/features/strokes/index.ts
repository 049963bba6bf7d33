export { strokeRoutes } from './routes.ts';
export { strokeFields } from './rules.ts';
export { strokesInBatches } from './store.ts';
