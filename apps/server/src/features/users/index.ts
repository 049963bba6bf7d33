export { userRoutes } from './routes.ts';
export {
  areBlocked,
  findAppearanceByUid,
  findUserById,
  findUserRefByUid,
  isNotBlockedBy,
  isUserVisibleTo,
  isVisibleUser,
  userRefColumns,
} from './store.ts';
