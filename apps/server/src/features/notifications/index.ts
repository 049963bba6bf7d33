export { notificationRoutes } from './routes.ts';
export { openNotifier } from './service.ts';
export { findMailKinds } from './store.ts';
