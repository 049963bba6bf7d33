export { commentRoutes } from './routes.ts';
export { countCommentsOfAll, countLikesOfAll } from './store.ts';
