export { commentRoutes } from './routes.ts';
export { countCommentsOfAll, countLikesOfAll, isCommentShownTo } from './store.ts';
