export { clubRoutes } from './routes.ts';
export { mayManage, roleAfter } from './rules.ts';
export {
  checkMembership,
  managesClub,
  requireManagerOf,
  requireMemberOf,
  type EndRights,
} from './service.ts';
export {
  clubRefColumns,
  deleteClub,
  findClub,
  findClubByCustomUrl,
  findRole,
  findRoleByCustomUrl,
  isImageOfClub,
  isMemberVisible,
  isMemberVisibleTo,
  lockClub,
  updateRole,
} from './store.ts';
