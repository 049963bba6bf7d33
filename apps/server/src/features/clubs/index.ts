export { clubRoutes } from './routes.ts';
export { checkMembership, type EndRights } from './service.ts';
export { clubRefColumns, findClub, findRole } from './store.ts';
