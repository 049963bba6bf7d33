export { clubRoutes } from './routes.ts';
export { clubRefColumns, findClub, findRole } from './store.ts';
