export { userRoutes } from './routes.ts';
export { findAppearanceByUid, findUserRefByUid, userRefColumns } from './store.ts';
