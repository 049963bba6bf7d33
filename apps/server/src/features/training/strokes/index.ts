export { strokeRoutes } from './routes.ts';
export { strokesInBatches } from './store.ts';
