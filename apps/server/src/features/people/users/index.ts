export { userRoutes } from './routes.ts';
export { createUser, resetProfile, restoreName } from './service.ts';
export {
  areBlocked,
  findAppearanceByUid,
  findCallerByUid,
  findFirstDay,
  findUserById,
  findUserRefByUid,
  isImageOfUser,
  isNamedTo,
  isNotBlockedBy,
  isUnblocked,
  isUserVisibleTo,
  isVisibleUser,
  listAccounts,
  userRefColumns,
  usersBlockedWith,
} from './store.ts';
