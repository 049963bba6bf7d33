export { notificationRoutes } from './routes.ts';
export { openNotifier, readAll } from './service.ts';
export { findMailKinds } from './store.ts';
