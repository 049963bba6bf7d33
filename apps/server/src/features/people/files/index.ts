export { fileRoutes } from './routes.ts';
export { Files, type WantedImage } from './service.ts';
export { pathOfName, type ImageUse } from './rules.ts';
