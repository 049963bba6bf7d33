export { clubRoutes } from './routes.ts';
export { mayManage, roleAfter } from './rules.ts';
export { checkMembership, requireManagerOf, type EndRights } from './service.ts';
export {
  clubRefColumns,
  deleteClub,
  findClub,
  findClubByCustomUrl,
  findRole,
  findRoleByCustomUrl,
  isImageOfClub,
  lockClub,
  updateRole,
} from './store.ts';
