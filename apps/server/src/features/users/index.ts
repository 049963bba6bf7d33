export { userRoutes } from './routes.ts';
export { findUserRefByUid, userRefColumns } from './store.ts';
