export { fileRoutes } from './routes.ts';
export { Files, type WantedImage } from './service.ts';
export { pathOfName } from './rules.ts';
