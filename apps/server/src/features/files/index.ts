export { fileRoutes } from './routes.ts';
export { Files } from './service.ts';
