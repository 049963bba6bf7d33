export { userRoutes } from './routes.ts';
export { findAppearanceByUid, findUserById, findUserRefByUid, userRefColumns } from './store.ts';
