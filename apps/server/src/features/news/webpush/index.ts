export { webPushRoutes } from './routes.ts';
export { WebPush } from './service.ts';
