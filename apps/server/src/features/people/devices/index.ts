export { devicesRoutes } from './routes.ts';
export { Devices } from './service.ts';
