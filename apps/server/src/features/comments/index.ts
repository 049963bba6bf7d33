export { commentRoutes } from './routes.ts';
export { countCommentsOfAll, isCommentShownTo, listLikesOfAll, noLikes } from './store.ts';
