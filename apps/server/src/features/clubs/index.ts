export { clubRoutes } from './routes.ts';
export { mayManage } from './rules.ts';
export { checkMembership, type EndRights } from './service.ts';
export { clubRefColumns, findClub, findRole, findRoleByCustomUrl, isImageOfClub } from './store.ts';
