export { followRoutes } from './routes.ts';
export { areConnected } from './store.ts';
