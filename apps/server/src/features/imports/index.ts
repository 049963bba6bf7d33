export { importRoutes } from './routes.ts';
export { powerOn } from './rules.ts';
export { Imports } from './service.ts';
