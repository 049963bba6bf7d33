export { clubRoutes } from './routes.ts';
export { clubRefColumns, findRole } from './store.ts';
