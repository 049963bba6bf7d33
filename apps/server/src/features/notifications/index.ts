export { notificationRoutes } from './routes.ts';
export { openNotifier } from './service.ts';
