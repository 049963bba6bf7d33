export { fileRoutes } from './routes.ts';
export { Files, type WantedImage } from './service.ts';
