export { webhookRoutes } from './routes.ts';
export { Webhooks } from './service.ts';
