export { accountRoutes } from './routes.ts';
export { removeUser, type AccountOptions } from './service.ts';
